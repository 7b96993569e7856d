// Robots for the core: robots, walls and targets as cells. A step of a plan is the cell that a robot leaves, and a
// direction.

import { DIRECTIONS as STEPS } from "../../board/board.js";
import { ask } from "../client.js";

const ANY = { name: "*", number: -1 };
const DIRECTIONS = "ULRD"; // in the order of the core

export const robots = {
  metrics: () => ["slides"],
  size: (board) => `${board.columns}×${board.rows}`,

  values: (board, state) => [
    board.columns,
    board.rows,
    board.open,
    [...board.walls].map((wall) => wall.split(",").map(Number)),
    state,
    board.goals.map(({ robot, cell }) => [robot === ANY.name ? ANY.number : board.names.indexOf(robot), cell]),
  ],

  /** Identifies each robot by its cell, because the core does not distinguish robots without a target. */
  moves(board, plan) {
    let state = board.initial;
    return plan.map((step) => {
      const move = board.names[state.indexOf(Math.floor(step / 4))] + DIRECTIONS[step % 4];
      state = board.apply(state, move);
      return move;
    });
  },

  puzzleAt: (board, puzzle, state) => ({
    ...puzzle, robots: Object.fromEntries(board.names.map((name, robot) => [name, state[robot]])),
  }),

  /** Robots without a target of their own are interchangeable. */
  stateKey(board, state) {
    const own = new Set(board.goals.map(({ robot }) => robot));
    const [named, others] = [true, false].map((is) => state.filter((_, robot) => own.has(board.names[robot]) === is));
    return JSON.stringify([named, others.sort((one, other) => one - other)]);
  },

  choose: () => "astar",
  heuristic: () => "stoppers",

  async whyUnsolvable(board, state) {
    const unmet = board.goals.find(({ robot, cell }) => {
      const able = state.filter((_, number) => robot === ANY.name || robot === board.names[number]);
      return !able.some((from) => stops(board, from).has(cell));
    });
    if (!unmet) return null;
    const who = unmet.robot === ANY.name ? "no robot can" : `${unmet.robot} cannot`;
    return `${who} stop at ${board.place(unmet.cell)}, wherever the others stand`;
  },

  async refuses(engine, board) {
    if (engine !== "bidirectional") return null;
    const { count, max } = await ask("count_goal_states", "robots", ...this.values(board, board.initial));
    return count <= max ? null : "bidirectional starts from all goal arrangements, and robots without a target may be "
      + `anywhere: there are more than ${max.toLocaleString("en")}`;
  },
};

/** The cells where slides from a cell may end if other robots may stand anywhere, but not beyond an open edge. */
function stops(board, from) {
  const found = new Set([from]);
  for (const cell of found) {
    for (const direction of Object.keys(STEPS)) {
      for (let [here, next] = [cell, board.neighbour(cell, direction)]; next !== null && !board.walled(here, next);) {
        [here, next] = [next, board.neighbour(next, direction)];
        if (next !== null || !board.open) found.add(here);
      }
    }
  }
  return found;
}
