// Sliding blocks for the core: pieces as the cells that they cover, goals as anchors. A plan is unit steps.

import { flood } from "../../board/board.js";
import { ask } from "../client.js";

const ANYWHERE = -1; // the anchor of a piece that a goal leaves free
const AXES = [null, "horizontal", "vertical"];
const DIRECTIONS = ["up", "left", "right", "down"];
const FROM_GOALS = ["bidirectional", "nbs", "bae"];

export const blocks = {
  metrics: () => ["moves", "slides", "steps"],
  size: (board) => `${board.columns}×${board.rows}`,

  values: (board, state) => [
    board.columns,
    board.rows,
    [...board.walls],
    board.blocks.map((_, piece) => board.cells(piece, state[piece])),
    board.blocks.map(({ axis }) => AXES.indexOf(axis ?? null)),
    board.forbidden.map((cells) => [...cells].sort((one, other) => one - other)),
    board.goals.map((goal) => board.blocks.map(({ name }) => goal[name] ?? ANYWHERE)),
  ],

  /** Joins unit steps to moves that cost one in the metric. */
  moves(board, plan, metric) {
    const moves = [];
    for (const step of plan) {
      const [piece, direction] = [Math.floor(step / 4), DIRECTIONS[step % 4]];
      const last = moves.at(-1);
      const joins = metric !== "steps" && last?.piece === piece && (metric === "moves" || last.path[0] === direction);
      if (joins) last.path.push(direction);
      else moves.push({ piece, path: [direction] });
    }
    return moves.map(({ piece, path }) => moveText(board.blocks[piece].name, path));
  },

  /** Pieces of equal shape are interchangeable unless an axis, a gate or a goal distinguishes them. */
  stateKey(board, state) {
    const sorts = board.blocks.map(({ name, axis }, piece) => JSON.stringify([
      board.cells(piece, 0), axis, [...board.forbidden[piece]], board.goals.map((goal) => goal[name]),
    ]));
    return state.map((anchor, piece) => `${sorts[piece]}${anchor}`).sort().join();
  },

  movesOf: (board, state, metric) => board.moves(state).filter((move) => board.costs([move])[metric] === 1),

  puzzleAt: (board, puzzle, state) => ({
    ...puzzle, blocks: puzzle.blocks.map((block, piece) => ({ ...block, cells: board.cells(piece, state[piece]) })),
  }),

  choose(board, quality) {
    if (quality !== "optimal") return "astar";
    const fixed = (goal) => Object.keys(goal).length >= board.blocks.length - 1;
    return board.goals.every(fixed) ? "bidirectional" : "dijkstra";
  },
  heuristic: () => "distance",

  /** If a piece of every goal cannot get there, even on an empty board. */
  async whyUnsolvable(board, state) {
    const unmet = board.goals.map((goal) => Object.entries(goal).find(([name, anchor]) => {
      return !anchors(board, board.index.get(name), state).has(anchor);
    }));
    if (!unmet.every(Boolean)) return null;
    const [[name, anchor]] = unmet;
    return `${name} cannot reach its goal at ${board.place(anchor)} even on an empty board`;
  },

  async refuses(engine, board) {
    if (!FROM_GOALS.includes(engine)) return null;
    const { count, max } = await ask("count_goal_states", "blocks", ...this.values(board, board.initial));
    if (count <= max) return null;
    return `${engine} starts from all goal arrangements, and there are more than ${max.toLocaleString("en")}`;
  },
};

/** The anchors that a piece can reach on an empty board. */
function anchors(board, piece, state) {
  const steps = (anchor) => DIRECTIONS.map((direction) => [direction, board.step(piece, anchor, direction, new Map())]);
  return flood(state[piece], (anchor) => steps(anchor).filter(([, next]) => next !== null));
}

/** `A right 2 up 1` from a path of single steps. */
function moveText(name, path) {
  const runs = [];
  for (const direction of path) {
    if (runs.at(-1)?.direction === direction) runs.at(-1).count += 1;
    else runs.push({ direction, count: 1 });
  }
  return [name, ...runs.map(({ direction, count }) => `${direction} ${count}`)].join(" ");
}
