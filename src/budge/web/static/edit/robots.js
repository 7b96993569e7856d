// Draw boards of robots: robots and targets on cells, walls between cells, closed or open edges.

import { field, select } from "../dom.js";
import { RobotsBoard } from "../board/robots.js";
import { Palette } from "./canvas.js";
import { GridEditor, brushesFor } from "./grid.js";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const ANY = "*";
const TOOLS = [
  { name: "robot", label: "Robot", title: "click the start of the selected robot; click again to remove it" },
  { name: "target", label: "Target", title: "click the target of the selected robot; click again to remove it" },
  { name: "below", label: "Wall below", title: "a wall below a cell; click again to remove it" },
  { name: "right", label: "Wall on the right", title: "a wall on the right of a cell; click again to remove it" },
];
const EDGES = [["closed", "closed: robots stop"], ["open", "open: robots must not leave"]];

export class RobotsEditor extends GridEditor {
  static kind = "robots";
  static format = "robots";
  static difficulties = { easy: { min_optimum: 3, max_optimum: 5 }, medium: { min_optimum: 6, max_optimum: 9 }, hard: { min_optimum: 10 } };

  maxSide = 32;

  constructor(changed) {
    super(changed);
    this.tool = new Palette(TOOLS);
    this.robot = new Palette([{ name: "A", label: "A" }], () => this.canvas && this.draw());
    this.edges = select(EDGES, "closed", () => this.change());
    this.tools = [this.tool.element, this.robot.element, field("edges", this.edges)];
    this.help = {
      pointer: "Select a robot and click its start. Then select Target and click its target. * means any robot.",
    };
  }

  blank(width = 8, height = 8) {
    this.load({ kind: "robots", name: null, width, height, edges: "closed", robots: {}, goals: [], walls: [] });
  }

  load({ name = null, width, height, edges = "closed", robots, goals, walls = [] }) {
    this.name = name;
    this.createCanvas(width, height);
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

  /** The brushes: the robots in use, a new one, and any robot. */
  fill() {
    const brushes = brushesFor(Object.keys(this.robots).sort(), LETTERS, "robot");
    this.robot.fill([...brushes, { name: ANY, label: ANY, title: "any robot" }]);
  }

  paint(cell, first) {
    if (!first) return;
    const name = this.robot.chosen;
    const tool = name === ANY && this.tool.chosen === "robot" ? "target" : this.tool.chosen;
    if (tool === "robot") this.putRobot(name, cell);
    else if (tool === "target") this.putTarget(name, cell);
    else this.putWall(cell, this.canvas.neighbour(cell, tool === "below" ? "down" : "right"));
    this.change();
  }

  putRobot(name, cell) {
    const repeated = this.robots[name] === cell;
    for (const [other, at] of Object.entries(this.robots)) if (at === cell) delete this.robots[other];
    if (!repeated) this.robots[name] = cell;
  }

  putTarget(name, cell) {
    const repeated = this.goals.some((goal) => goal.robot === name && goal.cell === cell);
    this.goals = this.goals.filter((goal) => goal.cell !== cell && (name === ANY || goal.robot !== name));
    if (!repeated) this.goals.push({ robot: name, cell });
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
    const wall = (direction) => this.walls.has(String([cell, this.canvas.neighbour(cell, direction)]));
    const found = [
      ...Object.keys(robots).filter((name) => robots[name] === cell).map((name) => `robot ${name}`),
      ...goals.filter((goal) => goal.cell === cell).map(({ robot }) => `target of ${robot === ANY ? "any" : robot}`),
      wall("down") && "wall below", wall("right") && "wall on the right",
    ].filter(Boolean);
    return found.join(", ") || "empty";
  }

  puzzle() {
    const [width, height] = this.size;
    const hasRobot = ({ robot }) => robot === ANY || robot in this.robots;
    return {
      kind: "robots", name: this.name, width, height, edges: this.edges.value, robots: { ...this.robots },
      goals: this.goals.filter(hasRobot), walls: [...this.walls].map((wall) => wall.split(",").map(Number)),
    };
  }
}
