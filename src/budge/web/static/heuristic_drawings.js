// What a heuristic counts, drawn on the board: `heuristicDrawing(board, state, name)` returns `{value, marks, text}`, or
// null if there is no drawing. The tests compare the values with those of the core.

import { svg } from "./dom.js";
import { CELL } from "./board/board.js";

/** The drawing of a heuristic for a state. */
export function heuristicDrawing(board, state, name) {
  return DRAWINGS[board.kind]?.[name]?.(board, state) ?? null;
}

/** The heuristics of a kind that have a drawing. */
export const drawnHeuristics = (kind) => Object.keys(DRAWINGS[kind] ?? {});

const DRAWINGS = {
  tiles: { misplaced, manhattan, "linear-conflict": linearConflict },
  blocks: { manhattan: blockDistance },
  sokoban: { matching },
};

const offHome = (board, state) => [...state.keys()].filter((cell) => state[cell] && state[cell] !== board.goal[cell]);
const line = (d, looks = "") => svg("path", { class: `counted ${looks}`, d });

function ring(board, cell, looks = "") {
  const { x, y } = board.middle(cell);
  return svg("circle", { class: `counted ${looks}`, cx: x, cy: y, r: 0.42 * CELL });
}

function misplaced(board, state) {
  const cells = offHome(board, state);
  return {
    value: cells.length,
    marks: cells.map((cell) => ring(board, cell)),
    text: `${cells.length} tiles are not at home. Each needs at least one move.`,
  };
}

/** A path with one corner from each tile to its home. The paths of several tiles are shifted apart. */
function manhattan(board, state) {
  const cells = offHome(board, state);
  const lengths = cells.map((cell) => steps(board, cell, board.goal.indexOf(state[cell])));
  const marks = cells.map((cell, index) => {
    const [from, to] = [board.middle(cell), board.middle(board.goal.indexOf(state[cell]))];
    const shift = ((index % 5) - 2) * 4;
    return line(`M${from.x + shift} ${from.y + shift}H${to.x + shift}V${to.y + shift}`, `series-${index % 8}`);
  });
  const value = lengths.reduce((sum, length) => sum + length, 0);
  const sum = lengths.length ? `${lengths.join(" + ")} = ${value}` : "0";
  return { value, marks, text: `Distances of the tiles from home, without the others: ${sum}.` };
}

function steps({ columns }, from, to) {
  const down = Math.floor(from / columns) - Math.floor(to / columns);
  return Math.abs((from % columns) - (to % columns)) + Math.abs(down);
}

/** In a line, all tiles at home in it but a longest increasing subsequence have to leave it: two moves each. */
function linearConflict(board, state) {
  const base = manhattan(board, state);
  const { columns, rows } = board;
  const list = (length, make) => Array.from({ length }, (_, index) => make(index));
  const lines = [
    ...list(rows, (row) => list(columns, (column) => row * columns + column)),
    ...list(columns, (column) => list(rows, (row) => row * columns + column)),
  ];
  const leaving = lines.flatMap((cells) => {
    const own = cells.filter((cell) => state[cell] && cells.includes(board.goal.indexOf(state[cell])));
    const kept = longestIncreasing(own.map((cell) => board.goal.indexOf(state[cell])));
    return own.filter((_, index) => !kept.has(index));
  });
  const value = base.value + 2 * leaving.length;
  const conflicts = leaving.length
    ? `${leaving.length} must leave a line to let others pass, which adds 2 each` : "none has to leave a line";
  return {
    value,
    marks: [...base.marks, ...leaving.map((cell) => ring(board, cell, "conflict"))],
    text: `Distances: ${base.value}. Of the tiles that stand in their home line, ${conflicts}: ${value}.`,
  };
}

/** The places of a longest increasing subsequence. */
function longestIncreasing(values) {
  const longer = (one, other) => (other.places.length > one.places.length ? other : one);
  const ending = []; // for each value, a longest subsequence that ends with it
  for (const [index, value] of values.entries()) {
    const { places } = ending.filter(({ last }) => last < value).reduce(longer, { places: [] });
    ending.push({ last: value, places: [...places, index] });
  }
  return new Set(ending.reduce(longer, { places: [] }).places);
}

/** The way of each piece with a goal on an empty board, for the first goal, in moves: one for each piece not at home. */
function blockDistance(board, state) {
  if (board.goals.length !== 1) return null;
  const away = Object.entries(board.goals[0]).filter(([name, anchor]) => state[board.index.get(name)] !== anchor);
  const marks = away.map(([name, anchor], index) => {
    const [from, to] = [state[board.index.get(name)], anchor].map((cell) => board.middle(cell));
    return line(`M${from.x} ${from.y}H${to.x}V${to.y}`, `series-${index % 8}`);
  });
  const names = away.map(([name]) => name).join(", ");
  return {
    value: away.length, marks,
    text: away.length ? `${names} must move at least once: ${away.length}.` : "All pieces with a goal are there: 0.",
  };
}

const MAX_MATCHED = 10; // boxes; all assignments are compared

/** A cheapest assignment of boxes to targets, in pushes that ignore the other boxes. */
function matching(board, state) {
  const { boxes, players } = state;
  if (board.several || boxes.length > MAX_MATCHED || boxes.length !== board.targets.length) return null;
  const cost = boxes.map((cell, box) => board.targets.map((target) => {
    if (!board.allowed[box].includes(target)) return Infinity;
    if (cell === target) return 0;
    const letters = board.pushes({ players, boxes: [cell] }, 0, 0, target);
    return letters.length ? pushesIn(board, players[0], cell, letters) : Infinity;
  }));
  const found = cheapest(cost);
  if (!Number.isFinite(found.cost)) return null;
  const marks = found.targets.map((target, box) => {
    const [from, to] = [boxes[box], board.targets[target]].map((cell) => board.middle(cell));
    return line(`M${from.x} ${from.y}L${to.x} ${to.y}`, `series-${box % 8}`);
  });
  const each = found.targets.map((target, box) => cost[box][target]);
  const text = `Pushes of the cheapest assignment of boxes to targets: ${each.join(" + ")} = ${found.cost}.`;
  return { value: found.cost, marks, text };
}

function pushesIn(board, player, box, letters) {
  let pushes = 0;
  for (const letter of letters) {
    player += board.offset(letter);
    if (player !== box) continue;
    box += board.offset(letter);
    pushes += 1;
  }
  return pushes;
}

/** The cheapest assignment of rows to columns, by dynamic programming over sets of columns. */
function cheapest(cost) {
  let best = new Map([[0, { cost: 0, targets: [] }]]);
  for (const row of cost) {
    const next = new Map();
    for (const [used, { cost: before, targets }] of best) {
      for (const [column, more] of row.entries()) {
        const set = used | (1 << column);
        if (used === set || !(before + more < (next.get(set)?.cost ?? Infinity))) continue;
        next.set(set, { cost: before + more, targets: [...targets, column] });
      }
    }
    best = next;
  }
  return [...best.values()][0] ?? { cost: Infinity, targets: [] };
}
