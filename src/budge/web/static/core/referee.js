// Replays every plan by the rules of the boards before anybody sees it, as budge.api does.

import { KINDS } from "./kinds/index.js";

/** The cost in a metric, which may have two parts: `pushes-then-moves`. */
function costOf(costs, metric) {
  const parts = metric.split("-then-").map((part) => costs[part]);
  return parts.length === 1 ? parts[0] : parts;
}

/** Whether a cost, a number or a pair, is less than another. */
export const isCheaper = (one, other) => compare(one, other) < 0;

const compare = (one, other) => {
  const [[a, b = 0], [c, d = 0]] = [[one].flat(), [other].flat()];
  return a - c || b - d;
};

/** The states of a plan, or `{broken}` with the number of the first move that is not legal. */
export function replayed(board, moves) {
  const states = [board.initial];
  for (const [number, move] of moves.entries()) {
    const next = board.apply(states.at(-1), move);
    if (next === null) return { states, broken: number };
    states.push(next);
  }
  return { states, broken: null };
}

/** An outcome with its plan replayed and its cost computed; throws if the plan or the claim does not hold. */
export function refereed(outcome, board, moves) {
  const { engine, metric } = outcome;
  const { states, broken } = replayed(board, moves);
  if (broken !== null || !board.isGoal(states.at(-1))) {
    throw new Error(`${engine} returned a plan that breaks the rules; please report this`);
  }
  const simple = board.costs(moves);
  const costs = Object.fromEntries(KINDS[board.kind].metrics(board).map((each) => [each, costOf(simple, each)]));
  const cost = costs[metric];
  const over = compare(cost, outcome.lower_bound);
  if (over < 0 || (outcome.status === "optimal" && over > 0)) {
    throw new Error(`${engine} claims a lower bound of ${outcome.lower_bound}, but its plan costs ${cost}`);
  }
  const proven = over === 0 ? { status: "optimal", stopped_by: null, reason: null } : {};
  return { ...outcome, ...proven, cost, costs, plan: board.join(moves), moves, frames: states };
}
