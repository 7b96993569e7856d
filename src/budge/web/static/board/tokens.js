// Tokens on the vertices of a graph with one blank. A move is the vertex to which the blank moves.

import { svg } from "../dom.js";
import { ARROWS, Board, DIRECTIONS, clamp, label } from "./board.js";

const BLANK = "_";
const EDGE = 120; // the usual length of an edge
const RADIUS = 30;
const MARGIN = 62;

export class TokensBoard extends Board {
  static kind = "tokens";
  static title = "Tokens on a graph";

  constructor({ puzzle, layout }) {
    super();
    this.metrics = ["moves"];
    this.vertices = puzzle.vertices.map(String);
    const place = new Map(this.vertices.map((vertex, index) => [vertex, index]));
    this.edges = puzzle.edges.map(([one, other]) => [place.get(String(one)), place.get(String(other))]);
    this.adjacency = this.vertices.map(() => []);
    for (const [one, other] of this.edges) {
      this.adjacency[one].push(other);
      this.adjacency[other].push(one);
    }
    for (const others of this.adjacency) others.sort((one, other) => one - other);
    this.initial = puzzle.start.map(String);
    this.goal = puzzle.goal.map(String);
    const left = Math.min(...layout.map(([x]) => x));
    const top = Math.min(...layout.map(([, y]) => y));
    this.spots = layout.map(([x, y]) => ({ x: MARGIN + EDGE * (x - left), y: MARGIN + EDGE * (y - top) }));
    this.width = MARGIN + Math.max(...this.spots.map(({ x }) => x));
    this.height = MARGIN + Math.max(...this.spots.map(({ y }) => y));
    this.help = {
      pointer: "Click or drag a token next to the empty vertex.",
      keys: "Or press an arrow to move a token in that direction, or type a vertex.",
    };
  }

  get notation() {
    return "A plan lists the vertices to which the blank moves; the token there moves to the blank's old vertex.";
  }

  moves(state) {
    return this.adjacency[state.indexOf(BLANK)].map((vertex) => this.vertices[vertex]);
  }

  apply(state, move) {
    const [blank, vertex] = [state.indexOf(BLANK), this.vertices.indexOf(move)];
    if (!this.adjacency[blank].includes(vertex)) return null;
    const after = [...state];
    [after[blank], after[vertex]] = [after[vertex], BLANK];
    return after;
  }

  isGoal(state) {
    return state.every((token, vertex) => token === this.goal[vertex]);
  }

  costs(moves) {
    return { moves: moves.length };
  }

  split(text) {
    return text.split(/\s+/).filter(Boolean);
  }

  join(moves) {
    return moves.join(" ");
  }

  describeMove(state, move) {
    return `token ${state[this.vertices.indexOf(move)]} moves from ${move} to ${this.vertices[state.indexOf(BLANK)]}`;
  }

  describeRows(state) {
    return this.vertices.map((vertex, place) => {
      const token = state[place] === BLANK ? "empty" : `token ${state[place]}`;
      const neighbours = this.adjacency[place].map((other) => this.vertices[other]);
      return `Vertex ${vertex}: ${token}; edges to ${neighbours.join(", ") || "none"}.`;
    });
  }

  ground() {
    const lines = this.edges.map(([one, other]) => {
      const [a, b] = [this.spots[one], this.spots[other]];
      return svg("line", { class: "edge", x1: a.x, y1: a.y, x2: b.x, y2: b.y });
    });
    const holes = this.spots.map(({ x, y }) => svg("circle", { class: "hole", cx: x, cy: y, r: RADIUS }));
    const names = this.spots.map((spot, vertex) => {
      const [dx, dy] = freeDirection(spot, this.adjacency[vertex].map((other) => this.spots[other]));
      const [x, y] = [spot.x + (RADIUS + 15) * dx, spot.y + (RADIUS + 15) * dy];
      return svg("text", { class: "name", x, y, dy: "0.35em", "font-size": 15 }, this.vertices[vertex]);
    });
    return [...lines, ...holes, ...names];
  }

  pieces(state) {
    return state.map((token, vertex) => ({ token, vertex })).filter(({ token }) => token !== BLANK)
      .map(({ token, vertex }) => ({
        id: token,
        x: this.spots[vertex].x,
        y: this.spots[vertex].y,
        looks: token === this.goal[vertex] ? "token home" : "token",
        draw: () => [svg("circle", { class: "face", r: RADIUS + 1 }), label(token, 0, 0, 1.7 * RADIUS)],
      }));
  }

  goalPieces() {
    return this.pieces(this.goal);
  }

  arrows(state, move) {
    return [[this.spots[this.vertices.indexOf(move)], this.spots[state.indexOf(BLANK)]]];
  }

  key(state, key) {
    if (this.vertices.includes(key)) return { moves: this.moves(state).filter((move) => move === key) };
    if (!ARROWS[key]) return null;
    const [down, right] = DIRECTIONS[ARROWS[key]];
    const blank = state.indexOf(BLANK);
    const hole = this.spots[blank];
    const along = (vertex) => {
      const [dx, dy] = [hole.x - this.spots[vertex].x, hole.y - this.spots[vertex].y];
      return (dx * right + dy * down) / Math.hypot(dx, dy);
    };
    const best = this.adjacency[blank].reduce((one, other) => (along(other) > along(one) ? other : one));
    return { moves: along(best) > 0.3 ? [this.vertices[best]] : [] };
  }

  vertexAt({ x, y }) {
    const vertex = this.spots.findIndex((spot) => Math.hypot(spot.x - x, spot.y - y) <= RADIUS + 8);
    return vertex < 0 ? null : vertex;
  }

  tap(state, point) {
    const vertex = this.vertexAt(point);
    if (vertex === null) return null;
    return { moves: this.moves(state).filter((move) => move === this.vertices[vertex]) };
  }

  grab(state, point) {
    const vertex = this.vertexAt(point);
    return vertex !== null && this.adjacency[state.indexOf(BLANK)].includes(vertex) ? state[vertex] : null;
  }

  drag(state, id, from, to) {
    const vertex = state.indexOf(id);
    const [here, there] = [this.spots[vertex], this.spots[state.indexOf(BLANK)]];
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const share = clamp(((to.x - from.x) * dx + (to.y - from.y) * dy) / (dx * dx + dy * dy), 0, 1);
    return {
      moves: share > 0.5 ? [this.vertices[vertex]] : [],
      places: [[id, here.x + share * dx, here.y + share * dy]],
    };
  }
}

/** The middle of the widest gap between the edges of a vertex, where its name has room. */
export function freeDirection(here, others) {
  const angles = others.map((there) => Math.atan2(there.y - here.y, there.x - here.x));
  if (!angles.length) return [0, -1];
  angles.sort((one, other) => one - other);
  let [widest, middle] = [-1, 0];
  angles.forEach((angle, index) => {
    const next = index + 1 < angles.length ? angles[index + 1] : angles[0] + 2 * Math.PI;
    if (next - angle > widest + 0.001) [widest, middle] = [next - angle, (angle + next) / 2];
  });
  return [Math.cos(middle), Math.sin(middle)];
}
