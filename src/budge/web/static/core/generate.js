// Generates puzzles with an optimum in a range: draws, solves and changes them until one fits.
//
// A suffix of an optimal plan is optimal, so a puzzle that is too hard starts at a later position of its plan. With
// `hardest`, a puzzle starts at the position farthest from a solution among all that it can reach.

import { boardOf } from "../board/index.js";
import { Problem } from "../problem.js";
import { ask } from "./client.js";
import { DRAWS, Random } from "./draws.js";
import { KINDS } from "./kinds/index.js";
import { refereed } from "./referee.js";

const SECONDS = 15;
const SEARCH = { seconds: 5, nodes: 300_000, memory: 256e6 }; // limits of one search
const TILES_NODES = 50e6; // IDA* on tiles searches many more nodes in that time

const limitsFor = ({ kind }) => [SEARCH.seconds, kind === "tiles" ? TILES_NODES : SEARCH.nodes, SEARCH.memory];

/** An optimal plan of a puzzle, as `{cost, moves, effort}`, or null. */
async function solved(board, metric) {
  const kind = KINDS[board.kind];
  if (await kind.whyUnsolvable(board, board.initial)) return null;
  const engine = kind.choose(board, "optimal");
  const found = await ask(
    "solve", board.kind, ...limitsFor(board), metric, engine, kind.heuristic(board), false, 1, 1, false, 0,
    ...kind.values(board, board.initial),
  );
  if (found.status !== "optimal") return null;
  const { lower_bound: bound, expanded: effort } = found;
  const outcome = { engine, metric, status: "optimal", lower_bound: bound };
  const { cost, moves, frames } = refereed(outcome, board, kind.moves(board, found.plan, metric));
  return { cost, moves, frames, effort };
}

/** The position farthest from a solution among those that the puzzle can reach, or null. */
async function farthest(board, metric) {
  const values = KINDS[board.kind].values(board, board.initial);
  const found = await ask("explore", board.kind, ...limitsFor(board), metric, true, ...values);
  const [position] = found.stopped_by === null ? found.hardest : [];
  return position ? KINDS[board.kind].stateOf(board, position) : null;
}

/** A puzzle of a kind as an item with `optimum` and `effort`. `describe` makes the item of a puzzle. */
export async function generated({ kind: name, seed, params = {}, hardest = false, ...bounds }, describe) {
  const { min_optimum: least = 1, max_optimum: most = Infinity } = bounds;
  const random = new Random(seed);
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  const end = performance.now() + 1000 * SECONDS;
  while (performance.now() < end) {
    let puzzle = DRAWS[name](random, given);
    if (!puzzle) continue;
    let board = boardOf(describe(puzzle));
    const [metric] = board.metrics;
    if (hardest) {
      const state = await farthest(board, metric);
      if (!state) continue;
      puzzle = KINDS[name].puzzleAt(board, puzzle, state);
      board = boardOf(describe(puzzle));
    }
    let plan = await solved(board, metric);
    if (plan && plan.cost > most) {
      const wanted = least + random.below(most - least + 1);
      const later = plan.frames.findLast((_, done) => board.costs(plan.moves.slice(done))[metric] >= wanted);
      puzzle = KINDS[name].puzzleAt(board, puzzle, later);
      board = boardOf(describe(puzzle));
      plan = await solved(board, metric);
    }
    if (!plan || plan.cost < least || plan.cost > most) continue;
    const optimum = { [metric]: plan.cost };
    for (const other of board.metrics.slice(1)) {
      const also = await solved(board, other);
      if (also) optimum[other] = also.cost;
    }
    return { ...describe(puzzle), optimum, effort: plan.effort };
  }
  const detail = `No puzzle in this range was found in ${SECONDS} seconds; choose an easier one.`;
  throw new Problem({ status: 422, detail });
}
