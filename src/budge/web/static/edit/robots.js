// Draw boards of robots: robots and their targets on cells, walls at the sides of cells, edges closed or open.

import { field, select } from "../dom.js";
import { RobotsBoard } from "../board/robots.js";
import { Palette } from "./canvas.js";
import { GridEditor, brushesFor } from "./grid.js";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const ANY = "*";
const TOOLS = [
  { name: "robot", words: "Robot", title: "click where the robot in hand starts; again to take it away" },
  { name: "target", words: "Target", title: "click where the robot in hand shall end; again to take it away" },
  { name: "below", words: "Wall below", title: "a wall below a cell; again to take it away" },
  { name: "right", words: "Wall at the right", title: "a wall at the right of a cell; again to take it away" },
];
const EDGES = [["closed", "closed: they stop robots"], ["open", "open: robots are lost there"]];

export class RobotsEditor extends GridEditor {
  static kind = "robots";
  static format = "robots";
  static difficulties = { easy: { most: 5 }, medium: { least: 6, most: 9 }, hard: { least: 10 } };

  mostSide = 32;

  constructor(changed) {
    super(changed);
    this.tool = new Palette(TOOLS);
    this.robot = new Palette([{ name: "A", words: "A" }], () => this.canvas && this.draw());
    this.edges = select(EDGES, "closed", () => this.change());
    this.tools = [this.tool.element, this.robot.element, field("edges", this.edges)];
    this.help = {
      pointer: "Take a robot, click where it starts; then, with Target, where it shall end. * is a target for any.",
    };
  }

  blank(width = 8, height = 8) {
    this.load({ kind: "robots", name: null, width, height, edges: "closed", robots: {}, goals: [], walls: [] });
  }

  load({ name = null, width, height, edges = "closed", robots, goals, walls = [] }) {
    this.name = name;
    this.lay(width, height);
    this.robots = { ...robots };
    this.goals = goals.map((goal) => ({ ...goal }));
    this.walls = new Set(walls.map(String));
    this.edges.value = edges;
    this.fill();
    this.draw();
  }

  resized(width, height) {
    const moved = this.moved(width, height);
    const { name, edges, robots, goals, walls } = this.puzzle();
    return {
      name, width, height, edges,
      robots: Object.fromEntries(Object.entries(robots).flatMap(([each, at]) => moved(at).map((to) => [each, to]))),
      goals: goals.flatMap(({ robot, cell }) => moved(cell).map((to) => ({ robot, cell: to }))),
      walls: walls.map((wall) => wall.flatMap(moved)).filter((wall) => wall.length === 2),
    };
  }

  /** The robots there are, a fresh one, and whichever will do. */
  fill() {
    const brushes = brushesFor(Object.keys(this.robots).sort(), LETTERS, "robot");
    this.robot.fill([...brushes, { name: ANY, words: ANY, title: "any robot" }]);
  }

  paint(cell, first) {
    if (!first) return;
    const name = this.robot.chosen;
    const tool = name === ANY && this.tool.chosen === "robot" ? "target" : this.tool.chosen;
    if (tool === "robot") this.putRobot(name, cell);
    else if (tool === "target") this.putTarget(name, cell);
    else this.putWall(cell, tool === "below" ? this.canvas.beside(cell, "down") : this.canvas.beside(cell, "right"));
    this.change();
  }

  putRobot(name, cell) {
    const again = this.robots[name] === cell;
    for (const [other, at] of Object.entries(this.robots)) if (at === cell) delete this.robots[other];
    if (!again) this.robots[name] = cell;
  }

  putTarget(name, cell) {
    const again = this.goals.some((goal) => goal.robot === name && goal.cell === cell);
    this.goals = this.goals.filter((goal) => goal.cell !== cell && (name === ANY || goal.robot !== name));
    if (!again) this.goals.push({ robot: name, cell });
  }

  putWall(cell, there) {
    if (there === null) return;
    const wall = String([cell, there]);
    if (!this.walls.delete(wall)) this.walls.add(wall);
  }

  change() {
    this.fill();
    this.draw();
    this.changed();
  }

  draw() {
    const board = new RobotsBoard({ puzzle: this.puzzle() });
    this.canvas.draw(board.ground(), this.canvas.pieces(board, board.initial, this.robot.chosen));
  }

  describe(cell) {
    const { robots, goals } = this.puzzle();
    const wall = (direction) => this.walls.has(String([cell, this.canvas.beside(cell, direction)]));
    const found = [
      ...Object.keys(robots).filter((name) => robots[name] === cell).map((name) => `robot ${name}`),
      ...goals.filter((goal) => goal.cell === cell).map(({ robot }) => `target of ${robot === ANY ? "any" : robot}`),
      wall("down") && "wall below", wall("right") && "wall at the right",
    ].filter(Boolean);
    return found.join(", ") || "empty";
  }

  puzzle() {
    const [width, height] = this.size;
    const there = ({ robot }) => robot === ANY || robot in this.robots;
    return {
      kind: "robots", name: this.name, width, height, edges: this.edges.value, robots: { ...this.robots },
      goals: this.goals.filter(there), walls: [...this.walls].map((wall) => wall.split(",").map(Number)),
    };
  }
}
