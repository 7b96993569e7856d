// Draw sliding blocks: pieces, walls, goals and gates on a grid.

import { field, select, svg } from "../dom.js";
import { BlocksBoard } from "../board/blocks.js";
import { Palette } from "./canvas.js";
import { GridEditor, brushesFor } from "./grid.js";

const NAMES = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const TOOLS = [
  { name: "draw", label: "Shape", title: "paint the cells of the selected piece" },
  { name: "goal", label: "Goal", title: "click the goal cell of the selected piece; click again to remove the goal" },
  { name: "gate", label: "Gate", title: "paint cells that only the selected piece may enter" },
];
const AXES = [["", "in any direction"], ["horizontal", "left and right"], ["vertical", "up and down"]];

export class BlocksEditor extends GridEditor {
  static kind = "blocks";
  static format = "blocks";
  static difficulties = {
    easy: { min_optimum: 4, max_optimum: 6 }, medium: { min_optimum: 7, max_optimum: 12, hardest: true }, hard: { min_optimum: 13, hardest: true },
  };

  maxSide = 16;

  constructor(changed) {
    super(changed);
    this.tool = new Palette(TOOLS, () => this.canvas && this.draw());
    this.pieces = new Palette([{ name: "#", label: "Wall" }], () => this.canvas && this.pieceChosen());
    this.axis = select(AXES, "", (axis) => this.setAxis(axis));
    this.tools = [this.pieces.element, this.tool.element, field("the selected piece moves", this.axis)];
    this.help = {
      pointer: "Select a piece and paint its cells. Then select Goal and click the goal of its first cell.",
    };
  }

  blank(width = 4, height = 5) {
    this.load({ kind: "blocks", name: null, width, height, walls: [], blocks: [], gates: [], goals: [{}] });
  }

  load({ name = null, width, height, walls = [], blocks, gates = [], goals }) {
    this.name = name;
    this.createCanvas(width, height);
    this.signs = Array(width * height).fill(".");
    for (const cell of walls) this.signs[cell] = "#";
    this.axes = {};
    for (const { name: piece, cells, axis } of blocks) {
      for (const cell of cells) this.signs[cell] = piece;
      if (axis) this.axes[piece] = axis;
    }
    this.goals = goals.map((goal) => ({ ...goal }));
    if (!this.goals.length) this.goals = [{}];
    this.gates = new Map(gates.flatMap(({ cells, pieces }) => cells.map((cell) => [cell, new Set(pieces)])));
    this.fill();
    this.draw();
  }

  resized(width, height) {
    const moved = this.moved(width, height);
    const { blocks, walls, gates, goals, name } = this.puzzle();
    return {
      name, width, height, walls: walls.flatMap(moved),
      blocks: blocks.map((block) => ({ ...block, cells: block.cells.flatMap(moved) }))
        .filter(({ cells }) => cells.length),
      gates: gates.map((gate) => ({ ...gate, cells: gate.cells.flatMap(moved) })),
      goals: goals.map((goal) => Object.fromEntries(
        Object.entries(goal).flatMap(([piece, at]) => moved(at).map((to) => [piece, to])))),
    };
  }

  used() {
    return [...new Set(this.signs)].filter((sign) => sign !== "." && sign !== "#").sort();
  }

  /** The brushes: wall, empty, the pieces in use, and a new one. */
  fill() {
    const used = this.used();
    const brushes = brushesFor(used, NAMES, "piece");
    const first = this.pieces.chosen === "#" && !used.length;
    this.pieces.fill([{ name: "#", label: "Wall" }, { name: ".", label: "Empty" }, ...brushes],
      first ? brushes[0].name : this.pieces.chosen);
  }

  pieceChosen() {
    const isPiece = !"#.".includes(this.pieces.chosen);
    this.axis.disabled = !isPiece;
    this.axis.value = this.axes[this.pieces.chosen] ?? "";
    if (!isPiece && this.tool.chosen !== "draw") this.tool.choose("draw");
    this.draw();
  }

  setAxis(axis) {
    if (axis) this.axes[this.pieces.chosen] = axis;
    else delete this.axes[this.pieces.chosen];
    this.changed();
  }

  paint(cell, first) {
    const piece = this.pieces.chosen;
    const tool = "#.".includes(piece) ? "draw" : this.tool.chosen;
    if (tool === "goal" && first) {
      const repeated = this.goals.some((goal) => goal[piece] === cell);
      if (repeated) this.goals.forEach((goal) => delete goal[piece]);
      else this.goals = [{ ...this.goals[0], [piece]: cell }]; // the editor draws one goal; files can have alternatives
    } else if (tool === "gate") {
      const allowed = this.gates.get(cell) ?? new Set();
      if (first) this.opens = !allowed.has(piece);
      if (this.opens) allowed.add(piece);
      else allowed.delete(piece);
      if (allowed.size) this.gates.set(cell, allowed);
      else this.gates.delete(cell);
    } else if (tool === "draw") {
      this.signs[cell] = piece;
    }
    this.fill();
    this.draw();
    this.changed();
  }

  draw() {
    const puzzle = this.puzzle();
    const board = new BlocksBoard({ puzzle: { ...puzzle, goals: puzzle.goals.map((goal) => known(goal, puzzle)) } });
    const selected = this.pieces.chosen;
    const all = board.goals.flatMap((goal) => Object.entries(goal));
    const aims = all.filter(([name]) => board.goalBlocks.size || name === selected);
    const outlines = aims.map(([name, anchor]) => {
      const cells = board.cells(board.index.get(name), anchor);
      return svg("path", { class: name === selected ? "aim held" : "aim", d: this.canvas.outline(cells) });
    });
    this.canvas.draw(
      svg("path", { class: "block-wall", d: board.area(board.walls) }),
      board.gates.map(({ cells }) => svg("path", { class: "gate", d: board.area(cells) })),
      this.canvas.pieces(board, board.initial, selected), outlines);
  }

  describe(cell) {
    const { goals } = this.puzzle();
    const sign = this.signs[cell];
    const aims = new Set(goals.flatMap((goal) => Object.keys(goal).filter((piece) => goal[piece] === cell)));
    return [
      sign === "#" ? "wall" : sign === "." ? "empty" : `piece ${sign}`,
      ...[...aims].map((piece) => `goal of ${piece}`),
      ...[...this.gates.get(cell) ?? []].map((piece) => `gate of ${piece}`),
    ].join(", ");
  }

  puzzle() {
    const cellsOf = (sign) => [...this.signs.keys()].filter((cell) => this.signs[cell] === sign);
    const [width, height] = this.size;
    const blocks = this.used().map((name) => ({ name, cells: cellsOf(name), axis: this.axes[name] ?? null }));
    blocks.sort((one, other) => one.cells[0] - other.cells[0]);
    const gates = [...this.gates].map(([cell, pieces]) => ({ cells: [cell], pieces: [...pieces] }));
    const goals = this.goals.map((goal) => known(goal, { blocks }));
    return { kind: "blocks", name: this.name, width, height, walls: cellsOf("#"), blocks, gates, goals };
  }
}

/** A goal without the pieces that no longer exist. */
function known(goal, { blocks }) {
  return Object.fromEntries(Object.entries(goal).filter(([piece]) => blocks.some(({ name }) => name === piece)));
}
