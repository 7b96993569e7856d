// The interface of a kind of puzzle: its rules, its drawing and its input.
//
// A board is made from an item of POST /puzzles and is immutable; a state is plain data in the server's format.
//   static: kind · title (the heading of the kind in the library)
//   initial · metrics · help {pointer, keys} · moves(state) · apply(state, move) → state or null · isGoal(state)
//   costs(moves) · split(text) · join(moves) · describeMove(state, move) · describeRows(state) → a sentence per row
//   width, height · ground() · pieces(state) → [{id, x, y, looks, draw}] · arrows(state, move) → pairs of points
//   key(state, key, selected) · tap(state, point, selected) → {moves, select} or null
//   grab(state, point) → a piece's id or null · drag(state, id, from, to) → {moves, places: [[id, x, y], …]}
//   goalPieces() · lights · reach(state, id, selected) · notation · jointStep(): see `Board` for their defaults
// `drag` returns the moves that a drag would make if it ended now, and the positions of the pieces during the drag.

import { svg } from "../dom.js";

export const CELL = 60; // the side of a cell in the units of every drawing
export const ARROWS = { ArrowUp: "up", ArrowLeft: "left", ArrowRight: "right", ArrowDown: "down" };
export const DIRECTIONS = { up: [-1, 0], left: [0, -1], right: [0, 1], down: [1, 0] };

/** A key without Shift and Caps Lock; named keys stay as they are. */
export const plain = (key) => (key.length === 1 ? key.toLowerCase() : key);

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** The nearest point in the direction of an arrow key, preferring points straight ahead; null if there is none. */
export function ahead(from, points, key) {
  const [down, right] = DIRECTIONS[ARROWS[key]];
  let best = null;
  for (const point of points) {
    const [dx, dy] = [point.x - from.x, point.y - from.y];
    const [along, aside] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)];
    const far = along + 2 * aside;
    if (along > 0 && aside <= 2 * along && (!best || far < best.far)) best = { point, far };
  }
  return best?.point ?? null;
}

/** A line of text in the middle of a piece. */
export function label(text, x, y, size, looks = "label") {
  const fitted = size / (0.7 * [...text].length + 0.3); // wide letters and a margin
  return svg("text", { x, y, class: looks, "font-size": Math.min(size * 0.5, fitted), dy: "0.35em" }, text);
}

/** Breadth-first search: every cell that is reachable from `from`, with a shortest path to it. */
export function flood(from, neighbours) {
  const paths = new Map([[from, []]]);
  for (const [here, path] of paths) {
    for (const [step, there] of neighbours(here)) if (!paths.has(there)) paths.set(there, [...path, step]);
  }
  return paths;
}

/** Run-length encoding of a list of words: wall, 3 floor, box. */
function runLengths(words) {
  const runs = [];
  for (const word of words) {
    if (runs.at(-1)?.word === word) runs.at(-1).length += 1;
    else runs.push({ word, length: 1 });
  }
  return runs.map(({ word, length }) => (length > 1 ? `${length} ${word}` : word));
}

/** Defaults for the optional parts of the interface. */
export class Board {
  get kind() {
    return this.constructor.kind;
  }

  /** The pieces of the goal, for a picture next to the board; null if the board itself shows its goal. */
  goalPieces() {
    return null;
  }

  /** An explanation of the plan notation if it differs from the keys, or null. */
  get notation() {
    return null;
  }

  /** Marks for a position, `{name, show(info) → {marks, legend, text}}`, or null. */
  get lights() {
    return null;
  }

  /** The places that a held or selected piece can reach, as an SVG path, or null. */
  reach() {
    return null;
  }

  /** A `JointStep` if several players move at once, or null. */
  jointStep() {
    return null;
  }
}

/** A grid of cells in reading order. */
export class Grid extends Board {
  constructor(columns, rows) {
    super();
    this.columns = columns;
    this.rows = rows;
    this.width = columns * CELL;
    this.height = rows * CELL;
  }

  x(cell) {
    return (cell % this.columns) * CELL;
  }

  y(cell) {
    return Math.floor(cell / this.columns) * CELL;
  }

  middle(cell) {
    return { x: this.x(cell) + CELL / 2, y: this.y(cell) + CELL / 2 };
  }

  /** The cell at a point, or null outside. */
  at({ x, y }) {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    return column >= 0 && column < this.columns && row >= 0 && row < this.rows ? row * this.columns + column : null;
  }

  /** The next cell in a direction, or null at the border. */
  neighbour(cell, direction) {
    const [down, right] = DIRECTIONS[direction];
    const [row, column] = [Math.floor(cell / this.columns) + down, (cell % this.columns) + right];
    const inside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return inside ? row * this.columns + column : null;
  }

  /** The board row by row. A kind's `cellText(state)` returns a function from cells to lists of words. */
  describeRows(state) {
    const cellText = this.cellText(state);
    return Array.from({ length: this.rows }, (_, row) => {
      const cells = Array.from({ length: this.columns }, (_each, column) => cellText(row * this.columns + column));
      return `Row ${row + 1}: ${runLengths(cells.flat()).join(", ")}.`;
    });
  }

  /** The cell in a row and a column, counted from 1. */
  cellAt([row, column]) {
    return (row - 1) * this.columns + column - 1;
  }

  place(cell) {
    return `row ${Math.floor(cell / this.columns) + 1}, column ${(cell % this.columns) + 1}`;
  }

  /** The outline of a set of cells, as an SVG path. */
  outline(cells) {
    const all = new Set(cells);
    const [flat, tall] = [`h${CELL}`, `v${CELL}`];
    const sides = { up: [0, 0, flat], left: [0, 0, tall], right: [CELL, 0, tall], down: [0, CELL, flat] };
    const open = (cell) => Object.keys(sides).filter((side) => !all.has(this.neighbour(cell, side)));
    return [...all].flatMap((cell) => open(cell).map((side) => {
      const [dx, dy, line] = sides[side];
      return `M${this.x(cell) + dx} ${this.y(cell) + dy}${line}`;
    })).join("");
  }

  /** The area of a set of cells, inset from its outline, as an SVG path: a square for each cell and each seam. */
  area(cells, inset = 0) {
    const all = new Set(cells);
    let path = "";
    for (const cell of all) {
      const right = (cell + 1) % this.columns !== 0 && all.has(cell + 1);
      const down = all.has(cell + this.columns);
      const corner = right && down && all.has(cell + this.columns + 1);
      for (const [wide, tall, drawn] of [[1, 1, true], [2, 1, right], [1, 2, down], [2, 2, corner]]) {
        if (!drawn) continue;
        const [x, y] = [this.x(cell) + inset, this.y(cell) + inset];
        path += `M${x} ${y}h${wide * CELL - 2 * inset}v${tall * CELL - 2 * inset}H${x}Z`;
      }
    }
    return path;
  }
}
