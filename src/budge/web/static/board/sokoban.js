// Sokoban: players push boxes onto targets. A move is a step `u l r d`, in capitals if it pushes a box. Several players
// step at once: `u,R`; `.` means wait. Boxes keep their order, so that the drawing can animate each of them.

import { svg } from "../dom.js";
import { ARROWS, CELL, Grid, flood, label, plain } from "./board.js";
import { DeadlockLights } from "./deadlocks.js";
import { JointStep, WAIT, DIRECTION_OF } from "./joint_step.js";

const MAX_REACH_FLOOR = 2000; // floor cells of a board that shows where a dragged box can go
const LETTERS = { up: "u", left: "l", right: "r", down: "d" };
const KEYS = [ARROWS, keys("wasd"), keys("ijkl"), keys("tfgh")]; // one set for each player
const KEY_NAMES = ["the arrows", "WASD", "IJKL", "TFGH"];

function keys([up, left, down, right]) {
  return { [up]: "up", [left]: "left", [down]: "down", [right]: "right" };
}

export class SokobanBoard extends Grid {
  static kind = "sokoban";
  static title = "Sokoban";

  constructor({ puzzle }) {
    super(Math.max(...puzzle.board.map((row) => row.length)), puzzle.board.length);
    const marks = puzzle.board.flatMap((row) => [...row.padEnd(this.columns)]);
    const cellsOf = (signs) => [...marks.keys()].filter((cell) => signs.includes(marks[cell]));
    this.walls = cellsOf("#");
    this.targets = cellsOf(".+*");
    this.initial = { players: cellsOf("@+"), boxes: cellsOf("$*") };
    this.floor = floor(marks, cellsOf("@+$*."), this.columns);
    this.several = this.initial.players.length > 1;
    this.metrics = this.several ? ["makespan"] : ["pushes", "moves"];
    this.assigned = puzzle.assigned ?? [];
    this.allowed = this.initial.boxes.map((_, box) => {
      const numbers = this.assigned[box] ?? [];
      return numbers.length ? numbers.map((number) => this.targets[number - 1]) : this.targets;
    });
    const others = this.initial.players.slice(1).map((_, at) => `player ${at + 2} uses ${KEY_NAMES[at + 1]}`);
    this.help = this.several ? {
      pointer: "Click a player, then a cell; drag a box to push it.",
      keys: `Keys: player 1 uses ${KEY_NAMES[0]}, ${others.join(", ")}.`,
    } : { pointer: "Click a cell to walk there; drag a box to push it.", keys: "Or use the arrows or WASD." };
  }

  offset(letter) {
    return { u: -this.columns, l: -1, r: 1, d: this.columns }[letter.toLowerCase()];
  }

  /** The state after a step of all players; null if it is not legal. */
  apply({ players, boxes }, move) {
    const letters = move.replaceAll(",", "");
    if (letters.length !== players.length) return null;
    const [stepped, pushed] = [[], new Map()];
    for (const [number, letter] of [...letters].entries()) {
      if (letter !== WAIT && !(letter.toLowerCase() in DIRECTION_OF)) return null;
      if (letter === WAIT && !this.several) return null;
      const step = letter === WAIT ? 0 : this.offset(letter);
      const cell = players[number] + step;
      if (!this.floor.has(cell)) return null;
      if (step && boxes.includes(cell)) {
        if (!this.floor.has(cell + step) || boxes.includes(cell + step)) return null;
        pushed.set(cell, cell + step);
      }
      stepped.push(cell);
    }
    const after = boxes.map((box) => pushed.get(box) ?? box);
    if (this.several) {
      const swap = stepped.some((cell, one) => {
        const other = players.indexOf(cell);
        return other >= 0 && other !== one && stepped[other] === players[one];
      });
      const all = [...stepped, ...after];
      if (swap || new Set(all).size < all.length) return null;
    }
    return { players: stepped, boxes: after };
  }

  /** A legal step, with capitals for pushes. */
  moveText({ players, boxes }, move) {
    return [...move.replaceAll(",", "")]
      .map((letter, number) => {
        if (letter === WAIT) return letter;
        return boxes.includes(players[number] + this.offset(letter)) ? letter.toUpperCase() : letter.toLowerCase();
      })
      .join(",");
  }

  moves(state) {
    const letters = this.several ? [...Object.keys(DIRECTION_OF), WAIT] : Object.keys(DIRECTION_OF);
    const joint = state.players.reduce((before) => before.flatMap((some) => letters.map((one) => some + one)), [""]);
    return joint.filter((move) => this.apply(state, move)).map((move) => this.moveText(state, move));
  }

  isGoal({ boxes }) {
    const held = new Set(boxes.filter((cell, box) => this.allowed[box].includes(cell)));
    return this.targets.every((target) => held.has(target));
  }

  costs(moves) {
    if (this.several) return { makespan: moves.length };
    return { pushes: moves.filter((move) => move === move.toUpperCase()).length, moves: moves.length };
  }

  split(text) {
    return text.includes(",") ? text.split(" ") : [...text];
  }

  join(moves) {
    return moves.join(this.several ? " " : "");
  }

  describeMove(state, move) {
    const steps = [...move.replaceAll(",", "")].map((letter, number) => {
      const player = this.several ? `player ${number + 1} ` : "";
      if (letter === WAIT) return `${player}waits`;
      const pushes = letter === letter.toUpperCase();
      const direction = DIRECTION_OF[letter.toLowerCase()];
      if (!this.several) return `${pushes ? "push" : "go"} ${direction}`;
      return `${player}${pushes ? "pushes" : "goes"} ${direction}`;
    });
    return steps.join(", ");
  }

  cellText({ players, boxes }) {
    const walls = new Set(this.walls);
    return (cell) => {
      if (walls.has(cell)) return "wall";
      if (!this.floor.has(cell)) return "outside";
      const number = players.indexOf(cell);
      const player = this.several ? `player ${number + 1}` : "player";
      const thing = number >= 0 ? player : boxes.includes(cell) ? "box" : "";
      const target = this.targets.includes(cell);
      return target ? (thing ? `${thing} on a target` : "target") : thing || "floor";
    };
  }

  ground() {
    const rings = this.targets.map((target, index) => {
      const { x, y } = this.middle(target);
      const number = this.assigned.length ? label(String(index + 1), x, y, CELL * 0.6, "target-number") : null;
      return svg("g", { class: "target" }, svg("circle", { cx: x, cy: y, r: CELL * 0.19 }), number);
    });
    return [
      svg("path", { class: "floor", d: this.area(this.floor) }),
      svg("path", { class: "floor chequer", d: this.area([...this.floor].filter((cell) => this.isOdd(cell))) }),
      svg("g", { class: "wall" }, this.walls.map((cell) => {
        const side = CELL - 1.5;
        return svg("rect", { x: this.x(cell) + 0.75, y: this.y(cell) + 0.75, width: side, height: side, rx: 6 });
      })),
      ...rings,
    ];
  }

  isOdd(cell) {
    return (Math.floor(cell / this.columns) + (cell % this.columns)) % 2 === 1;
  }

  pieces({ players, boxes }) {
    const boxed = boxes.map((cell, box) => ({
      id: `box ${box}`,
      x: this.x(cell),
      y: this.y(cell),
      looks: this.allowed[box].includes(cell) ? "box home" : "box",
      draw: () => this.crate(box),
    }));
    const people = players.map((cell, number) => ({
      id: `player ${number}`,
      x: this.x(cell),
      y: this.y(cell),
      looks: `player player-${number + 1}`,
      draw: () => this.person(number),
    }));
    return [...boxed, ...people];
  }

  crate(box) {
    const half = CELL / 2;
    const numbers = (this.assigned[box] ?? []).join(" ");
    return [
      svg("rect", { class: "face", x: 6, y: 6, width: CELL - 12, height: CELL - 12, rx: 6 }),
      numbers
        ? label(numbers, half, half, CELL * 0.8)
        : svg("rect", { class: "lid", x: 15, y: 15, width: CELL - 30, height: CELL - 30, rx: 3 }),
    ];
  }

  person(number) {
    const half = CELL / 2;
    const face = svg("circle", { class: "face", cx: half, cy: half, r: CELL * 0.33 });
    if (this.several) return [face, label(String(number + 1), half, half, CELL * 0.8)];
    const eyes = [-7, 7].map((side) => svg("circle", { class: "eye", cx: half + side, cy: half - 4, r: 3.2 }));
    return [face, ...eyes];
  }

  get lights() {
    return new DeadlockLights(this);
  }

  /** The state after the macro moves of a trace. */
  afterMacroMoves(moves) {
    const boxes = [...this.initial.boxes];
    for (const { start, end } of moves) boxes[boxes.indexOf(this.cellAt(start))] = this.cellAt(end);
    return { players: moves.length ? [this.cellAt(moves.at(-1).player)] : this.initial.players, boxes };
  }

  jointStep() {
    return this.several ? new JointStep(this) : null;
  }

  arrows({ players }, move) {
    const letters = [...move.replaceAll(",", "")];
    const moving = [...players.keys()].filter((number) => letters[number] !== WAIT);
    const step = (number) => [players[number], players[number] + this.offset(letters[number])];
    return moving.map((number) => step(number).map((cell) => this.middle(cell)));
  }

  /** A step of one player while the others wait. */
  alone(number, letter, players) {
    return players.map((_, other) => (other === number ? letter : WAIT)).join(",");
  }

  key(state, key) {
    const sets = this.several ? KEYS : [{ ...KEYS[0], ...KEYS[1] }];
    const number = sets.slice(0, state.players.length).findIndex((set) => set[plain(key)]);
    if (number < 0) return null;
    return this.steps(state, number, [LETTERS[sets[number][plain(key)]]]);
  }

  /** The answer for steps of one player. With several players, a single step may become part of a joint step. */
  steps(state, number, letters) {
    const moves = this.legal(state, number, letters);
    if (!this.several) return { moves };
    return { moves, select: `player ${number}`, player: number, letter: letters.length === 1 ? letters[0] : null };
  }

  /** The cells that a player can walk to, with a shortest path to each; other players and boxes are obstacles. */
  walks(state, number, boxes = state.boxes, from = state.players[number]) {
    const taken = new Set([...boxes, ...state.players.filter((_, other) => other !== number)]);
    return flood(from, (cell) =>
      Object.keys(DIRECTION_OF)
        .map((letter) => [letter, cell + this.offset(letter)])
        .filter(([, next]) => this.floor.has(next) && !taken.has(next)),
    );
  }

  chosen(selected) {
    return selected?.startsWith("player ") ? Number(selected.slice(7)) : 0;
  }

  tap(state, point, selected) {
    const cell = this.at(point);
    if (cell === null) return null;
    const player = state.players.indexOf(cell);
    if (this.several && player >= 0) return { moves: [], select: `player ${player}` };
    const number = this.chosen(selected);
    const adjacent = Object.keys(DIRECTION_OF).find((letter) => state.players[number] + this.offset(letter) === cell);
    if (adjacent) return this.steps(state, number, [adjacent]);
    return this.steps(state, number, this.walks(state, number).get(cell) ?? []);
  }

  /** Steps of one player as moves, up to the first illegal one. */
  legal(state, number, letters) {
    const moves = [];
    for (const letter of letters) {
      const move = this.alone(number, letter, state.players);
      const after = this.apply(state, move);
      if (!after) break;
      moves.push(this.moveText(state, move));
      state = after;
    }
    return moves;
  }

  grab(state, point) {
    const box = state.boxes.indexOf(this.at(point));
    return box < 0 ? null : `box ${box}`;
  }

  /** The steps with which one player pushes one box to a cell in the fewest pushes; nothing else moves. */
  pushes(state, number, box, target) {
    const others = state.boxes.filter((_, other) => other !== box);
    const start = { box: state.boxes[box], player: state.players[number], letters: [] };
    const [queue, seen] = [[start], new Set()];
    for (const here of queue) {
      if (here.box === target) return here.letters;
      const walks = this.walks(state, number, [...others, here.box], here.player);
      for (const letter of Object.keys(DIRECTION_OF)) {
        const step = this.offset(letter);
        const [behind, ahead] = [here.box - step, here.box + step];
        const key = `${here.box} ${letter}`;
        const free = this.floor.has(ahead) && !others.includes(ahead) && !this.isBlockedByPlayer(state, number, ahead);
        if (!free || !walks.has(behind) || seen.has(key)) continue;
        seen.add(key);
        queue.push({ box: ahead, player: here.box, letters: [...here.letters, ...walks.get(behind), letter] });
      }
    }
    return [];
  }

  /** The cells to which one player can push one box while nothing else moves. */
  pushable(state, number, box) {
    const others = new Set([...state.boxes.filter((_, other) => other !== box),
      ...state.players.filter((_, other) => other !== number)]);
    const steps = Object.keys(DIRECTION_OF).map((letter) => this.offset(letter));
    const open = (cell) => this.floor.has(cell) && !others.has(cell);
    const seen = new Set(); // the box's cell and the direction of its last push
    const queue = [{ cell: state.boxes[box], player: state.players[number] }];
    for (const { cell, player } of queue) {
      const walked = new Set([player]);
      for (const here of walked) {
        for (const step of steps) if (open(here + step) && here + step !== cell) walked.add(here + step);
      }
      for (const step of steps) {
        const key = `${cell} ${step}`;
        if (seen.has(key) || !walked.has(cell - step) || !open(cell + step)) continue;
        seen.add(key);
        queue.push({ cell: cell + step, player: cell });
      }
    }
    return new Set(queue.map(({ cell }) => cell));
  }

  reach(state, id, selected) {
    if (this.floor.size > MAX_REACH_FLOOR || !id.startsWith("box ")) return null;
    const box = Number(id.slice(4));
    const numbers = this.several ? [this.chosen(selected), ...state.players.keys()] : [0];
    const found = numbers.map((number) => this.pushable(state, number, box)).find((cells) => cells.size > 1);
    return found ? this.area(found, 3) : null;
  }

  /** The moves that push a box to a cell, by the chosen player if possible. */
  pushMoves(state, box, target, chosen) {
    for (const number of [chosen, ...state.players.keys()]) {
      const letters = this.pushes(state, number, box, target);
      if (letters.length) return this.legal(state, number, letters);
    }
    return [];
  }

  isBlockedByPlayer(state, number, cell) {
    return state.players.some((player, other) => other !== number && player === cell);
  }

  drag(state, id, from, to, selected) {
    const box = Number(id.slice(4));
    const places = [[id, this.x(state.boxes[box]) + to.x - from.x, this.y(state.boxes[box]) + to.y - from.y]];
    const target = this.at(to);
    const reachable = target !== null && this.floor.has(target) && !state.boxes.includes(target);
    return { moves: () => (reachable ? this.pushMoves(state, box, target, this.chosen(selected)) : []), places };
  }
}

/** The cells inside the walls. */
function floor(marks, inside, columns) {
  const found = new Set(inside);
  for (const cell of found) {
    for (const next of [cell - columns, cell - 1, cell + 1, cell + columns]) {
      if (marks[next] !== undefined && marks[next] !== "#") found.add(next);
    }
  }
  return found;
}
