// Sliding blocks drawn in a grid of characters: `.` empty, `#` wall, any other character a piece.

import { BadInput } from "./lines.js";

export const [EMPTY, WALL] = [".", "#"];
const MAX_SIDE = 32;
const AXES = ["horizontal", "vertical"];

export function checkGrid(rows, what) {
  const split = rows.map((row) => [...row]);
  if (!split.length || !split[0].length) throw new BadInput(`the ${what} is empty; expected rows of characters`);
  for (const [index, row] of split.entries()) {
    if (row.length !== split[0].length) {
      throw new BadInput(`the ${what} is ragged: row ${index + 1} has ${row.length} cells, row 1 ${split[0].length}`);
    }
  }
  if (split.length > MAX_SIDE || split[0].length > MAX_SIDE) {
    throw new BadInput(`the ${what} is too large; the largest board is ${MAX_SIDE}×${MAX_SIDE}`);
  }
}

/** The cells of every character but `.`, walls included, in order of appearance. */
export function shapes(rows) {
  const found = new Map();
  for (const [cell, sign] of rows.flatMap((row) => [...row]).entries()) {
    if (sign !== EMPTY) found.set(sign, [...(found.get(sign) ?? []), cell]);
  }
  return found;
}

const widthOf = (rows) => [...rows[0]].length;
const relative = (cells, width) => cells.map((cell) => [
  Math.floor(cell / width) - Math.floor(cells[0] / width), (cell % width) - (cells[0] % width),
]).join(";");

/** The anchors of the pieces that a goal grid shows. */
export function goalAnchors(rows, start) {
  checkGrid(rows, "goal");
  const width = widthOf(start);
  if (widthOf(rows) !== width || rows.length !== start.length) {
    throw new BadInput(`the goal is ${widthOf(rows)}×${rows.length} but the board is ${width}×${start.length}`);
  }
  const [pieces, anchors] = [shapes(start), {}];
  for (const [sign, cells] of shapes(rows)) {
    if (sign === WALL) {
      if (!cells.every((cell) => pieces.get(WALL)?.includes(cell))) {
        throw new BadInput("the goal has a wall where the start has none");
      }
    } else if (!pieces.has(sign)) throw new BadInput(`the goal shows ${sign}, but the start has no such piece`);
    else if (relative(cells, width) !== relative(pieces.get(sign), width)) {
      throw new BadInput(`the goal shows ${sign} in another shape than the start does`);
    } else [anchors[sign]] = cells;
  }
  if (!Object.keys(anchors).length) throw new BadInput("the goal shows no piece; expected at least one");
  return anchors;
}

/** Cells that are not connected to the first one: a piece has none. */
function apart(cells, width) {
  const [left, todo] = [new Set(cells.slice(1)), [cells[0]]];
  while (todo.length) {
    const cell = todo.pop();
    const near = [cell - width, cell + width, cell % width ? cell - 1 : -1, (cell + 1) % width ? cell + 1 : -1];
    for (const each of near) if (left.delete(each)) todo.push(each);
  }
  return left.size > 0;
}

/** A puzzle from its grids; axes and gates as in budge's JSON, and goals as grids or as anchors by piece. */
export function blocksPuzzle(start, goals, { horizontal = "", vertical = "", gates = [], name = null } = {}) {
  checkGrid(start, "board");
  const [found, width] = [shapes(start), widthOf(start)];
  const walls = found.get(WALL) ?? [];
  found.delete(WALL);
  for (const sign of horizontal + vertical) {
    if (!found.has(sign)) throw new BadInput(`piece ${sign} is restricted to an axis, but the board has no such piece`);
    if (horizontal.includes(sign) && vertical.includes(sign)) {
      throw new BadInput(`piece ${sign} is restricted to both axes; expected one`);
    }
  }
  const blocks = [...found].map(([sign, cells]) => {
    return { name: sign, cells, axis: horizontal.includes(sign) ? AXES[0] : vertical.includes(sign) ? AXES[1] : null };
  });
  const anchors = goals.map((goal) => (Array.isArray(goal) ? goalAnchors(goal, start) : goal));
  return checkedBlocks({ name, width, height: start.length, walls, blocks, gates, goals: anchors });
}

/** A puzzle as JSON, checked and in the order of budge's: pieces by their first cells, gates joined, goals sorted. */
export function checkedBlocks({ name, width, height, walls, blocks: given, gates, goals }) {
  const blocks = given
    .map(({ name: sign, cells, axis = null }) => ({ name: sign, cells: cells.toSorted(ascending), axis }))
    .sort((one, other) => one.cells[0] - other.cells[0]);
  const order = new Map(blocks.map((block, index) => [block.name, index]));
  const taken = [...new Set(walls), ...blocks.flatMap(({ cells }) => cells)];
  const isCell = (cell) => Number.isInteger(cell) && cell >= 0 && cell < width * height;
  if (!taken.every(isCell) || new Set(taken).size < taken.length || !isSide(width) || !isSide(height)) {
    throw new BadInput("pieces and walls overlap or are not on the board");
  }
  for (const { name: sign, cells, axis } of blocks) {
    const isNamed = typeof sign === "string" && [...sign].length === 1 && !/[\s.#]/.test(sign);
    if (!isNamed || !cells.length || ![null, ...AXES].includes(axis)) throw new BadInput("a piece is not valid");
    if (apart(cells, width)) throw new BadInput(`piece ${sign} is not connected`);
  }
  if (!blocks.length || order.size < blocks.length) throw new BadInput("expected pieces with different names");
  const found = new Map(blocks.map((block) => [block.name, block.cells]));
  const puzzle = {
    kind: "blocks", name, width, height, walls: [...new Set(walls)].sort(ascending), blocks,
    gates: checkedGates(gates, found, walls, order),
  };
  if (!goals.length || !goals.every((goal) => Object.keys(goal).length)) throw new BadInput("a board without a goal");
  return { ...puzzle, goals: sortedGoals(goals, order, puzzle) };
}

const isSide = (side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE;

/** Gates with equal pieces joined, in the order of their cells. */
function checkedGates(gates, found, walls, order) {
  const cellsOf = new Map();
  for (const { cells, pieces } of gates) {
    for (const sign of pieces) if (!order.has(sign)) throw new BadInput(`a gate admits ${sign}, which is no piece`);
    const key = [...new Set(pieces)].sort((one, other) => order.get(one) - order.get(other)).join("");
    cellsOf.set(key, [...new Set([...(cellsOf.get(key) ?? []), ...cells])]);
  }
  const joined = [...cellsOf].filter(([, cells]) => cells.length)
    .map(([key, cells]) => ({ cells: cells.sort(ascending), pieces: [...key] }))
    .sort((one, other) => one.cells[0] - other.cells[0]);
  const all = joined.flatMap(({ cells }) => cells);
  if (new Set(all).size < all.length || all.some((cell) => walls.includes(cell))) {
    throw new BadInput("a gate overlaps a wall or another gate");
  }
  for (const { cells, pieces } of joined) {
    for (const [sign, covered] of found) {
      if (!pieces.includes(sign) && covered.some((cell) => cells.includes(cell))) {
        throw new BadInput(`piece ${sign} stands on a gate that does not admit it`);
      }
    }
  }
  return joined;
}

const ascending = (one, other) => one - other;

/** Goals without repetitions, in budge's order; every piece of a goal must be at a valid place. */
function sortedGoals(goals, order, { width, height, walls, blocks, gates }) {
  const rows = goals.map((goal) => {
    if (!Object.keys(goal).every((sign) => order.has(sign))) throw new BadInput("a goal names no piece of the board");
    return Object.entries(goal).map(([name, anchor]) => [order.get(name), anchor]).sort(byParts);
  });
  const distinct = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()].sort(byParts);
  for (const goal of distinct) {
    const held = new Set(walls);
    for (const [piece, anchor] of goal) {
      const { name, cells } = blocks[piece];
      for (const cell of cells) {
        const row = Math.floor(anchor / width) + Math.floor(cell / width) - Math.floor(cells[0] / width);
        const column = (anchor % width) + (cell % width) - (cells[0] % width);
        const there = row * width + column;
        const closed = gates.some((gate) => gate.cells.includes(there) && !gate.pieces.includes(name));
        if (row >= height || column < 0 || column >= width || held.has(there) || closed) {
          throw new BadInput(`the goal of piece ${name} is not a free place`);
        }
        held.add(there);
      }
    }
  }
  return distinct.map((goal) => Object.fromEntries(goal.map(([piece, anchor]) => [blocks[piece].name, anchor])));
}

/** The order of lists of numbers, nested to any depth: by their first different part. */
function byParts(one, other) {
  if (!Array.isArray(one)) return one - other;
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const difference = byParts(one[at], other[at]);
    if (difference) return difference;
  }
  return one.length - other.length;
}
