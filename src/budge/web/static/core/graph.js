// All positions of a small puzzle and the moves between them, by the rules of its board.

import { Problem } from "../problem.js";
import { replayed } from "./referee.js";

const MAX_POSITIONS = 3_000;

/** A key that is equal for positions that differ only in the places of interchangeable boxes. */
function keyOf(board, state) {
  if (!state.boxes || board.assigned.length) return JSON.stringify(state);
  return JSON.stringify({ ...state, boxes: [...state.boxes].sort((one, other) => one - other) });
}

/** The graph as POST /graph describes it; for a plan, also its path. */
export function stateGraph(board, { metric = board.metrics[0], plan = null }) {
  const number = new Map([[keyOf(board, board.initial), 0]]);
  const [states, depths, steps] = [[board.initial], [0], new Set()];
  const single = metric.split("-then-")[0];
  for (let here = 0; here < states.length; here++) {
    for (const move of board.moves(states[here])) {
      if (board.kind === "blocks" && board.costs([move])[single] !== 1) continue;
      const after = board.apply(states[here], move);
      const key = keyOf(board, after);
      if (!number.has(key)) {
        if (states.length === MAX_POSITIONS) {
          const most = MAX_POSITIONS.toLocaleString("en");
          throw new Problem({ status: 422, detail: `a graph has at most ${most} positions; this puzzle has more` });
        }
        number.set(key, states.length);
        depths.push(depths[here] + 1);
        states.push(after);
      }
      steps.add(`${here},${number.get(key)}`);
    }
  }
  const pairs = [...steps].map((step) => step.split(",").map(Number));
  const directed = pairs.some(([from, to]) => !steps.has(`${to},${from}`));
  const path = plan === null ? null : replayed(board, board.split(plan)).states.map((s) => number.get(keyOf(board, s)));
  return {
    nodes: depths.map((depth, id) => ({ id, depth })),
    edges: pairs.filter(([from, to]) => directed || from < to),
    directed,
    start: 0,
    goals: [...states.keys()].filter((node) => board.isGoal(states[node])),
    states,
    path,
    truncated: false,
  };
}
