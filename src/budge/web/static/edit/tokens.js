// Draw a graph: click to set a vertex, drag from one to another for an edge, swap tokens in the start and the goal.

import { button, h, svg } from "../dom.js";
import { label } from "../board/board.js";
import { Palette } from "./canvas.js";

const [WIDE, TALL, RADIUS] = [640, 480, 26];
const SCALE = 110; // an edge of the server's layout
const TOOLS = [
  { name: "draw", words: "Graph", title: "click: a vertex; drag from one to another: an edge, or no longer" },
  { name: "move", words: "Move", title: "drag vertices to where they look best" },
  { name: "start", words: "Start", title: "click two vertices to swap their tokens at the start" },
  { name: "goal", words: "Goal", title: "click two vertices to swap their tokens in the goal" },
  { name: "erase", words: "Erase", title: "click a vertex to take it away" },
];
const BLANK = "_";

export class TokensEditor {
  static kind = "tokens";
  static format = "tokens";
  static difficulties = { easy: { most: 8 }, medium: { least: 9, most: 16 }, hard: { least: 17 } };

  size = null; // a graph has no width and height

  constructor(changed) {
    this.changed = changed;
    this.tool = new Palette(TOOLS, () => this.vertices && this.draw());
    this.layer = svg("g");
    const looks = { class: "stage editor tokens", viewBox: `0 0 ${WIDE} ${TALL}` };
    this.canvas = svg("svg", { ...looks, role: "application", "aria-label": "The graph" },
      svg("rect", { class: "tray", width: WIDE, height: TALL, rx: 8 }), this.layer);
    this.element = h("div", { class: "canvas" }, this.canvas);
    const shuffle = button("Shuffle", () => this.shuffle(), { title: "a random walk of the blank: it can be solved" });
    this.tools = [h("div", { class: "buttons" }, this.tool.element, shuffle)];
    this.help = "Click to set a vertex; drag from one to another for an edge. Then swap tokens in Start and Goal.";
    this.listen();
  }

  blank() {
    const ring = [0, 1, 2, 3, 4];
    const spots = ring.map((n) => [Math.sin((2 * Math.PI * n) / 5), -Math.cos((2 * Math.PI * n) / 5)]);
    this.load({
      kind: "tokens", name: null, vertices: [..."abcde"], edges: ring.map((n) => ["abcde"[n], "abcde"[(n + 1) % 5]]),
      start: ["1", "2", "3", "4", BLANK], goal: ["1", "2", "3", "4", BLANK],
    }, spots);
  }

  load({ name = null, vertices, edges, start, goal }, layout) {
    this.name = name;
    const range = (axis) => [Math.min, Math.max].map((most) => most(...layout.map((spot) => spot[axis])));
    const [[left, right], [top, bottom]] = [range(0), range(1)];
    const scale = Math.min(SCALE, (WIDE - 4 * RADIUS) / (right - left || 1), (TALL - 4 * RADIUS) / (bottom - top || 1));
    this.vertices = vertices.map((vertex, index) => ({
      name: String(vertex), start: String(start[index]), goal: String(goal[index]),
      x: WIDE / 2 + scale * (layout[index][0] - (left + right) / 2),
      y: TALL / 2 + scale * (layout[index][1] - (top + bottom) / 2),
    }));
    this.edges = new Set(edges.map(([one, other]) => edge(String(one), String(other))));
    this.picked = null;
    this.draw();
  }

  /** Where the vertices are, in the units of `load`. */
  get layout() {
    return this.vertices.map(({ x, y }) => [x / SCALE, y / SCALE]);
  }

  listen() {
    let held = null;
    const where = (event) => {
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.canvas.getScreenCTM().inverse());
      return { x: Math.max(RADIUS, Math.min(WIDE - RADIUS, x)), y: Math.max(RADIUS, Math.min(TALL - RADIUS, y)) };
    };
    const at = ({ x, y }) => this.vertices.find((vertex) => Math.hypot(vertex.x - x, vertex.y - y) <= RADIUS + 4);
    this.canvas.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.canvas.setPointerCapture(event.pointerId);
      const point = where(event);
      held = { from: at(point), point };
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!held?.from) return;
      const point = where(event);
      if (this.tool.chosen === "move") {
        Object.assign(held.from, point);
        this.draw();
      } else if (this.tool.chosen === "draw") this.draw({ from: held.from, to: point });
    });
    this.canvas.addEventListener("pointerup", (event) => {
      if (!held) return;
      const [{ from }, to] = [held, at(where(event))];
      held = null;
      this.released(from, to, where(event));
      this.draw();
      this.changed();
    });
  }

  released(from, to, point) {
    const tool = this.tool.chosen;
    if (tool === "draw" && !from && !to) this.add(point);
    else if (tool === "draw" && from && to && from !== to) {
      const joined = edge(from.name, to.name);
      if (!this.edges.delete(joined)) this.edges.add(joined);
    } else if (tool === "erase" && to) this.remove(to);
    else if ((tool === "start" || tool === "goal") && to) {
      if (this.picked) {
        [this.picked[tool], to[tool]] = [to[tool], this.picked[tool]];
        this.picked = null;
      } else this.picked = to;
    }
  }

  /** A vertex with the first free name and number; the blank if there is none yet. */
  add(point) {
    const names = new Set(this.vertices.map(({ name }) => name));
    const tokens = new Set(this.vertices.map(({ start }) => start));
    let number = 1;
    while (tokens.has(String(number))) number += 1;
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    let name = letters.find((letter) => !names.has(letter));
    for (let count = 1; !name; count++) if (!names.has(`v${count}`)) name = `v${count}`;
    const token = tokens.has(BLANK) ? String(number) : BLANK;
    this.vertices.push({ name, start: token, goal: token, ...point });
  }

  /** Take a vertex away, and its token from both arrangements. */
  remove(vertex) {
    for (const layer of ["start", "goal"]) {
      const holder = this.vertices.find((each) => each[layer] === vertex.start);
      [holder[layer], vertex[layer]] = [vertex[layer], holder[layer]];
    }
    this.vertices = this.vertices.filter((each) => each !== vertex);
    this.edges = new Set([...this.edges].filter((joined) => !ends(joined).includes(vertex.name)));
  }

  shuffle() {
    const tokens = this.vertices.map(({ goal }) => goal);
    const joined = (one, other) => this.edges.has(edge(one.name, other.name));
    const numbers = [...this.vertices.keys()];
    const beside = this.vertices.map((one) => numbers.filter((number) => joined(one, this.vertices[number])));
    let blank = tokens.indexOf(BLANK);
    for (let step = 0; blank >= 0 && beside[blank].length && step < 60 * tokens.length; step++) {
      const to = beside[blank][Math.floor(Math.random() * beside[blank].length)];
      [tokens[blank], tokens[to]] = [tokens[to], BLANK];
      blank = to;
    }
    this.vertices.forEach((vertex, index) => { vertex.start = tokens[index]; });
    this.draw();
    this.changed();
  }

  draw(pulled = null) {
    const layer = this.tool.chosen === "goal" ? "goal" : "start";
    const spot = new Map(this.vertices.map((vertex) => [vertex.name, vertex]));
    const line = (one, other, looks = "edge") => {
      return svg("line", { class: looks, x1: one.x, y1: one.y, x2: other.x, y2: other.y });
    };
    this.layer.replaceChildren(
      ...[...this.edges].map((joined) => line(...ends(joined).map((name) => spot.get(name)))),
      ...(pulled ? [line(pulled.from, pulled.to, "edge aim")] : []),
      ...this.vertices.map((vertex) => {
        const token = vertex[layer];
        const looks = token === BLANK ? "hole" : "face";
        const home = vertex.start === vertex.goal ? "token home" : "token";
        return svg("g", { class: home, transform: `translate(${vertex.x} ${vertex.y})` },
          svg("circle", { class: looks, r: RADIUS }),
          vertex === this.picked ? svg("circle", { class: "aim held", r: RADIUS + 4 }) : null,
          token === BLANK ? null : label(token, 0, 0, 1.7 * RADIUS),
          svg("text", { class: "name", y: RADIUS + 16, "font-size": 13 }, vertex.name));
      }));
  }

  puzzle() {
    return {
      kind: "tokens", name: this.name,
      vertices: this.vertices.map(({ name }) => name), edges: [...this.edges].map(ends),
      start: this.vertices.map(({ start }) => start), goal: this.vertices.map(({ goal }) => goal),
    };
  }
}

const edge = (one, other) => (one < other ? `${one} ${other}` : `${other} ${one}`);
const ends = (joined) => joined.split(" ");
