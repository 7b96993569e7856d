// Draw a graph: click to add a vertex, drag between vertices to add an edge, swap tokens in the start and the goal.
// Arrow keys move a cursor between vertices, and Enter acts like a click.

import { button, h, isShortcut, pointIn, spokenLine, svg } from "../dom.js";
import { ARROWS, DIRECTIONS, ahead, clamp, label } from "../board/board.js";
import { freeDirection } from "../board/tokens.js";
import { Palette } from "./canvas.js";

const [WIDE, TALL, RADIUS] = [640, 480, 26];
const SCALE = 110; // length of an edge in the server's layout
const STEP = 20; // distance that an arrow key moves a vertex
const ROOM = 4 * RADIUS; // distance between vertices that are added by keyboard
const TOOLS = [
  { name: "draw", label: "Graph", title: "click to add a vertex; drag between two to add or remove an edge" },
  { name: "move", label: "Move", title: "drag a vertex; or click it and press arrows" },
  { name: "start", label: "Start", title: "click two vertices to swap their tokens in the start" },
  { name: "goal", label: "Goal", title: "click two vertices to swap their tokens in the goal" },
  { name: "erase", label: "Erase", title: "click a vertex to remove it" },
];
const BLANK = "_";

export class TokensEditor {
  static kind = "tokens";
  static format = "tokens";
  static difficulties = { easy: { min_optimum: 4, max_optimum: 8 }, medium: { min_optimum: 9, max_optimum: 16 }, hard: { min_optimum: 17 } };

  size = null; // a graph has no width and height

  constructor(changed) {
    this.changed = changed;
    this.tool = new Palette(TOOLS, () => this.vertices && this.drop());
    this.spoken = spokenLine();
    this.layer = svg("g");
    const looks = { class: "stage editor tokens", viewBox: `0 0 ${WIDE} ${TALL}` };
    const name = "The graph. Arrows and Page Down select a vertex, Enter picks it up, + adds one, Delete removes it.";
    this.canvas = svg("svg", { ...looks, role: "application", tabindex: 0, "aria-label": name },
      svg("rect", { class: "tray", width: WIDE, height: TALL, rx: 8 }), this.layer);
    this.element = h("div", { class: "canvas" }, this.canvas, this.spoken);
    const shuffle = button("Shuffle", () => this.shuffle(), { title: "a random walk, always solvable" });
    this.tools = [h("div", { class: "buttons" }, this.tool.element, shuffle)];
    this.help = {
      pointer: "Click to add a vertex; drag between vertices to add an edge. Then swap tokens in Start and Goal.",
      keys: "Keys: arrows select a vertex, Enter picks it up, + adds one, Delete removes it.",
    };
    this.listenToPointer();
    this.listenToKeys();
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
    const range = (axis) => [Math.min, Math.max].map((extreme) => extreme(...layout.map((spot) => spot[axis])));
    const [[left, right], [top, bottom]] = [range(0), range(1)];
    const scale = Math.min(SCALE, (WIDE - 4 * RADIUS) / (right - left || 1), (TALL - 4 * RADIUS) / (bottom - top || 1));
    this.vertices = vertices.map((vertex, index) => ({
      name: String(vertex), start: String(start[index]), goal: String(goal[index]),
      x: WIDE / 2 + scale * (layout[index][0] - (left + right) / 2),
      y: TALL / 2 + scale * (layout[index][1] - (top + bottom) / 2),
    }));
    this.edges = new Set(edges.map(([one, other]) => edge(String(one), String(other))));
    this.picked = null;
    this.cursor = this.vertices.find((vertex) => vertex.name === this.cursor?.name) ?? this.vertices[0] ?? null;
    this.draw();
  }

  /** The positions of the vertices in the units of `load`. */
  get layout() {
    return this.vertices.map(({ x, y }) => [x / SCALE, y / SCALE]);
  }

  listenToPointer() {
    let held = null;
    const where = (event) => within(pointIn(this.canvas, event));
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
    else if (tool === "draw" && from && to && from !== to) this.join(from, to);
    else if (tool !== "move" && to && from === to) this.pick(to);
  }

  listenToKeys() {
    const turn = (by) => {
      const place = this.vertices.indexOf(this.cursor) + by + this.vertices.length;
      this.goTo(this.vertices[place % this.vertices.length]);
    };
    const atCursor = (act) => () => this.cursor && act(this.cursor);
    const pick = atCursor((vertex) => this.pick(vertex));
    const remove = atCursor((vertex) => this.remove(vertex));
    const add = () => this.add(this.freeSpot());
    const keys = {
      Enter: pick, " ": pick, "+": add, Insert: add, Delete: remove, Backspace: remove, Escape: () => this.drop(),
      PageDown: atCursor(() => turn(1)), PageUp: atCursor(() => turn(-1)),
      ...Object.fromEntries(Object.keys(ARROWS).map((key) => [key, atCursor(() => this.arrow(key))])),
    };
    this.canvas.addEventListener("keydown", (event) => {
      if (!keys[event.key] || !isShortcut(event)) return;
      event.preventDefault();
      keys[event.key]();
      this.draw();
      this.changed();
    });
    this.canvas.addEventListener("focus", atCursor((vertex) => this.goTo(vertex)));
  }

  /** Select the next vertex in a direction, or move the picked vertex by a step. */
  arrow(key) {
    if (this.tool.chosen !== "move" || !this.picked) {
      this.goTo(ahead(this.cursor, this.vertices, key) ?? this.cursor);
      return;
    }
    const [down, right] = DIRECTIONS[ARROWS[key]];
    Object.assign(this.picked, within({ x: this.picked.x + STEP * right, y: this.picked.y + STEP * down }));
    this.say(`${this.picked.name} moved ${ARROWS[key]}.`);
  }

  goTo(vertex) {
    this.cursor = vertex;
    this.say(this.describe(vertex));
  }

  say(text) {
    this.spoken.textContent = text;
  }

  describe({ name, start, goal }) {
    const token = (sign) => (sign === BLANK ? "no token" : `token ${sign}`);
    const others = this.vertices.filter((each) => this.edges.has(edge(name, each.name))).map((each) => each.name);
    const edges = others.length ? `edges to ${others.join(", ")}` : "no edges";
    return `Vertex ${name}: ${token(start)}, ${start === goal ? "also" : token(goal)} in the goal; ${edges}.`;
  }

  /** Handle a click or Enter on a vertex; most tools need two vertices. */
  pick(vertex) {
    const [tool, picked] = [this.tool.chosen, this.picked];
    this.cursor = vertex;
    if (tool === "erase") this.remove(vertex);
    else if (picked === vertex) this.drop();
    else if (picked && tool === "draw") this.join(picked, vertex);
    else if (picked && tool !== "move") this.swap(tool, picked, vertex);
    else {
      this.picked = vertex;
      this.say(`${vertex.name} picked up.`);
    }
  }

  /** Put the picked vertex down. */
  drop() {
    if (this.picked) this.say(`${this.picked.name} put down.`);
    this.picked = null;
    this.draw();
  }

  /** Add or remove an edge. */
  join(one, other) {
    const joined = edge(one.name, other.name);
    const gone = this.edges.delete(joined);
    if (!gone) this.edges.add(joined);
    this.picked = null;
    this.say(`Edge from ${one.name} to ${other.name} ${gone ? "removed" : "added"}.`);
  }

  swap(layer, one, other) {
    [one[layer], other[layer]] = [other[layer], one[layer]];
    this.picked = null;
    this.say(`Swapped. ${this.describe(other)}`);
  }

  /** Add a vertex with the first free name and token; the blank if there is none yet. */
  add(point) {
    const names = new Set(this.vertices.map(({ name }) => name));
    const tokens = new Set(this.vertices.map(({ start }) => start));
    let number = 1;
    while (tokens.has(String(number))) number += 1;
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    let name = letters.find((letter) => !names.has(letter));
    for (let count = 1; !name; count++) if (!names.has(`v${count}`)) name = `v${count}`;
    const token = tokens.has(BLANK) ? String(number) : BLANK;
    this.cursor = { name, start: token, goal: token, ...point };
    this.picked = null;
    this.vertices.push(this.cursor);
    this.say(`Added. ${this.describe(this.cursor)}`);
  }

  /** The point nearest to the cursor with enough room for a vertex, or with the most room. */
  freeSpot() {
    const from = this.cursor ?? { x: WIDE / 2, y: TALL / 2 };
    const far = (spot, vertex) => Math.hypot(spot.x - vertex.x, spot.y - vertex.y);
    let best = null;
    for (let x = 2 * RADIUS; x <= WIDE - 2 * RADIUS; x += RADIUS) {
      for (let y = 2 * RADIUS; y <= TALL - 2 * RADIUS; y += RADIUS) {
        const gap = Math.min(ROOM, ...this.vertices.map((vertex) => far({ x, y }, vertex)));
        const value = 100 * gap - far({ x, y }, from);
        if (!best || value > best.value) best = { x, y, value };
      }
    }
    return { x: best.x, y: best.y };
  }

  /** Remove a vertex, and its token from both arrangements. */
  remove(vertex) {
    for (const layer of ["start", "goal"]) {
      const holder = this.vertices.find((each) => each[layer] === vertex.start);
      [holder[layer], vertex[layer]] = [vertex[layer], holder[layer]];
    }
    this.vertices = this.vertices.filter((each) => each !== vertex);
    this.edges = new Set([...this.edges].filter((joined) => !ends(joined).includes(vertex.name)));
    this.picked = null;
    const off = (each) => Math.hypot(each.x - vertex.x, each.y - vertex.y);
    this.cursor = this.vertices.reduce((best, each) => (best && off(best) <= off(each) ? best : each), null);
    this.say(`${vertex.name} removed. ${this.cursor ? this.describe(this.cursor) : "The graph is empty."}`);
  }

  shuffle() {
    const tokens = this.vertices.map(({ goal }) => goal);
    const joined = (one, other) => this.edges.has(edge(one.name, other.name));
    const numbers = [...this.vertices.keys()];
    const neighbours = this.vertices.map((one) => numbers.filter((number) => joined(one, this.vertices[number])));
    let blank = tokens.indexOf(BLANK);
    for (let step = 0; blank >= 0 && neighbours[blank].length && step < 60 * tokens.length; step++) {
      const to = neighbours[blank][Math.floor(Math.random() * neighbours[blank].length)];
      [tokens[blank], tokens[to]] = [tokens[to], BLANK];
      blank = to;
    }
    this.vertices.forEach((vertex, index) => { vertex.start = tokens[index]; });
    this.draw();
    this.changed();
  }

  /** Draw the graph, and the edge that the pointer drags or that Enter would add. */
  draw(newEdge = this.tool.chosen === "draw" && this.picked ? { from: this.picked, to: this.cursor } : null) {
    const layer = this.tool.chosen === "goal" ? "goal" : "start";
    const spot = new Map(this.vertices.map((vertex) => [vertex.name, vertex]));
    const edges = [...this.edges].map((joined) => ends(joined).map((name) => spot.get(name)));
    const neighbours = new Map(this.vertices.map((vertex) => [vertex, []]));
    for (const [one, other] of edges) {
      neighbours.get(one).push(other);
      neighbours.get(other).push(one);
    }
    const line = (one, other, looks = "edge") => {
      return svg("line", { class: looks, x1: one.x, y1: one.y, x2: other.x, y2: other.y });
    };
    this.layer.replaceChildren(
      ...edges.map(([one, other]) => line(one, other)),
      ...(newEdge ? [line(newEdge.from, newEdge.to, "edge aim")] : []),
      ...this.vertices.map((vertex) => {
        const token = vertex[layer];
        const looks = token === BLANK ? "hole" : "face";
        const home = vertex.start === vertex.goal ? "token home" : "token";
        const [x, y] = freeDirection(vertex, neighbours.get(vertex)).map((part) => (RADIUS + 18) * part);
        return svg("g", { class: home, transform: `translate(${vertex.x} ${vertex.y})` },
          svg("circle", { class: looks, r: RADIUS }),
          vertex === this.picked ? svg("circle", { class: "aim held", r: RADIUS + 4 }) : null,
          vertex === this.cursor ? svg("circle", { class: "cursor", r: RADIUS + 8 }) : null,
          token === BLANK ? null : label(token, 0, 0, 1.7 * RADIUS),
          svg("text", { class: "name", x, y, dy: "0.35em", "font-size": 18 }, vertex.name));
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

const within = ({ x, y }) => ({ x: clamp(x, RADIUS, WIDE - RADIUS), y: clamp(y, RADIUS, TALL - RADIUS) });
const edge = (one, other) => (one < other ? `${one} ${other}` : `${other} ${one}`);
const ends = (joined) => joined.split(" ");
