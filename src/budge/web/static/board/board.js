// What the page knows of a kind of puzzle: rules, drawing and input behind one small interface.
//
// A board is made from an item of POST /puzzles and never changes; a state is plain data, the same as the server's.
//   static: kind · title (as the library calls the kind)
//   initial · metrics · help {pointer, keys} · moves(state) · apply(state, move) → state or null · isGoal(state)
//   costs(moves) · split(text) · join(moves) · say(state, move) · words(state) → a sentence for each row
//   width, height · ground() · pieces(state) → [{id, x, y, looks, draw}] · arrows(state, move) → pairs of points
//   key(state, key, selected) · tap(state, point, selected) → {moves, select} or null
//   grab(state, point) → a piece's id or null · pull(state, id, from, to) → {moves, places: [[id, x, y], …]}
//   goalPieces() · lights · reach(state, id, selected) · notation · jointStep(): see `Board`, which has what most kinds
//   answer
// A pull says what a drag would do if it ended now, and where the pieces are to be shown meanwhile.

import { svg } from "../dom.js";

export const CELL = 60; // of every drawing, in its own units
export const ARROWS = { ArrowUp: "up", ArrowLeft: "left", ArrowRight: "right", ArrowDown: "down" };
export const DIRECTIONS = { up: [-1, 0], left: [0, -1], right: [0, 1], down: [1, 0] };

/** A key whether or not Shift or Caps Lock is on; those with a name stay as they are. */
export const plain = (key) => (key.length === 1 ? key.toLowerCase() : key);

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** Of points, the one that an arrow key leads to: near, and ahead rather than aside; null where none is ahead. */
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
  const fitted = size / (0.7 * [...text].length + 0.3); // wide letters, and a gap beside them
  return svg("text", { x, y, class: looks, "font-size": Math.min(size * 0.5, fitted), dy: "0.35em" }, text);
}

/** The cells of a grid that follow one another from `from` by steps, breadth first, with the way to each. */
export function flood(from, neighbours) {
  const ways = new Map([[from, []]]);
  for (const [here, way] of ways) {
    for (const [step, there] of neighbours(here)) if (!ways.has(there)) ways.set(there, [...way, step]);
  }
  return ways;
}

/** Words in a row, with how often where the same follow one another: wall, 3 floor, box. */
function counted(words) {
  const runs = [];
  for (const word of words) {
    if (runs.at(-1)?.word === word) runs.at(-1).often += 1;
    else runs.push({ word, often: 1 });
  }
  return runs.map(({ word, often }) => (often > 1 ? `${often} ${word}` : word));
}

/** What all kinds have in common, and what only some of them have. */
export class Board {
  get kind() {
    return this.constructor.kind;
  }

  /** The pieces of the goal, to be shown beside the board; null where the board itself shows it. */
  goalPieces() {
    return null;
  }

  /** How plans are written, where that differs from the keys; or null. */
  get notation() {
    return null;
  }

  /** What can be lit up of a position, `{name, show(info) → {marks, legend, words}}`, or null. */
  get lights() {
    return null;
  }

  /** The squares that a piece in hand can be brought to, as the path of a drawing; null where it is not shown. */
  reach() {
    return null;
  }

  /** A `JointStep`, where several players step at once, or null. */
  jointStep() {
    return null;
  }
}

/** What grids have in common: cells in reading order. */
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
  beside(cell, direction) {
    const [down, right] = DIRECTIONS[direction];
    const [row, column] = [Math.floor(cell / this.columns) + down, (cell % this.columns) + right];
    const inside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return inside ? row * this.columns + column : null;
  }

  /** The board row by row; a kind says `what(state)` gives for a cell, or for the cell and its right edge. */
  words(state) {
    const what = this.what(state);
    return Array.from({ length: this.rows }, (_, row) => {
      const cells = Array.from({ length: this.columns }, (_each, column) => what(row * this.columns + column)).flat();
      return `Row ${row + 1}: ${counted(cells).join(", ")}.`;
    });
  }

  /** The cell in a row and a column, counted from one. */
  square([row, column]) {
    return (row - 1) * this.columns + column - 1;
  }

  place(cell) {
    return `row ${Math.floor(cell / this.columns) + 1}, column ${(cell % this.columns) + 1}`;
  }

  /** A path around cells: every side that no other of them shares. */
  outline(cells) {
    const all = new Set(cells);
    const [flat, tall] = [`h${CELL}`, `v${CELL}`];
    const sides = { up: [0, 0, flat], left: [0, 0, tall], right: [CELL, 0, tall], down: [0, CELL, flat] };
    const open = (cell) => Object.keys(sides).filter((side) => !all.has(this.beside(cell, side)));
    return [...all].flatMap((cell) => open(cell).map((side) => {
      const [dx, dy, line] = sides[side];
      return `M${this.x(cell) + dx} ${this.y(cell) + dy}${line}`;
    })).join("");
  }

  /** A path that fills cells, drawn in from the edge of their union: a square for each, and one across each seam. */
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
