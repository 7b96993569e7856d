// The state graph of a small puzzle: positions are points, moves are lines, a plan is a path.
//
// Pivot MDS places the points (U. Brandes and C. Pich, Eigensolver methods for progressive multidimensional scaling,
// 2006): the matrix of squared distances to a few pivots is centred, and its two leading axes are the coordinates. A
// few rounds of a spring embedder then separate points that are too close. The layout is deterministic.

import * as api from "./api.js";
import { ARROWS, ahead } from "./board/board.js";
import { button, count, h, isShortcut, pointIn, svg } from "./dom.js";
import { thumbnail } from "./board_view.js";

const PIVOTS = 24;
export const SIZE = 1000; // of the canvas of `layout`
const MARGIN = 30;

export class StateGraph {
  /** `settings()` returns the metric and, if there is one, a plan to draw. */
  constructor(app, settings) {
    this.app = app;
    this.settings = settings;
    this.place = h("div", {});
    this.element = h("section", {}, h("h2", {}, "State graph"),
      h("div", { class: "buttons" }, button("Draw all positions", () => this.load()),
        h("span", { class: "quiet" }, "for small puzzles: up to 3,000 positions")),
      this.place);
  }

  async load() {
    const { metric, plan } = this.settings();
    const found = await this.app.attempt(() => api.graph(this.app.item.puzzle, plan ? { metric, plan } : { metric }));
    if (found) this.draw(found);
  }

  draw({ nodes, edges, start, goals, states, path, directed }) {
    const points = layout(nodes.length, edges);
    const deepest = Math.max(1, ...nodes.map(({ depth }) => depth ?? 0));
    const radius = Math.max(2.2, Math.min(7, 130 / Math.sqrt(nodes.length)));
    const at = (id) => `${points[id][0].toFixed(1)} ${points[id][1].toFixed(1)}`;
    const dot = (id, r) => `M${at(id)}m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    const layers = new Map();
    for (const { id, depth } of nodes) layers.set(depth, (layers.get(depth) ?? "") + dot(id, radius));
    const hue = (depth) => `oklch(0.68 0.13 ${(250 - (210 * (depth ?? 0)) / deepest).toFixed(0)})`;
    const route = path ?? shortest(nodes.length, edges, directed, start, new Set(goals));
    const links = edges.map(([one, other]) => `M${at(one)}L${at(other)}`).join("");
    const looks = { class: "graph", viewBox: `0 0 ${SIZE} ${SIZE}` };
    const cursor = svg("circle", { class: "cursor", r: radius * 2.4 });
    const name = `${count(nodes.length, "positions")}. Arrow keys move between them.`;
    const drawn = svg("svg", { ...looks, role: "application", tabindex: 0, "aria-label": name },
      svg("path", { class: "links", d: links, "stroke-width": radius / 4 }),
      [...layers].map(([depth, d]) => svg("path", { d, fill: hue(depth) })),
      svg("path", { class: "end", d: goals.map((id) => dot(id, radius * 1.7)).join(""), "stroke-width": radius / 2 }),
      route.length > 1
        ? svg("path", { class: "route", d: `M${route.map(at).join("L")}`, "stroke-width": radius }) : null,
      svg("path", { class: "start", d: dot(start, radius * 1.7) }), cursor);
    const detail = h("figure", { class: "goal", "aria-live": "polite" });
    let shown = start;
    const show = (id) => {
      shown = id;
      cursor.setAttribute("cx", points[id][0]);
      cursor.setAttribute("cy", points[id][1]);
      const { board } = this.app;
      const depth = nodes[id].depth === null ? "" : `${count(nodes[id].depth, "moves")} from the start`;
      detail.replaceChildren(thumbnail(board, board.pieces(states[id]), "the position"), h("figcaption", {}, depth));
    };
    drawn.addEventListener("pointermove", (event) => {
      const spot = pointIn(drawn, event);
      const off = (id) => Math.hypot(points[id][0] - spot.x, points[id][1] - spot.y);
      show(nodes.reduce((best, { id }) => (off(id) < off(best) ? id : best), 0));
    });
    const spots = points.map(([x, y], id) => ({ x, y, id }));
    drawn.addEventListener("keydown", (event) => {
      if (!ARROWS[event.key] || !isShortcut(event)) return;
      event.preventDefault();
      show((ahead(spots[shown], spots, event.key) ?? spots[shown]).id);
    });
    show(start);
    const goal = `Rings mark goals; the line is a path of ${count(route.length - 1, "moves")}.`;
    const size = `${count(nodes.length, "positions")}, ${count(edges.length, "moves")} between them`;
    const summary = `${size}, up to ${deepest} from the start. ${goals.length ? goal : "No goal is reachable."}`;
    this.place.replaceChildren(h("p", {}, summary), h("div", { class: "graph-side" }, drawn, detail));
  }
}

/** The neighbours of every node; edges go both ways unless they are directed. */
function adjacency(size, edges, directed = false) {
  const lists = Array.from({ length: size }, () => []);
  for (const [one, other] of edges) {
    lists[one].push(other);
    if (!directed) lists[other].push(one);
  }
  return lists;
}

function distances(lists, from) {
  const found = new Float64Array(lists.length).fill(-1);
  found[from] = 0;
  const queue = [from];
  for (const here of queue) {
    for (const next of lists[here]) {
      if (found[next] < 0) {
        found[next] = found[here] + 1;
        queue.push(next);
      }
    }
  }
  return found;
}

/** A shortest path from the start to a goal. */
function shortest(size, edges, directed, start, goals) {
  const lists = adjacency(size, edges, directed);
  const from = new Map([[start, null]]);
  for (const here of from.keys()) {
    if (goals.has(here)) {
      const path = [];
      for (let node = here; node !== null; node = from.get(node)) path.unshift(node);
      return path;
    }
    for (const next of lists[here]) if (!from.has(next)) from.set(next, here);
  }
  return [];
}

/** A point on the canvas for every node. */
export function layout(size, edges) {
  const lists = adjacency(size, edges);
  const rows = []; // squared distances from each pivot
  const nearest = new Float64Array(size).fill(Infinity);
  let pivot = 0;
  for (let n = 0; n < Math.min(PIVOTS, size); n++) {
    const far = distances(lists, pivot);
    rows.push(far.map((distance) => distance * distance));
    far.forEach((distance, node) => { nearest[node] = Math.min(nearest[node], distance); });
    pivot = nearest.indexOf(Math.max(...nearest));
  }
  const axes = leading(centred(rows, size), size);
  return fitted(relaxed(Array.from({ length: size }, (_, node) => [axes[0][node], axes[1][node]]), edges));
}

function centred(rows, size) {
  const columns = new Float64Array(size);
  let all = 0;
  for (const row of rows) row.forEach((value, node) => { columns[node] += value / rows.length; });
  const means = rows.map((row) => row.reduce((sum, value) => sum + value, 0) / size);
  for (const mean of means) all += mean / rows.length;
  return rows.map((row, pivot) => row.map((value, node) => -(value - columns[node] - means[pivot] + all) / 2));
}

/** The two leading axes, by power iteration among the pivots. */
function leading(rows, size) {
  const dot = (one, other) => one.reduce((sum, value, index) => sum + value * other[index], 0);
  const gram = rows.map((one) => rows.map((other) => dot(one, other)));
  const found = [];
  for (let axis = 0; axis < 2; axis++) {
    let vector = rows.map((_, index) => Math.sin(1 + axis + 1.7 * index));
    for (let round = 0; round < 100; round++) {
      for (const before of found) {
        const along = dot(before, vector);
        vector = vector.map((value, index) => value - along * before[index]);
      }
      const length = Math.sqrt(dot(vector, vector)) || 1;
      const unit = vector.map((value) => value / length);
      vector = round < 99 ? gram.map((row) => dot(row, unit)) : unit;
    }
    found.push(vector);
  }
  const scale = (vector) => Math.sqrt(Math.sqrt(Math.max(1e-9, dot(vector, gram.map((row) => dot(row, vector))))));
  return found.map((vector) => {
    const along = new Float64Array(size);
    rows.forEach((row, pivot) => {
      const weight = vector[pivot] / scale(vector);
      row.forEach((value, node) => { along[node] += weight * value; });
    });
    return along;
  });
}

/** A spring embedder: the ends of an edge attract each other, and near points, found with a grid, repel each other. */
function relaxed(points, edges) {
  const apart = ([a, b]) => Math.hypot(points[a][0] - points[b][0], points[a][1] - points[b][1]);
  const mean = edges.reduce((sum, edge) => sum + apart(edge), 0) / (edges.length || 1);
  const unit = mean || 1;
  points = points.map(([x, y], node) => [x / unit + 0.05 * Math.sin(node), y / unit + 0.05 * Math.cos(1.3 * node)]);
  for (let round = 0; round < 80; round++) {
    const cool = 0.35 * (1 - round / 80);
    const push = points.map(() => [0, 0]);
    const cells = new Map();
    points.forEach(([x, y], node) => {
      const key = `${Math.floor(x)},${Math.floor(y)}`;
      if (!cells.has(key)) cells.set(key, []);
      cells.get(key).push(node);
    });
    points.forEach(([x, y], node) => {
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) {
          for (const other of cells.get(`${Math.floor(x) + dx},${Math.floor(y) + dy}`) ?? []) {
            if (other === node) continue;
            const [ox, oy] = [x - points[other][0], y - points[other][1]];
            const near = Math.max(0.05, ox * ox + oy * oy);
            if (near > 1) continue;
            push[node][0] += (0.5 * ox * (1 - near)) / near;
            push[node][1] += (0.5 * oy * (1 - near)) / near;
          }
        }
      }
    });
    for (const [a, b] of edges) {
      const [ox, oy] = [points[b][0] - points[a][0], points[b][1] - points[a][1]];
      const far = Math.hypot(ox, oy) || 0.01;
      const pull = (0.4 * (far - 1)) / far;
      push[a][0] += pull * ox;
      push[a][1] += pull * oy;
      push[b][0] -= pull * ox;
      push[b][1] -= pull * oy;
    }
    points.forEach((point, node) => {
      const [x, y] = push[node];
      const long = Math.hypot(x, y);
      const damping = long > 2 ? 2 / long : 1;
      point[0] += cool * damping * x;
      point[1] += cool * damping * y;
    });
  }
  return points;
}

function fitted(points) {
  const range = (axis) => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  const scale = (SIZE - 2 * MARGIN) / Math.max(right - left, bottom - top, 1e-9);
  const shift = (low, high) => (SIZE - scale * (high - low)) / 2 - scale * low;
  return points.map(([x, y]) => [scale * x + shift(left, right), scale * y + shift(top, bottom)]);
}
