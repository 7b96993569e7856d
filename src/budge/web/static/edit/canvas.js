// The canvas of an editor, a grid whose cells are painted by pointer or keys, and its palette of brushes. A line for
// screen readers describes the cell at the cursor.

import { h, isShortcut, pointIn, spokenLine, svg } from "../dom.js";
import { ARROWS, CELL, Grid } from "../board/board.js";
import { Viewport } from "../viewport.js";

const TAP_SLOP = 5; // pixels that a finger moves before it paints; until then a second finger may start a zoom

/**
 * A grid to draw on. It calls `paint(cell, first)` for every cell that the pressed pointer crosses; `describe(cell)`
 * returns the contents of a cell as text.
 */
export class Canvas extends Grid {
  constructor(columns, rows, { paint, describe }) {
    super(columns, rows);
    this.cursor = 0;
    this.describe = describe;
    this.spoken = spokenLine();
    this.layer = svg("g");
    this.frame = svg("rect", { class: "cursor", width: CELL, height: CELL, rx: 6 });
    const cells = Array.from({ length: columns * rows }, (_, cell) => {
      return svg("rect", { class: "cell", x: this.x(cell), y: this.y(cell), width: CELL, height: CELL });
    });
    this.element = svg("svg", {
      class: "stage editor", tabindex: 0, role: "application",
      "aria-label": "The drawing. Arrow keys move the cursor, the space bar paints.",
    }, svg("rect", { class: "tray", width: this.width, height: this.height, rx: 6 }),
    svg("g", {}, cells), this.layer, this.frame);
    this.viewport = new Viewport(this.element, { x: -2, y: -2, width: this.width + 4, height: this.height + 4 });
    this.elements = [this.element, this.viewport.controls, this.spoken].filter(Boolean);
    this.listen(paint);
    this.move(0);
  }

  listen(paint) {
    let [last, touch, from] = [null, null, null];
    /** Paint the cells on the way from the pointer's last position, which a quick stroke can skip. */
    const cross = (event, first) => {
      const to = pointIn(this.element, event);
      const [dx, dy] = first ? [0, 0] : [to.x - from.x, to.y - from.y];
      const samples = Math.ceil((4 * Math.hypot(dx, dy)) / CELL);
      for (let left = samples; left >= 0; left--) {
        const share = samples ? left / samples : 0;
        const cell = this.at({ x: to.x - share * dx, y: to.y - share * dy });
        if (cell === null || cell === last) continue;
        last = cell;
        this.move(cell);
        paint(cell, first);
      }
      from = to;
    };
    const begin = (event) => {
      touch = null;
      cross(event, true);
    };
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      last = null;
      this.element.setPointerCapture(event.pointerId);
      if (event.pointerType === "touch" && this.viewport.controls) touch = event;
      else begin(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      const moved = touch && Math.hypot(event.clientX - touch.clientX, event.clientY - touch.clientY) >= TAP_SLOP;
      if (moved) begin(touch);
      if (event.buttons && last !== null) cross(event, false);
    });
    this.element.addEventListener("pointerup", () => {
      if (touch) begin(touch);
      if (last !== null) this.viewport.reveal(this.middle(last));
    });
    this.viewport.listen(() => { [last, touch] = [null, null]; });
    this.element.addEventListener("keydown", (event) => {
      const { key } = event;
      if (!isShortcut(event)) return;
      if (ARROWS[key]) {
        this.move(this.neighbour(this.cursor, ARROWS[key]) ?? this.cursor);
        this.viewport.reveal(this.middle(this.cursor));
      } else if (key === " " || key === "Enter") paint(this.cursor, true);
      else if (!this.viewport.key(key)) return;
      this.speak();
      event.preventDefault();
    });
    this.element.addEventListener("focus", () => this.speak());
  }

  speak() {
    this.spoken.textContent = `${this.place(this.cursor)}: ${this.describe(this.cursor)}`;
  }

  move(cell) {
    this.cursor = cell;
    this.frame.setAttribute("x", this.x(cell));
    this.frame.setAttribute("y", this.y(cell));
  }

  /** The pieces of a board in a state; the selected one is marked. */
  pieces(board, state, selected = null) {
    return board.pieces(state).map(({ id, x, y, looks, draw }) => {
      const marked = id === selected ? " selected" : "";
      return svg("g", { class: `piece ${looks}${marked}`, transform: `translate(${x} ${y})` }, draw());
    });
  }

  draw(...shapes) {
    this.layer.replaceChildren(...shapes.flat().filter(Boolean));
  }
}

/** A row of brushes {name, label, title}, one of them selected. */
export class Palette {
  constructor(brushes, changed = () => {}) {
    this.changed = changed;
    this.element = h("div", { class: "palette", role: "group", "aria-label": "Brushes" });
    this.fill(brushes, brushes[0].name);
  }

  fill(brushes, chosen = this.chosen) {
    this.element.replaceChildren(...brushes.map(({ name, label, title }) =>
      h("button", { type: "button", "data-name": name, title, onclick: () => this.choose(name) }, label)));
    this.choose(brushes.some(({ name }) => name === chosen) ? chosen : brushes[0].name);
  }

  choose(name) {
    this.chosen = name;
    for (const each of this.element.children) each.setAttribute("aria-pressed", String(each.dataset.name === name));
    this.changed(name);
  }
}
