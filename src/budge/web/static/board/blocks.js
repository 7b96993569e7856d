// Sliding blocks on a board with walls. A move is a piece and its path: `A right 2 down 1`. A state has the anchor (the
// first cell in reading order) of every piece.

import { svg } from "../dom.js";
import { ARROWS, CELL, DIRECTIONS, Grid, clamp, flood, label } from "./board.js";

const AXES = { horizontal: ["left", "right"], vertical: ["up", "down"] };
const GAP = 2;
const ROUND = 7;
const FRAME = 4; // distance of the frame's middle from the tray
const COLOURS = 8;

export class BlocksBoard extends Grid {
  static kind = "blocks";
  static title = "Sliding blocks";

  constructor({ puzzle }) {
    super(puzzle.width, puzzle.height);
    this.metrics = ["moves", "slides", "steps"];
    this.blocks = puzzle.blocks.map((block) => ({ ...block, directions: AXES[block.axis] ?? Object.keys(DIRECTIONS) }));
    this.index = new Map(this.blocks.map(({ name }, index) => [name, index]));
    this.walls = new Set(puzzle.walls);
    this.gates = puzzle.gates ?? [];
    this.goals = puzzle.goals;
    this.forbidden = this.blocks.map(({ name }) => {
      return new Set(this.gates.filter(({ pieces }) => !pieces.includes(name)).flatMap(({ cells }) => cells));
    });
    this.initial = this.blocks.map(({ cells }) => cells[0]);
    const named = new Set(this.goals.flatMap((goal) => Object.keys(goal)));
    this.goalBlocks = named.size === this.blocks.length && named.size > 1 ? new Set() : named;
    const shapes = this.blocks.map(({ axis, cells }) => `${axis}:${cells.map((cell) => cell - cells[0])}`);
    const kinds = [...new Set(shapes)];
    this.colours = shapes.map((shape) => kinds.indexOf(shape) % COLOURS);
    this.help = { pointer: "Drag a piece.", keys: "Or click a piece or type its name, then press an arrow." };
  }

  cells(piece, anchor) {
    const { cells } = this.blocks[piece];
    return cells.map((cell) => cell - cells[0] + anchor);
  }

  occupants(state) {
    return new Map(state.flatMap((anchor, piece) => this.cells(piece, anchor).map((cell) => [cell, piece])));
  }

  /** The anchor of a piece after one step, or null if it is blocked. */
  step(piece, anchor, direction, occupants) {
    if (!this.blocks[piece].directions.includes(direction)) return null;
    for (const cell of this.cells(piece, anchor)) {
      const next = this.neighbour(cell, direction);
      if (next === null || this.walls.has(next) || this.forbidden[piece].has(next)) return null;
      if (occupants.has(next) && occupants.get(next) !== piece) return null;
    }
    const [down, right] = DIRECTIONS[direction];
    return anchor + down * this.columns + right;
  }

  /** The anchors that a piece can reach while the others do not move, with a shortest path to each. */
  paths(state, piece) {
    const occupants = this.occupants(state);
    return flood(state[piece], (anchor) =>
      this.blocks[piece].directions
        .map((direction) => [direction, this.step(piece, anchor, direction, occupants)])
        .filter(([, next]) => next !== null),
    );
  }

  moves(state) {
    return this.blocks.flatMap(({ name }, piece) => {
      return [...this.paths(state, piece).values()].filter((path) => path.length).map((path) => moveText(name, path));
    });
  }

  apply(state, move) {
    const { name, path } = parseMove(move);
    const piece = this.index.get(name);
    if (piece === undefined || !path.length) return null;
    const occupants = this.occupants(state);
    let anchor = state[piece];
    for (const direction of path) {
      anchor = this.step(piece, anchor, direction, occupants);
      if (anchor === null) return null;
    }
    return state.with(piece, anchor);
  }

  isGoal(state) {
    const isHome = ([name, anchor]) => state[this.index.get(name)] === anchor;
    return this.goals.some((goal) => Object.entries(goal).every(isHome));
  }

  /** A move is a run of steps of one piece, a slide a run of steps of one piece in one direction. */
  costs(moves) {
    const steps = moves.map(parseMove).flatMap(({ name, path }) => path.map((direction) => [name, direction]));
    const runs = (same) => steps.filter((step, index) => !index || !same(step, steps[index - 1])).length;
    return {
      moves: runs((one, other) => one[0] === other[0]),
      slides: runs((one, other) => one[0] === other[0] && one[1] === other[1]),
      steps: steps.length,
    };
  }

  split(text) {
    return text ? text.split(/, (?=\S (?:up|left|right|down) )/) : [];
  }

  join(moves) {
    return moves.join(", ");
  }

  describeMove(state, move) {
    return `piece ${move}`;
  }

  cellText(state) {
    const occupants = this.occupants(state);
    return (cell) => {
      if (this.walls.has(cell)) return "wall";
      return occupants.has(cell) ? this.blocks[occupants.get(cell)].name : "empty";
    };
  }

  ground() {
    const goal = this.goals.length === 1 && this.goalBlocks.size ? Object.entries(this.goals[0]) : [];
    const wanted = goal.flatMap(([name, anchor]) => this.cells(this.index.get(name), anchor));
    return [
      svg("rect", { class: "tray", width: this.width, height: this.height }),
      svg("path", { class: "frame", d: this.frame(wanted) }),
      svg("path", { class: "block-wall", d: this.area(this.walls) }),
      ...this.gates.map(({ cells }) => svg("path", { class: "gate", d: this.area(cells) })),
      svg("path", { class: "wanted", d: this.area(wanted, 3) }),
    ];
  }

  /** The frame around the tray, with a gap at the exit: where the goal of the one goal piece touches one side. */
  frame(wanted) {
    const [left, top, right, bottom] = [-FRAME, -FRAME, this.width + FRAME, this.height + FRAME];
    const corners = { up: [left, top], right: [right, top], down: [right, bottom], left: [left, bottom] };
    const all = Object.values(corners).map((corner) => corner.join(" "));
    const exits = this.goalBlocks.size === 1 ? this.exits(wanted) : [];
    if (exits.length !== 1) return `M${all.join("L")}Z`;
    const [{ side, cells }] = exits;
    const [xs, ys] = [cells.map((cell) => this.x(cell)), cells.map((cell) => this.y(cell))];
    const [x, y] = [[Math.min(...xs), Math.max(...xs) + CELL], [Math.min(...ys), Math.max(...ys) + CELL]];
    const gap = { up: [[x[0], top], [x[1], top]], right: [[right, y[0]], [right, y[1]]],
      down: [[x[1], bottom], [x[0], bottom]], left: [[left, y[1]], [left, y[0]]] }[side]; // clockwise
    const place = Object.keys(corners).indexOf(side) + 1;
    const way = [...all.slice(place), ...all.slice(0, place)];
    return `M${gap[1].join(" ")}L${way.join("L")}L${gap[0].join(" ")}`;
  }

  /** The sides of the tray that the goal of the goal piece touches and towards which the piece can move. */
  exits(wanted) {
    const [name] = this.goalBlocks;
    const { directions } = this.blocks[this.index.get(name)];
    const sides = directions.map((side) => ({ side, cells: wanted.filter((cell) => this.neighbour(cell, side) === null) }));
    return sides.filter(({ cells }) => cells.length);
  }

  pieces(state) {
    return state.map((anchor, piece) => {
      const { name } = this.blocks[piece];
      const isHome = this.goals.some((goal) => goal[name] === anchor);
      const looks = isHome ? "home" : this.goalBlocks.has(name) ? "hero" : `shape-${this.colours[piece]}`;
      return { id: name, x: this.x(anchor), y: this.y(anchor), looks: `block ${looks}`, draw: () => this.drawn(piece) };
    });
  }

  /** A piece with its anchor's corner at the origin. */
  drawn(piece) {
    const { name, cells } = this.blocks[piece];
    const path = this.area(cells, GAP + ROUND);
    const origin = { x: this.x(cells[0]), y: this.y(cells[0]) };
    const middle = this.centre(cells);
    const moved = `translate(${-origin.x} ${-origin.y})`;
    return [
      svg("g", { transform: moved },
        svg("path", { class: "rim", d: path, "stroke-width": 2 * ROUND + 2 }),
        svg("path", { class: "face", d: path, "stroke-width": 2 * ROUND }),
        this.windscreen(piece),
        label(name, middle.x, middle.y, 0.8 * CELL)),
    ];
  }

  /** The windscreen of a car, at its front: the right or the upper end; null for other pieces. */
  windscreen(piece) {
    const { axis, cells } = this.blocks[piece];
    if (!AXES[axis]) return null;
    const across = axis === "horizontal";
    const front = across ? cells.at(-1) : cells[0];
    const [x, y] = [this.x(front), this.y(front)];
    const d = across ? `M${x + CELL - 16} ${y + 13}q7 17 0 34` : `M${x + 13} ${y + 16}q17 -7 34 0`;
    return svg("path", { class: "windscreen", d });
  }

  /** The middle of a piece; if the piece does not cover it, the middle of the nearest cell. */
  centre(cells) {
    const spots = cells.map((cell) => this.middle(cell));
    const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
    const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
    const box = (Math.max(...xs) - Math.min(...xs) + CELL) * (Math.max(...ys) - Math.min(...ys) + CELL);
    if (box === cells.length * CELL * CELL) return middle;
    const distance = (spot) => Math.abs(spot.x - middle.x) + Math.abs(spot.y - middle.y);
    return spots.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  }

  goalPieces() {
    const placed = new Map(Object.entries(this.goals[0]).map(([name, anchor]) => [name, anchor]));
    return this.pieces(this.initial)
      .filter(({ id }) => placed.has(id))
      .map((piece) => {
        const anchor = placed.get(piece.id);
        return { ...piece, looks: "block home", x: this.x(anchor), y: this.y(anchor) };
      });
  }

  arrows(state, move) {
    const { name } = parseMove(move);
    const piece = this.index.get(name);
    const after = this.apply(state, move);
    return [[state[piece], after[piece]].map((anchor) => this.centre(this.cells(piece, anchor)))];
  }

  key(state, key, selected) {
    if (this.index.has(key)) return { moves: [], select: key };
    const direction = ARROWS[key];
    if (!direction) return null;
    const move = `${selected} ${direction} 1`;
    return { moves: selected !== null && this.apply(state, move) ? [move] : [] };
  }

  tap(state, point, selected) {
    const piece = this.occupants(state).get(this.at(point));
    if (piece !== undefined) return { moves: [], select: this.blocks[piece].name };
    if (selected === null) return null;
    const chosen = this.index.get(selected);
    const target = this.nearest(state, chosen, point);
    const covers = target && this.cells(chosen, target.anchor).includes(this.at(point));
    return covers ? { moves: [moveText(selected, target.path)] } : null;
  }

  grab(state, point) {
    const piece = this.occupants(state).get(this.at(point));
    return piece === undefined ? null : this.blocks[piece].name;
  }

  /** The reachable anchor that brings the piece nearest to a point. */
  nearest(state, piece, point) {
    let best = null;
    for (const [anchor, path] of this.paths(state, piece)) {
      const { x, y } = this.centre(this.cells(piece, anchor));
      const distance = Math.hypot(x - point.x, y - point.y) + path.length / 1000;
      if (!best || distance < best.distance) best = { anchor, path, distance };
    }
    return best;
  }

  drag(state, id, from, to) {
    const piece = this.index.get(id);
    const start = this.centre(this.cells(piece, state[piece]));
    const wanted = { x: start.x + to.x - from.x, y: start.y + to.y - from.y };
    const { anchor, path } = this.nearest(state, piece, wanted);
    const here = this.centre(this.cells(piece, anchor));
    const occupants = this.occupants(state);
    const slack = (offset, back, forth) => {
      const free = this.step(piece, anchor, offset < 0 ? back : forth, occupants) !== null;
      return free ? clamp(offset, -CELL / 2, CELL / 2) : 0;
    };
    let [dx, dy] = [slack(wanted.x - here.x, "left", "right"), slack(wanted.y - here.y, "up", "down")];
    if (Math.abs(dx) > Math.abs(dy)) dy = 0;
    else dx = 0;
    return {
      moves: path.length ? [moveText(id, path)] : [],
      places: [[id, this.x(anchor) + dx, this.y(anchor) + dy]],
    };
  }
}

function moveText(name, path) {
  const runs = [];
  for (const direction of path) {
    const last = runs.at(-1);
    if (last?.direction === direction) last.count += 1;
    else runs.push({ direction, count: 1 });
  }
  return [name, ...runs.map(({ direction, count }) => `${direction} ${count}`)].join(" ");
}

function parseMove(move) {
  const name = move.slice(0, move.indexOf(" ", 1));
  const runs = [...move.slice(name.length).matchAll(/(up|left|right|down) (\d+)/g)];
  return { name, path: runs.flatMap(([, direction, count]) => Array(Number(count)).fill(direction)) };
}
