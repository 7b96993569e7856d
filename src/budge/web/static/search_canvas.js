// Draws a search on the graph of positions: what it has expanded, its frontier, and the position it is at. A canvas,
// because thousands of points change with every frame.

import { h } from "./dom.js";
import { MARKS } from "./search_replay.js";
import { SIZE } from "./stategraph.js";

const PIXELS = 720; // of the drawing; the page scales it
const NAMES = ["none", "seen", "frontier", "closed", "back-frontier", "back-closed", "path", "met"];
const COLOURS = {
  light: {
    none: "#d8d3c7", seen: "#e2b48f", frontier: "#e0962f", closed: "#2f6b57", "back-frontier": "#8fb3e8",
    "back-closed": "#3a62a8", path: "#b3412a", met: "#8a4a93", link: "#00000022", plan: "#b3412a", ink: "#2a2926",
  },
  dark: {
    none: "#3c414b", seen: "#7d5a3c", frontier: "#f0b04f", closed: "#7fc4a8", "back-frontier": "#4d6fae",
    "back-closed": "#8fb3f2", path: "#f0907a", met: "#cf9bd8", link: "#ffffff22", plan: "#f0907a", ink: "#e8e5dd",
  },
};

export class SearchCanvas {
  constructor(graph, name) {
    this.graph = graph;
    const looks = { class: "search-graph", width: PIXELS, height: PIXELS };
    this.element = h("canvas", { ...looks, role: "img", "aria-label": name });
    this.context = this.element.getContext("2d");
    this.points = graph.points.map((point) => point.map((value) => (value * PIXELS) / SIZE));
    this.radius = Math.max(1.8, Math.min(9, 150 / Math.sqrt(graph.states.length)));
  }

  get colours() {
    return getComputedStyle(this.element).getPropertyValue("--scheme").trim() === "dark" ? COLOURS.dark : COLOURS.light;
  }

  /** The edges, drawn once for each theme. */
  get background() {
    const { link } = this.colours;
    if (this.drawnWith === link) return this.links;
    this.drawnWith = link;
    this.links = new OffscreenCanvas(PIXELS, PIXELS);
    const context = this.links.getContext("2d");
    context.strokeStyle = link;
    context.lineWidth = Math.max(0.6, this.radius / 4);
    context.beginPath();
    for (const [from, to] of this.graph.edges) {
      context.moveTo(...this.points[from]);
      context.lineTo(...this.points[to]);
    }
    context.stroke();
    return this.links;
  }

  /** Draw the state of a replay; `plan` lists the nodes of a plan to draw as a line. */
  draw({ marks, current }, plan) {
    const { context, colours, points, radius } = this;
    context.clearRect(0, 0, PIXELS, PIXELS);
    context.drawImage(this.background, 0, 0);
    for (const [mark, name] of NAMES.entries()) {
      context.fillStyle = colours[name];
      context.beginPath();
      const size = mark === MARKS.none ? 0.7 * radius : radius;
      marks.forEach((each, node) => each === mark && this.spot(node, size));
      context.fill();
    }
    context.strokeStyle = colours.ink;
    context.lineWidth = Math.max(1, radius / 3);
    context.beginPath();
    for (const goal of this.graph.goals) this.spot(goal, 1.5 * radius);
    context.stroke();
    if (plan.length > 1 && plan.every((node) => node >= 0)) {
      context.strokeStyle = colours.plan;
      context.lineWidth = radius;
      context.beginPath();
      plan.forEach((node, index) => (index ? context.lineTo(...points[node]) : context.moveTo(...points[node])));
      context.stroke();
    }
    if (!current || current.node < 0) return;
    context.strokeStyle = colours.ink;
    context.lineWidth = Math.max(2, radius / 1.6);
    context.beginPath();
    this.spot(current.node, 2.2 * radius);
    context.stroke();
  }

  spot(node, radius) {
    const [x, y] = this.points[node];
    this.context.moveTo(x + radius, y);
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
  }
}
