// The visible part of a large board: zoomed by buttons, keys, the wheel with Ctrl, or two fingers; moved by dragging
// the ground. A piece that moves is scrolled into view.

import { clamp } from "./board/board.js";
import { button, h, pointIn } from "./dom.js";

const MIN_SIDE = 16 * 60; // boards with a longer side can be zoomed
const STEP = 1.5;
const CLOSEST = 6 * 60; // length of the longer side at the largest zoom
const ROOM = 90; // minimal distance of a moving piece from the edge of the view

export class Viewport {
  /** `whole` is the view box of an SVG element: {x, y, width, height}. */
  constructor(element, whole) {
    this.element = element;
    this.whole = whole;
    this.fit();
    const side = Math.max(whole.width, whole.height);
    this.maxFactor = Math.max(1, side / CLOSEST);
    this.controls = side < MIN_SIDE ? null : h("div", { class: "buttons zoom", role: "group", "aria-label": "Zoom" },
      button("−", () => this.zoom(1 / STEP), { "aria-label": "Zoom out", title: "-" }),
      button("+", () => this.zoom(STEP), { "aria-label": "Zoom in", title: "+" }),
      button("Whole board", () => this.fit(), { title: "0" }));
  }

  get factor() {
    return this.whole.width / this.view.width;
  }

  get zoomed() {
    return this.factor > 1.001;
  }

  fit() {
    this.show(this.whole);
  }

  /** Zoom around a point, by default the middle of the view. */
  zoom(by, at = { x: this.view.x + this.view.width / 2, y: this.view.y + this.view.height / 2 }) {
    const factor = clamp(this.factor * by, 1, this.maxFactor);
    const [width, height] = [this.whole.width / factor, this.whole.height / factor];
    const along = (start, size, now, where) => where - ((where - start) / size) * now;
    this.show({
      x: along(this.view.x, this.view.width, width, at.x), y: along(this.view.y, this.view.height, height, at.y),
      width, height,
    });
  }

  pan(dx, dy) {
    this.show({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  /** Scroll a point into view, with some room around it. */
  reveal({ x, y }) {
    if (!this.zoomed) return;
    const { view } = this;
    const room = Math.min(ROOM, view.width / 4, view.height / 4);
    const shift = (at, start, size) => Math.min(0, at - room - start) + Math.max(0, at + room - start - size);
    this.pan(shift(x, view.x, view.width), shift(y, view.y, view.height));
  }

  show({ x, y, width, height }) {
    const { whole } = this;
    const inside = (at, start, size, all) => clamp(at, start, start + all - size);
    this.view = {
      x: inside(x, whole.x, width, whole.width), y: inside(y, whole.y, height, whole.height), width, height,
    };
    this.element.setAttribute("viewBox", Object.values(this.view).join(" "));
  }

  /** Handle a key that zooms. Returns false for any other key. */
  key(key) {
    const act = { "+": () => this.zoom(STEP), "=": () => this.zoom(STEP), "-": () => this.zoom(1 / STEP),
      0: () => this.fit() }[key];
    if (!act || !this.controls) return false;
    act();
    return true;
  }

  /** Listen to the wheel and to two fingers; a second finger calls `onpinch()`. */
  listen(onpinch) {
    if (!this.controls) return;
    this.element.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 200), pointIn(this.element, event));
    }, { passive: false });
    const fingers = new Map();
    const spread = () => {
      const [one, other] = [...fingers.values()];
      return {
        far: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1,
        clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2,
      };
    };
    const put = ({ pointerId, clientX, clientY }) => fingers.set(pointerId, { clientX, clientY });
    this.element.addEventListener("pointerdown", (event) => {
      put(event);
      if (fingers.size === 2) onpinch();
    });
    this.element.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      if (fingers.size !== 2) return void put(event);
      const before = spread();
      put(event);
      const after = spread();
      const [from, to] = [pointIn(this.element, before), pointIn(this.element, after)];
      this.pan(from.x - to.x, from.y - to.y);
      this.zoom(after.far / before.far, from);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      this.element.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId));
    }
  }
}
