// Arrange tiles: click two cells to swap their tiles, in the start or in the goal; or shuffle the start.

import { button, h, svg } from "../dom.js";
import { TilesBoard } from "../board/tiles.js";
import { Palette } from "./canvas.js";
import { GridEditor } from "./grid.js";

const LAYERS = [{ name: "start", label: "Start" }, { name: "goal", label: "Goal" }];

export class TilesEditor extends GridEditor {
  static kind = "tiles";
  static format = "tiles";
  // Lengths of random walks, because random boards are all hard.
  static difficulties = { easy: { params: { walk: 20 } }, medium: { params: { walk: 40 } }, hard: {} };

  constructor(changed) {
    super(changed);
    this.layer = new Palette(LAYERS, () => this.canvas && this.draw());
    const shuffle = button("Shuffle", () => this.shuffle(), { title: "a random walk, always solvable" });
    this.tools = [h("div", { class: "buttons" }, this.layer.element, shuffle)];
    this.help = { pointer: "Click one cell and then another to swap them." };
  }

  blank(width = 3, height = 3) {
    this.load({ ...this.resized(width, height), name: null });
  }

  /** The solved board of another size. */
  resized(width, height) {
    const row = (y) => Array.from({ length: width }, (_, x) => (y * width + x + 1) % (width * height));
    const ordered = Array.from({ length: height }, (_, y) => row(y));
    return { kind: "tiles", name: this.name, start: ordered, goal: ordered };
  }

  load({ name = null, start, goal }) {
    this.name = name;
    this.createCanvas(start[0].length, start.length);
    this.state = { start: start.flat(), goal: goal.flat() };
    this.picked = null;
    this.draw();
  }

  paint(cell, first) {
    if (!first) return;
    const cells = this.state[this.layer.chosen];
    if (this.picked === null) this.picked = cell;
    else {
      [cells[this.picked], cells[cell]] = [cells[cell], cells[this.picked]];
      this.picked = null;
      this.changed();
    }
    this.draw();
  }

  shuffle() {
    const board = new TilesBoard({ puzzle: this.puzzle() });
    let [state, last] = [this.state.goal, null];
    for (let step = 0; step < 40 * state.length; step++) {
      const moves = board.moves(state).filter((move) => move !== { U: "D", D: "U", L: "R", R: "L" }[last]);
      last = moves.length ? moves[Math.floor(Math.random() * moves.length)] : null;
      if (last) state = board.apply(state, last);
    }
    this.state.start = [...state];
    this.draw();
    this.changed();
  }

  draw() {
    const board = new TilesBoard({ puzzle: this.puzzle() });
    const { canvas, picked } = this;
    const mark = picked === null ? null : svg("path", { class: "aim held", d: canvas.outline([picked]) });
    canvas.draw(canvas.pieces(board, this.state[this.layer.chosen]), mark);
  }

  describe(cell) {
    const tile = this.state[this.layer.chosen][cell];
    return `${tile ? `tile ${tile}` : "blank"}${cell === this.picked ? ", selected" : ""}`;
  }

  puzzle() {
    const [width, height] = this.size;
    const rows = (cells) => Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width));
    return { kind: "tiles", name: this.name, start: rows(this.state.start), goal: rows(this.state.goal) };
  }
}
