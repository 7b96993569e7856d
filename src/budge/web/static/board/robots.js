// Robots that slide until something stops them. A move is a robot and a direction, `AR`. A state has the cell of every
// robot, sorted by name.

import { svg } from "../dom.js";
import { ARROWS, CELL, DIRECTIONS, Grid, clamp, label } from "./board.js";

const LETTERS = { up: "U", left: "L", right: "R", down: "D" };
const DIRECTION_OF = Object.fromEntries(Object.entries(LETTERS).map(([direction, letter]) => [letter, direction]));
const ANY = "*";
const RADIUS = 0.38 * CELL;
const SIDE = 0.46 * CELL; // of a target
const COLOURS = 8;

export class RobotsBoard extends Grid {
  static kind = "robots";
  static title = "Sliding robots";

  constructor({ puzzle }) {
    super(puzzle.width, puzzle.height);
    this.metrics = ["slides"];
    this.names = Object.keys(puzzle.robots).sort();
    this.initial = this.names.map((name) => puzzle.robots[name]);
    this.goals = puzzle.goals;
    this.walls = new Set(puzzle.walls.map(String));
    this.open = puzzle.edges === "open";
    this.help = {
      pointer: "Drag a robot, or click it and then a direction.",
      keys: "Or type its letter, then press an arrow.",
    };
  }

  walled(one, other) {
    return this.walls.has(String([Math.min(one, other), Math.max(one, other)]));
  }

  /** The cell where a robot stops; null if it cannot move or nothing stops it. */
  slide(state, robot, direction) {
    let cell = state[robot];
    for (;;) {
      const next = this.neighbour(cell, direction);
      if (next === null && this.open) return null;
      const stopped = next === null || this.walled(cell, next) || state.includes(next);
      if (stopped) return cell === state[robot] ? null : cell;
      cell = next;
    }
  }

  moves(state) {
    return this.names.flatMap((name, robot) => {
      const canSlide = (letter) => this.slide(state, robot, DIRECTION_OF[letter]) !== null;
      return Object.keys(DIRECTION_OF).filter(canSlide).map((letter) => name + letter);
    });
  }

  apply(state, move) {
    const robot = this.names.indexOf(move[0]);
    if (robot < 0 || move.length !== 2 || !DIRECTION_OF[move[1]]) return null;
    const end = this.slide(state, robot, DIRECTION_OF[move[1]]);
    return end === null ? null : state.with(robot, end);
  }

  met({ robot, cell }, state) {
    return robot === ANY ? state.includes(cell) : state[this.names.indexOf(robot)] === cell;
  }

  isGoal(state) {
    return this.goals.every((goal) => this.met(goal, state));
  }

  costs(moves) {
    return { slides: moves.length };
  }

  split(text) {
    return text.split(" ").filter(Boolean);
  }

  join(moves) {
    return moves.join(" ");
  }

  describeMove(state, move) {
    return `robot ${move[0]} slides ${DIRECTION_OF[move[1]]}`;
  }

  looks(name) {
    return name === ANY ? "hero" : `robot robot-${this.names.indexOf(name) % COLOURS}`;
  }

  cellText(state) {
    return (cell) => {
      const [right, below] = [this.neighbour(cell, "right"), this.neighbour(cell, "down")];
      const targets = this.goals.filter((goal) => goal.cell === cell);
      const things = [
        state.includes(cell) && `robot ${this.names[state.indexOf(cell)]}`,
        ...targets.map(({ robot }) => (robot === ANY ? "target of any robot" : `target of ${robot}`)),
      ].filter(Boolean);
      const floor = below !== null && this.walled(cell, below) ? " with a wall below" : "";
      const here = (things.join(" on ") || "empty") + floor;
      return right !== null && this.walled(cell, right) ? [here, "wall"] : [here];
    };
  }

  ground() {
    const size = { width: this.width, height: this.height };
    const grid = [
      ...Array.from({ length: this.columns - 1 }, (_, column) => `M${(column + 1) * CELL} 0v${this.height}`),
      ...Array.from({ length: this.rows - 1 }, (_, row) => `M0 ${(row + 1) * CELL}h${this.width}`),
    ].join("");
    const edge = { fill: "none", stroke: "var(--brick)", "stroke-width": 6 };
    return [
      svg("rect", { class: "tray", ...size }),
      svg("path", { d: grid, stroke: "var(--edge)", "stroke-opacity": 0.4 }),
      this.goals.map((goal) => this.target(goal)),
      svg("path", { d: this.wallPath(), "stroke-linecap": "round", ...edge }),
      svg("rect", { ...size, ...edge, "stroke-dasharray": this.open ? "4 14" : null }),
    ].flat();
  }

  target({ robot, cell }) {
    const { x, y } = this.middle(cell);
    return svg("g", { class: `block ${this.looks(robot)}` },
      svg("rect", {
        x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, rx: 4, transform: `rotate(45 ${x} ${y})`,
        fill: "var(--fill)", "fill-opacity": 0.35, stroke: "var(--fill)", "stroke-width": 4,
      }),
      label(robot.toLowerCase(), x, y, 0.8 * CELL));
  }

  /** Each wall is the upper or the left side of its second cell. */
  wallPath() {
    return [...this.walls].map((wall) => wall.split(",").map(Number)).map(([one, other]) => {
      const line = other === one + this.columns ? `h${CELL}` : `v${CELL}`;
      return `M${this.x(other)} ${this.y(other)}${line}`;
    }).join("");
  }

  pieces(state) {
    return state.map((cell, robot) => ({
      id: this.names[robot],
      x: this.x(cell),
      y: this.y(cell),
      looks: `block ${this.looks(this.names[robot])}`,
      draw: () => [
        svg("circle", { class: "rim", cx: CELL / 2, cy: CELL / 2, r: RADIUS + 2, "stroke-width": 3 }),
        svg("circle", { class: "face", cx: CELL / 2, cy: CELL / 2, r: RADIUS }),
        label(this.names[robot], CELL / 2, CELL / 2, 0.9 * CELL),
      ],
    }));
  }

  arrows(state, move) {
    const robot = this.names.indexOf(move[0]);
    return [[state[robot], this.apply(state, move)[robot]].map((cell) => this.middle(cell))];
  }

  key(state, key, selected) {
    const name = key.length === 1 ? key.toUpperCase() : key;
    if (this.names.includes(name)) return { moves: [], select: name };
    const direction = ARROWS[key];
    if (!direction) return null;
    const move = `${selected}${LETTERS[direction]}`;
    return { moves: selected !== null && this.apply(state, move) ? [move] : [] };
  }

  tap(state, point, selected) {
    const cell = this.at(point);
    if (state.includes(cell)) return { moves: [], select: this.names[state.indexOf(cell)] };
    if (selected === null || cell === null) return null;
    const move = `${selected}${LETTERS[this.towards(this.middle(state[this.names.indexOf(selected)]), point)]}`;
    return this.apply(state, move) ? { moves: [move] } : null;
  }

  /** A ghost of the robot at each cell where it can stop. */
  reach(state, id) {
    const robot = this.names.indexOf(id);
    if (robot < 0) return null;
    const stops = Object.values(DIRECTION_OF).map((direction) => this.slide(state, robot, direction));
    return stops.filter((cell) => cell !== null).map((cell) => {
      const { x, y } = this.middle(cell);
      return `M${x} ${y}m${-RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0`;
    }).join("");
  }

  /** The direction from one point to another. */
  towards(from, to) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? "left" : "right";
    return dy < 0 ? "up" : "down";
  }

  grab(state, point) {
    const cell = this.at(point);
    return state.includes(cell) ? this.names[state.indexOf(cell)] : null;
  }

  drag(state, id, from, to) {
    const robot = this.names.indexOf(id);
    const direction = this.towards(from, to);
    const end = this.slide(state, robot, direction);
    const [down, right] = DIRECTIONS[direction];
    const [x, y] = [this.x(state[robot]), this.y(state[robot])];
    if (end === null) return { moves: [], places: [[id, x, y]] };
    const maxDistance = Math.abs(this.x(end) - x) + Math.abs(this.y(end) - y);
    const distance = clamp((to.x - from.x) * right + (to.y - from.y) * down, 0, maxDistance);
    const moves = distance > CELL / 3 ? [id + LETTERS[direction]] : [];
    return { moves, places: [[id, x + distance * right, y + distance * down]] };
  }
}
