// Tiles for the core. A plan is the cells that the blank visits.

import { namedGoal } from "../../formats/tiles.js";
import { parityReason } from "./permutations.js";

const MAX_EASY_CELLS = 10; // A* searches the whole space of such a board in milliseconds
const FSM_AUTO = 12; // as in engines/domains/tiles.py
const FSM_AUTO_CELLS = [17, 35];

export const tiles = {
  storesPathOnly: true,
  metrics: () => ["moves"],
  size: (board) => `${board.columns}×${board.rows}`,

  /** `lookups` are those of pattern databases, if the heuristic has any; see patterns.js. */
  values(board, state, { options = {}, lookups = { databases: [], sums: [] } } = {}) {
    const { databases, sums } = lookups;
    return [
      board.columns, board.rows, state, board.goal, options.order ?? "ULRD", fsmDepth(board, options.fsm),
      databases.length, ...databases.flat(), sums,
    ];
  },

  moves(board, plan) {
    const letters = new Map([[board.columns, "D"], [-board.columns, "U"]]);
    if (board.columns > 1) letters.set(1, "R").set(-1, "L");
    let blank = board.initial.indexOf(0);
    return plan.map((cell) => {
      const letter = letters.get(cell - blank);
      blank = cell;
      return letter;
    });
  },

  puzzleAt(board, puzzle, state) {
    const row = (_, number) => state.slice(number * board.columns, (number + 1) * board.columns);
    return { ...puzzle, start: Array.from({ length: board.rows }, row) };
  },

  choose: (board, quality) => {
    if (quality === "any") return "construct";
    return board.initial.length <= MAX_EASY_CELLS ? "astar" : "ida";
  },
  heuristic: () => "linear-conflict",

  whyUnsolvable: async (board, state) => whyOutOfReach(board, state, board.goal),

  /** `blank-first` or `blank-last` if the board cannot be solved for the other of the two, but for this one. */
  solvableGoal(board) {
    const usual = ["blank-last", "blank-first"].map((name) => [name, namedGoal(name, board.goal.length)]);
    if (!usual.some(([, goal]) => goal.join() === board.goal.join())) return null;
    return usual.find(([, goal]) => whyOutOfReach(board, board.initial, goal) === null)?.[0] ?? null;
  },

  withGoal({ start, ...puzzle }, name) {
    const [columns, goal] = [start[0].length, namedGoal(name, start.flat().length)];
    return { ...puzzle, start, goal: start.map((_, row) => goal.slice(row * columns, (row + 1) * columns)) };
  },
};

/** By parity (Johnson and Story, 1879). */
function whyOutOfReach({ columns, rows }, state, goal) {
  if (Math.min(columns, rows) === 1) {
    const order = (cells) => cells.filter(Boolean).join();
    return order(state) === order(goal) ? null
      : "on a board one cell wide the tiles cannot pass each other, and their order differs";
  }
  const [blank, home] = [state.indexOf(0), goal.indexOf(0)];
  const steps = Math.abs(Math.floor(blank / columns) - Math.floor(home / columns))
    + Math.abs((blank % columns) - (home % columns));
  return parityReason(state, goal, steps % 2 === 1);
}

function fsmDepth({ initial }, option = "auto") {
  if (option === "no") return 0;
  if (option !== "auto") return Number(option);
  const [least, most] = FSM_AUTO_CELLS;
  return initial.length >= least && initial.length <= most ? FSM_AUTO : 0;
}
