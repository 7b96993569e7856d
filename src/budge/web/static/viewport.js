// What part of a large board is seen: zoomed by buttons, keys, the wheel with Ctrl, or two fingers; moved by dragging
// the ground. Whatever moves is brought into view.

import { clamp } from "./board/board.js";
import { button, h, pointIn } from "./dom.js";

const LARGE = 16 * 60; // units of a side from which on zooming is offered
const STEP = 1.5;
const CLOSEST = 6 * 60; // units of the longer side when zoomed in all the way
const NEAR = 90; // units between what moves and the edge of the view

export class Viewport {
  /** `whole` is the view box of an SVG element: {x, y, width, height}. */
  constructor(element, whole) {
    this.element = element;
    this.whole = whole;
    this.fit();
    const side = Math.max(whole.width, whole.height);
    this.most = Math.max(1, side / CLOSEST);
    this.controls = side < LARGE ? null : h("div", { class: "buttons zoom", role: "group", "aria-label": "Zoom" },
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

  /** Zoom so that a point stays where it is; the middle of the view, unless another is given. */
  zoom(by, at = { x: this.view.x + this.view.width / 2, y: this.view.y + this.view.height / 2 }) {
    const factor = clamp(this.factor * by, 1, this.most);
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

  /** Bring a point into view, with some room around it. */
  reveal({ x, y }) {
    if (!this.zoomed) return;
    const { view } = this;
    const room = Math.min(NEAR, view.width / 4, view.height / 4);
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

  /** A key that zooms; false for any other. */
  key(key) {
    const act = { "+": () => this.zoom(STEP), "=": () => this.zoom(STEP), "-": () => this.zoom(1 / STEP),
      0: () => this.fit() }[key];
    if (!act || !this.controls) return false;
    act();
    return true;
  }

  /** Listen to the wheel and to two fingers; `ontwo()` is called when a second finger comes. */
  listen(ontwo) {
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
      if (fingers.size === 2) ontwo();
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
