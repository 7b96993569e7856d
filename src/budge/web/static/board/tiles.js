// Tiles on a board with one blank. A move is the direction of the blank; an arrow key is the direction of a tile.

import { svg } from "../dom.js";
import { ARROWS, CELL, Grid, clamp, label, plain } from "./board.js";

const DIRECTION_OF = { U: "up", L: "left", R: "right", D: "down" };
const BLANK_MOVE = { up: "D", left: "R", right: "L", down: "U" }; // by the direction of the tile
const KEYS = { ...ARROWS, w: "up", a: "left", d: "right", s: "down" };
const GAP = 2;

export class TilesBoard extends Grid {
  static kind = "tiles";
  static title = "Sliding tiles";

  constructor({ puzzle }) {
    super(puzzle.start[0].length, puzzle.start.length);
    this.metrics = ["moves"];
    this.initial = puzzle.start.flat();
    this.goal = puzzle.goal.flat();
    this.help = {
      pointer: "Click a tile in the blank's row or column, or drag one.",
      keys: "Or press an arrow to move a tile in that direction.",
    };
  }

  get notation() {
    return "The letters of a plan are the moves of the blank: D moves the tile below the blank up.";
  }

  moves(state) {
    const blank = state.indexOf(0);
    return Object.keys(DIRECTION_OF).filter((move) => this.neighbour(blank, DIRECTION_OF[move]) !== null);
  }

  apply(state, move) {
    const blank = state.indexOf(0);
    const cell = DIRECTION_OF[move] ? this.neighbour(blank, DIRECTION_OF[move]) : null;
    if (cell === null) return null;
    const after = [...state];
    [after[blank], after[cell]] = [after[cell], 0];
    return after;
  }

  isGoal(state) {
    return state.every((tile, cell) => tile === this.goal[cell]);
  }

  costs(moves) {
    return { moves: moves.length };
  }

  split(text) {
    return [...text];
  }

  join(moves) {
    return moves.join("");
  }

  describeMove(state, move) {
    const blank = state.indexOf(0);
    const towards = Object.keys(BLANK_MOVE).find((direction) => BLANK_MOVE[direction] === move);
    return `tile ${state[this.neighbour(blank, DIRECTION_OF[move])]} moves ${towards}`;
  }

  cellText(state) {
    return (cell) => (state[cell] ? String(state[cell]) : "blank");
  }

  ground() {
    return [svg("rect", { class: "tray", width: this.width, height: this.height, rx: 8 })];
  }

  pieces(state) {
    const size = CELL - 2 * GAP;
    return state.map((tile, cell) => ({ tile, cell })).filter(({ tile }) => tile).map(({ tile, cell }) => ({
      id: tile,
      x: this.x(cell),
      y: this.y(cell),
      looks: tile === this.goal[cell] ? "tile home" : "tile",
      draw: () => [
        svg("rect", { class: "face", x: GAP, y: GAP, width: size, height: size, rx: 7 }),
        label(String(tile), CELL / 2, CELL / 2, CELL),
      ],
    }));
  }

  goalPieces() {
    return this.pieces(this.goal);
  }

  arrows(state, move) {
    const blank = state.indexOf(0);
    return [[this.middle(this.neighbour(blank, DIRECTION_OF[move])), this.middle(blank)]];
  }

  key(state, key) {
    const direction = KEYS[plain(key)];
    return direction ? { moves: [BLANK_MOVE[direction]] } : null;
  }

  /** The moves that shift a tile in line with the blank, and all tiles between them, one cell towards the blank. */
  towards(state, cell) {
    const blank = state.indexOf(0);
    const [down, right] = [
      Math.floor(cell / this.columns) - Math.floor(blank / this.columns),
      (cell % this.columns) - (blank % this.columns),
    ];
    if (down && right) return [];
    const move = down ? (down > 0 ? "D" : "U") : right > 0 ? "R" : "L";
    return Array(Math.abs(down + right)).fill(move);
  }

  tap(state, point) {
    const cell = this.at(point);
    return cell === null ? null : { moves: this.towards(state, cell) };
  }

  grab(state, point) {
    const cell = this.at(point);
    return cell !== null && state[cell] && this.towards(state, cell).length ? state[cell] : null;
  }

  drag(state, id, from, to) {
    const moves = this.towards(state, state.indexOf(id));
    const [dx, dy] = { U: [0, 1], D: [0, -1], L: [1, 0], R: [-1, 0] }[moves[0]];
    const distance = clamp((to.x - from.x) * dx + (to.y - from.y) * dy, 0, CELL);
    const places = [];
    for (let cell = state.indexOf(0), n = 0; n < moves.length; n++) {
      cell = this.neighbour(cell, DIRECTION_OF[moves[0]]);
      places.push([state[cell], this.x(cell) + distance * dx, this.y(cell) + distance * dy]);
    }
    return { moves: distance > CELL / 2 ? moves : [], places };
  }
}
