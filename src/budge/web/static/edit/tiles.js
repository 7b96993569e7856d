// Arrange tiles: click two cells to swap what is on them, in the start or in the goal; or shuffle.

import { button, h, svg } from "../dom.js";
import { TilesBoard } from "../board/tiles.js";
import { Canvas, Palette } from "./canvas.js";

const LAYERS = [{ name: "start", words: "Start" }, { name: "goal", words: "Goal" }];

export class TilesEditor {
  static kind = "tiles";
  static format = "tiles";
  // By walks of the blank, since random boards are all hard.
  static difficulties = { easy: { wishes: { walk: 20 } }, medium: { wishes: { walk: 40 } }, hard: {} };

  leastSide = 1;

  constructor(changed) {
    this.changed = changed;
    this.place = h("div", { class: "canvas" });
    this.layer = new Palette(LAYERS, () => this.canvas && this.draw());
    const shuffle = button("Shuffle", () => this.shuffle(), { title: "a random walk of the blank: it can be solved" });
    this.tools = [h("div", { class: "buttons" }, this.layer.element, shuffle)];
    this.element = this.place;
    this.help = "Click one cell and then another to swap them.";
  }

  blank(width = 3, height = 3) {
    const size = width * height;
    const row = (y) => Array.from({ length: width }, (_, x) => (y * width + x + 1) % size);
    const ordered = Array.from({ length: height }, (_, y) => row(y));
    this.load({ kind: "tiles", name: null, start: ordered, goal: ordered });
  }

  load({ name = null, start, goal }) {
    this.name = name;
    this.canvas = new Canvas(start[0].length, start.length, (cell, first) => first && this.pick(cell));
    this.place.replaceChildren(this.canvas.element);
    this.state = { start: start.flat(), goal: goal.flat() };
    this.picked = null;
    this.draw();
  }

  get size() {
    return [this.canvas.columns, this.canvas.rows];
  }

  resize(width, height) {
    this.blank(width, height);
    this.changed();
  }

  pick(cell) {
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
    const shapes = board.pieces(this.state[this.layer.chosen]).map(({ x, y, looks, draw }) =>
      svg("g", { class: `piece ${looks}`, transform: `translate(${x} ${y})` }, draw()));
    const { canvas, picked } = this;
    const mark = picked === null ? null : svg("path", { class: "aim held", d: canvas.outline([picked]) });
    canvas.draw(shapes, mark);
  }

  puzzle() {
    const [width, height] = this.size;
    const rows = (cells) => Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width));
    return { kind: "tiles", name: this.name, start: rows(this.state.start), goal: rows(this.state.goal) };
  }
}
