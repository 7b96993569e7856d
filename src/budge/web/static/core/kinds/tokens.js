// Tokens on a graph for the core: numbers in the order of the goal, the blank is 0. A plan is the vertices that the
// blank visits.

import { parityReason } from "./permutations.js";

const BLANK = "_";
const MAX_EASY_VERTICES = 10; // A* searches the whole space of such a graph in milliseconds

/** The tokens by their numbers. */
const inOrder = ({ goal }) => [BLANK, ...goal.filter((token) => token !== BLANK)];

function numbered(board, state) {
  const number = new Map(inOrder(board).map((token, at) => [token, at]));
  return state.map((token) => number.get(token));
}

export const tokens = {
  storesPathOnly: true,
  metrics: () => ["moves"],
  size: (board) => `${board.vertices.length} vertices`,
  values: (board, state) => [board.adjacency, numbered(board, state), numbered(board, board.goal)],
  moves: (board, plan) => plan.map((vertex) => board.vertices[vertex]),
  stateOf: (board, numbers) => numbers.map((number) => inOrder(board)[number]),
  puzzleAt: (board, puzzle, state) => ({ ...puzzle, start: state }),
  choose: (board, quality) => {
    return board.vertices.length <= MAX_EASY_VERTICES || quality !== "optimal" ? "astar" : "bidirectional";
  },
  heuristic: () => "manhattan",

  /** By parity if the graph is bipartite; by the complete search otherwise. */
  async whyUnsolvable(board, state) {
    const colours = twoColouring(board.adjacency);
    const ends = [state, board.goal].map((position) => colours?.get(position.indexOf(BLANK)));
    if (ends.includes(undefined)) return null;
    return parityReason(state, board.goal, ends[0] !== ends[1]);
  },
};

/** The colour, 0 or 1, of every vertex of a connected bipartite graph; null for others. */
function twoColouring(adjacency) {
  const colours = new Map([[0, 0]]);
  for (const [here, colour] of colours) {
    for (const there of adjacency[here]) {
      if (!colours.has(there)) colours.set(there, 1 - colour);
      else if (colours.get(there) === colour) return null;
    }
  }
  return colours.size === adjacency.length ? colours : null;
}
