// Sokoban for the core: walls, players, boxes and targets as cells. A plan is steps; several players in turn.

import { ask } from "../client.js";

const LETTERS = "ulrd."; // in the order of the core
const FROM_GOALS = ["bidirectional", "nbs", "bae"];

/** The numbers of pieces in the order of their cells. */
const inOrder = (cells) => [...cells.keys()].sort((one, other) => cells[one] - cells[other]);

export const sokoban = {
  metrics: (board) => (board.several ? ["makespan"] : ["pushes", "moves", "pushes-then-moves", "moves-then-pushes"]),
  size: (board) => `${board.columns}×${board.rows}`
    + (board.several ? `, ${board.initial.players.length} players` : ""),

  values(board, { players, boxes }) {
    const cells = Array.from({ length: board.columns * board.rows }, (_, cell) => cell);
    const assigned = board.assigned.length > 0;
    return [
      board.columns,
      board.rows,
      cells.filter((cell) => !board.floor.has(cell)),
      players,
      assigned ? boxes : [...boxes].sort((one, other) => one - other),
      board.targets,
      assigned ? board.allowed : [],
    ];
  },

  moves(board, plan) {
    const count = board.initial.players.length;
    let state = board.initial;
    return Array.from({ length: plan.length / count }, (_, step) => {
      const letters = plan.slice(step * count, (step + 1) * count).map((number) => LETTERS[number]);
      const move = board.moveText(state, letters.join(","));
      state = board.apply(state, move);
      return move;
    });
  },

  stateOf: (board, [player, ...boxes]) => ({ players: [player], boxes }),

  /** Boxes are interchangeable unless they have targets of their own. */
  stateKey(board, { players, boxes }) {
    return JSON.stringify([players, board.assigned.length ? boxes : boxes.toSorted((one, other) => one - other)]);
  },

  /** Boxes and players are numbered in reading order; see `moveFrom`. */
  puzzleAt(board, puzzle, { players, boxes }) {
    const sign = (cell) => {
      const [player, box, target] = [players, boxes, board.targets].map((cells) => cells.includes(cell));
      if (player) return target ? "+" : "@";
      if (box) return target ? "*" : "$";
      if (target) return ".";
      return board.walls.includes(cell) ? "#" : " ";
    };
    const rows = Array.from({ length: board.rows }, (_, row) => {
      return Array.from({ length: board.columns }, (_each, column) => sign(row * board.columns + column)).join("");
    });
    const assigned = board.assigned.length ? inOrder(boxes).map((box) => board.assigned[box]) : [];
    return { ...puzzle, board: rows.map((row) => row.trimEnd()), assigned };
  },

  moveFrom({ players }, move) {
    const letters = move.split(",");
    return inOrder(players).map((player, place) => [player, letters[place]]).sort(([one], [other]) => one - other)
      .map(([, letter]) => letter).join(",");
  },

  choose: (board, quality) => (quality === "any" && !board.several ? "fess" : "astar"),
  heuristic: () => "matching",

  async refuses(engine, board, quality) {
    if (engine === "fess" && board.several) {
      return `fess moves one player; this level has ${board.initial.players.length}`;
    }
    if (FROM_GOALS.includes(engine) && board.initial.boxes.length > board.targets.length) {
      return `${engine} needs to know where every box ends, and there are more boxes than targets`;
    }
    return engine === "fess" && quality !== "any"
      ? "fess finds some plan, rarely a shortest one; it serves quality any" : null;
  },

  async whyUnsolvable(board, state) {
    const { reason } = await ask("explain", ...this.values(board, state));
    return reason;
  },

  /** The deadlock lights of a position, as POST /info describes them. */
  async lights(board, state) {
    const { dead, frozen, corrals, culprits, reason } = await ask("explain", ...this.values(board, state));
    const lost = [...new Set([...frozen, ...culprits])].sort((one, other) => one - other);
    const why = (cell) => (culprits.includes(cell) && reason) || "this box can never move again";
    return { dead, corrals, culprits, deadlock: reason, frozen: lost.map((cell) => ({ cell, reason: why(cell) })) };
  },
};
