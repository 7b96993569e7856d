// The kinds of puzzles for the core, by name. Each converts a board (board/KIND.js) to the values that wasm/puzzles.hpp
// reads, and the core's plans to moves; it mirrors engines/domains/KIND.py.
//   values(board, state, {options, lookups}) · moves(board, plan, metric) · metrics(board) · size(board)
//   choose(board, quality) → the engine of `auto` · heuristic(board) → its default heuristic
//   refuses(engine, board, quality) → why the engine cannot solve this, or null · whyUnsolvable(board, state) → or null
//   solvableGoal(board) → the usual goal, by name, with which an unsolvable puzzle has a solution, or null ·
//     withGoal(puzzle, name) → the puzzle with a usual goal; only for kinds with usual goals
//   puzzleAt(board, puzzle, state) → the puzzle as JSON, started at another state · moveFrom(state, move) → a move of a
//     plan of that puzzle, in the notation of the first
//   stateOf(board, position) → the state that a position of the core stands for
//   lights(board, state) → deadlocks, only for kinds with any
//   stateKey(board, state) → equal for states that differ only in the places of interchangeable pieces
//   movesOf(board, state, metric) → the moves that cost one in the metric, or the kind's own moves
//   storesPathOnly → whether IDA* has no table of positions
// `moves` starts from `board.initial`.

import { blocks } from "./blocks.js";
import { robots } from "./robots.js";
import { sokoban } from "./sokoban.js";
import { tiles } from "./tiles.js";
import { tokens } from "./tokens.js";

const DEFAULTS = {
  refuses: async () => null,
  whyUnsolvable: async () => null,
  solvableGoal: () => null,
  lights: async () => null,
  moveFrom: (state, move) => move,
  stateOf: (board, position) => position,
  stateKey: (board, state) => JSON.stringify(state),
  movesOf: (board, state) => board.moves(state),
  storesPathOnly: false,
};

export const KINDS = Object.fromEntries(
  Object.entries({ tiles, tokens, blocks, sokoban, robots }).map(([kind, own]) => [kind, { ...DEFAULTS, ...own }]),
);
