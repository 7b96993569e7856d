// What the editors of the kinds share: a drawing area whose cells are painted by pointer or by keys.

import { h, isShortcut, svg } from "../dom.js";
import { CELL, Grid } from "../board/board.js";

const STEPS = { ArrowUp: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, 0] };

/** A grid to draw on. `paint(cell, first)` is called for every cell that the pointer crosses while it is down. */
export class Canvas extends Grid {
  constructor(columns, rows, paint) {
    super(columns, rows);
    this.cursor = 0;
    this.layer = svg("g");
    this.frame = svg("rect", { class: "cursor", width: CELL, height: CELL, rx: 6 });
    const cells = Array.from({ length: columns * rows }, (_, cell) => {
      return svg("rect", { class: "cell", x: this.x(cell), y: this.y(cell), width: CELL, height: CELL });
    });
    this.element = svg("svg", {
      class: "stage editor", viewBox: `-2 -2 ${this.width + 4} ${this.height + 4}`, tabindex: 0, role: "application",
      "aria-label": "The drawing: arrows move the cursor, space paints.",
    }, svg("rect", { class: "tray", width: this.width, height: this.height, rx: 6 }),
    svg("g", {}, cells), this.layer, this.frame);
    this.listen(paint);
    this.move(0);
  }

  listen(paint) {
    let last = null;
    const at = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
      return this.at(point);
    };
    const cross = (event, first) => {
      const cell = at(event);
      if (cell === null || cell === last) return;
      last = cell;
      this.move(cell);
      paint(cell, first);
    };
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      last = null;
      this.element.setPointerCapture(event.pointerId);
      cross(event, true);
    });
    this.element.addEventListener("pointermove", (event) => event.buttons && last !== null && cross(event, false));
    this.element.addEventListener("keydown", (event) => {
      if (!isShortcut(event)) return;
      const step = STEPS[event.key];
      if (step) {
        const row = Math.floor(this.cursor / this.columns) + step[0];
        const column = (this.cursor % this.columns) + step[1];
        if (row >= 0 && row < this.rows && column >= 0 && column < this.columns) this.move(row * this.columns + column);
      } else if (event.key === " " || event.key === "Enter") paint(this.cursor, true);
      else return;
      event.preventDefault();
    });
  }

  move(cell) {
    this.cursor = cell;
    this.frame.setAttribute("x", this.x(cell));
    this.frame.setAttribute("y", this.y(cell));
  }

  draw(...shapes) {
    this.layer.replaceChildren(...shapes.flat().filter(Boolean));
  }
}

/** A row of brushes, one of them in hand; each is {name, words, title}. */
export class Palette {
  constructor(brushes, changed = () => {}) {
    this.changed = changed;
    this.element = h("div", { class: "palette", role: "group", "aria-label": "Brushes" });
    this.fill(brushes, brushes[0].name);
  }

  fill(brushes, chosen = this.chosen) {
    this.element.replaceChildren(...brushes.map(({ name, words, title }) =>
      h("button", { type: "button", "data-name": name, title, onclick: () => this.choose(name) }, words)));
    this.choose(brushes.some(({ name }) => name === chosen) ? chosen : brushes[0].name);
  }

  choose(name) {
    this.chosen = name;
    for (const each of this.element.children) each.setAttribute("aria-pressed", String(each.dataset.name === name));
    this.changed(name);
  }
}
