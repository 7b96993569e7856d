// All positions of a small puzzle and the moves between them, by the rules of its board.

import { Problem } from "../problem.js";
import { KINDS } from "./kinds/index.js";
import { replayed } from "./referee.js";

export const MAX_POSITIONS = 3_000;

/** The graph as POST /graph describes it; for a plan, also its path. */
export function stateGraph(board, { metric = board.metrics[0], plan = null }) {
  const kind = KINDS[board.kind];
  const number = new Map([[kind.stateKey(board, board.initial), 0]]);
  const [states, depths, steps] = [[board.initial], [0], new Set()];
  for (let here = 0; here < states.length; here++) {
    for (const move of kind.movesOf(board, states[here], metric)) {
      const after = board.apply(states[here], move);
      const key = kind.stateKey(board, after);
      if (!number.has(key)) {
        if (states.length === MAX_POSITIONS) {
          const max = MAX_POSITIONS.toLocaleString("en");
          throw new Problem({ status: 422, detail: `a graph has at most ${max} positions; this puzzle has more` });
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
  const passed = plan === null ? null : replayed(board, board.split(plan)).states;
  return {
    nodes: depths.map((depth, id) => ({ id, depth })),
    edges: pairs.filter(([from, to]) => directed || from < to),
    directed,
    start: 0,
    goals: [...states.keys()].filter((node) => board.isGoal(states[node])),
    states,
    path: passed?.map((state) => number.get(kind.stateKey(board, state))) ?? null,
    truncated: false,
  };
}
