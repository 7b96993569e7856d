// Draw a Sokoban level: walls, targets, boxes and players on a grid.

import { svg } from "../dom.js";
import { CELL, DIRECTIONS } from "../board/board.js";
import { Palette } from "./canvas.js";
import { GridEditor } from "./grid.js";

const BRUSHES = [
  { name: "#", label: "Wall", title: "paint walls" },
  { name: " ", label: "Floor", title: "paint floor and remove what is on it" },
  { name: ".", label: "Target", title: "paint targets; click one again to remove it" },
  { name: "$", label: "Box", title: "paint boxes; click one again to remove it" },
  { name: "@", label: "Player", title: "add a player, up to four; click one again to remove it" },
];
const FLOOR = "-"; // unlike a space also floor at the end of a row
const SIGNS = { "": " ", $: "$", "@": "@", ".": ".", "$.": "*", "@.": "+" }; // by thing and target

export class SokobanEditor extends GridEditor {
  static kind = "sokoban";
  static format = "xsb";
  static difficulties = { easy: { min_optimum: 4, max_optimum: 10 }, medium: { min_optimum: 11, max_optimum: 20 }, hard: { min_optimum: 21 } };

  minSide = 3;

  constructor(changed) {
    super(changed);
    this.palette = new Palette(BRUSHES);
    this.tools = [this.palette.element];
    this.help = {
      pointer: "Paint with the selected brush. Cells that no player can reach, and all around the drawing, are wall.",
    };
  }

  blank(width = 8, height = 7) {
    const row = (y) => (y === 0 || y === height - 1 ? "#".repeat(width) : `#${" ".repeat(width - 2)}#`);
    this.load({ kind: "sokoban", name: null, board: Array.from({ length: height }, (_, y) => row(y)), assigned: [] });
  }

  load({ name = null, board, assigned = [] }) {
    this.name = name;
    this.assigned = assigned;
    const width = Math.max(3, ...board.map((row) => row.length));
    this.createCanvas(width, board.length);
    this.ground = Array(width * board.length).fill(" ");
    this.things = Array(width * board.length).fill("");
    board.forEach((row, y) => [...row].forEach((sign, x) => {
      const cell = y * width + x;
      this.ground[cell] = sign === "#" ? "#" : ".+*".includes(sign) ? "." : " ";
      this.things[cell] = "$*".includes(sign) ? "$" : "@+".includes(sign) ? "@" : "";
    }));
    this.draw();
  }

  resized(width, height) {
    const puzzle = this.puzzle();
    const row = (y) => (puzzle.board[y] ?? "").padEnd(width).slice(0, width);
    return { ...puzzle, board: Array.from({ length: height }, (_, y) => row(y)) };
  }

  /** Paint a cell. A stroke that begins on what its brush adds removes it there and paints nothing else. */
  paint(cell, first) {
    const brush = this.palette.chosen;
    const layer = "#. ".includes(brush) ? this.ground : this.things;
    const covers = brush === " " || brush === "#";
    if (first) this.adds = covers || layer[cell] !== brush;
    else if (!this.adds) return;
    if (covers) this.things[cell] = "";
    layer[cell] = this.adds ? brush : layer === this.ground ? " " : "";
    if (layer === this.things && this.ground[cell] === "#") this.ground[cell] = " ";
    this.assigned = [];
    this.draw();
    this.changed();
  }

  draw() {
    const { canvas } = this;
    const cells = (flags) => [...flags.keys()].filter((cell) => flags[cell]);
    const walls = cells(this.ground.map((sign) => sign === "#"));
    canvas.draw(
      svg("path", { class: "floor", d: this.inside().map((cell) => canvas.area([cell], 0.75)).join("") }),
      svg("g", { class: "wall" }, walls.map((cell) => {
        const side = CELL - 2;
        return svg("rect", { x: canvas.x(cell) + 1, y: canvas.y(cell) + 1, width: side, height: side, rx: 6 });
      })),
      cells(this.ground.map((sign) => sign === ".")).map((cell) => {
        const { x, y } = canvas.middle(cell);
        return svg("g", { class: "target" }, svg("circle", { cx: x, cy: y, r: CELL * 0.19 }));
      }),
      cells(this.things).map((cell) => this.thing(cell)));
  }

  /** The floor: all cells connected to a player, a box or a target. */
  inside() {
    const open = (cell) => cell !== null && this.ground[cell] !== "#";
    const found = new Set([...this.things.keys()].filter((cell) => this.things[cell] || this.ground[cell] === "."));
    for (const cell of found) {
      for (const direction of Object.keys(DIRECTIONS)) {
        const next = this.canvas.neighbour(cell, direction);
        if (open(next)) found.add(next);
      }
    }
    return [...found];
  }

  thing(cell) {
    const { canvas } = this;
    if (this.things[cell] === "@") {
      const { x, y } = canvas.middle(cell);
      return svg("g", { class: "player" }, svg("circle", { class: "face", cx: x, cy: y, r: CELL * 0.33 }));
    }
    const at = { x: canvas.x(cell) + 7, y: canvas.y(cell) + 7, width: CELL - 14, height: CELL - 14, rx: 6 };
    return svg("g", { class: this.ground[cell] === "." ? "box home" : "box" }, svg("rect", { class: "face", ...at }));
  }

  describe(cell) {
    const names = { "#": "wall", ".": "target", " ": "", $: "box", "@": "player" };
    return [this.things[cell], this.ground[cell]].map((sign) => names[sign]).filter(Boolean).join(", ") || "floor";
  }

  puzzle() {
    const signs = this.ground.map((ground, cell) => {
      return ground === "#" ? "#" : SIGNS[this.things[cell] + (ground === "." ? "." : "")];
    });
    for (const cell of this.inside()) if (signs[cell] === " ") signs[cell] = FLOOR;
    const [width, height] = this.size;
    const board = Array.from({ length: height }, (_, y) => signs.slice(y * width, (y + 1) * width).join(""));
    return { kind: "sokoban", name: this.name, board, assigned: this.assigned };
  }
}
