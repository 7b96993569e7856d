// Robots as a drawing: a cell is a character, and between two cells is a wall or a space. See formats/robots_text.py.

import { BadInput, opening, readName, shown } from "./lines.js";

const FRAME = /^\+(?:[- ]\+)+/;
const DIRECTIVE = /^(name|edges|goal)\s*:\s*(.*)$/i;
const TARGET = /^([A-Z*])\s*[:\s]\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})$/;
const MAX_SIDE = 32;
const ANY = "*";

const isFrame = (row) => FRAME.exec(row)?.[0] === row;

/** The puzzles of a text: their directives and rows. A drawing ends at an empty line or at a directive. */
function* sections(text) {
  let section = { directives: new Map(), goals: [], rows: [] };
  for (const [index, given] of text.split("\n").entries()) {
    const [content, line] = [given.split("#", 1)[0].trimEnd(), index + 1];
    const directive = DIRECTIVE.exec(content);
    if (section.rows.length && (!content || directive)) {
      yield section;
      section = { directives: new Map(), goals: [], rows: [] };
    }
    if (directive) {
      const [key, words] = [directive[1].toLowerCase(), directive[2]];
      if (key === "goal") section.goals.push({ words, line });
      else if (section.directives.has(key)) throw new BadInput(`line ${line}: a second ${key} for the same puzzle`);
      else section.directives.set(key, { words, line });
    } else if (content) {
      if (!section.rows.length && !FRAME.test(content)) {
        throw new BadInput(`line ${line}: ${shown(content)}; expected a row such as +-+-+-+, or name, edges or goal`);
      }
      section.rows.push(...content.split("/").map((row) => ({ row, line })));
    }
  }
  if (section.rows.length) yield section;
  else if (section.directives.size || section.goals.length) throw new BadInput("no drawing follows the last directive");
}

function readGoal(text, width, height) {
  const [, robot, row, column] = TARGET.exec(text.trim()) ?? [];
  if (!robot || row < 1 || column < 1 || row > height || column > width) {
    throw new BadInput(`goal ${shown(text)}; expected a robot (* for any), row and column, as in A 3,4`);
  }
  return { robot, cell: (row - 1) * width + Number(column) - 1 };
}

function readSection({ directives, goals: given, rows }) {
  const edges = directives.get("edges")?.words ?? "closed";
  if (!["closed", "open"].includes(edges)) throw new BadInput(`edges ${shown(edges)}; expected closed or open`);
  const [{ row: frame, line: first }] = rows;
  const [width, height] = [Math.floor(frame.length / 2), Math.floor(rows.length / 2)];
  if (rows.length % 2 === 0 || !isFrame(frame)) {
    throw new BadInput(`line ${first}: expected rows of walls such as +-+-+, and rows of cells between them`);
  }
  if (Math.max(width, height) > MAX_SIDE || height === 0) {
    throw new BadInput(`line ${first}: a board of ${width}×${height}; expected 1×1 to ${MAX_SIDE}×${MAX_SIDE}`);
  }
  const found = { robots: [], goals: [], walls: [] };
  for (const [y, { row, line }] of rows.entries()) {
    if (row.length > frame.length) throw new BadInput(`line ${line}: a row longer than the first`);
    for (const [x, sign] of [...row.padEnd(frame.length)].entries()) {
      take({ x, y, sign, width, height, line, closed: edges === "closed" }, found);
    }
  }
  found.goals.push(...given.map(({ words }) => readGoal(words, width, height)));
  const named = directives.get("name");
  return checkedRobots({ name: named ? readName(named.words, named.line) : null, width, height, edges, ...found });
}

/** Take a character of a drawing. */
function take({ x, y, sign, width, height, line, closed }, { robots, goals, walls }) {
  const cell = Math.floor(y / 2) * width + Math.floor(x / 2);
  const wrong = (expected) => new BadInput(`line ${line}, column ${x + 1}: ${shown(sign)}; expected ${expected}`);
  if (y % 2 && x % 2) {
    if (/[a-z*]/.test(sign)) goals.push({ robot: sign.toUpperCase(), cell });
    else if (/[A-Z]/.test(sign)) robots.push([sign, cell]);
    else if (!". ".includes(sign)) throw wrong("a robot A to Z, its target a to z, * or .");
  } else if (y % 2 || x % 2) {
    const upright = y % 2 === 1;
    if (sign !== " " && sign !== (upright ? "|" : "-")) throw wrong(upright ? "| or a space" : "- or a space");
    const border = upright ? x === 0 || x === 2 * width : y === 0 || y === 2 * height;
    if (border && (sign !== " ") !== closed) throw wrong("a closed border, or none after a line edges: open");
    if (sign !== " " && !border) walls.push([upright ? cell - 1 : cell - width, cell]);
  } else if (!"+-| ".includes(sign)) throw wrong("+");
}

/** A puzzle as JSON, checked; robots as pairs of a letter and a cell. */
export function checkedRobots({ name, width, height, edges, robots: given, goals, walls }) {
  const names = given.map(([letter]) => letter);
  const standing = given.map(([, cell]) => cell);
  const isCell = (cell) => Number.isInteger(cell) && cell >= 0 && cell < width * height;
  const isSide = (side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE;
  if (!isSide(width) || !isSide(height) || !["closed", "open"].includes(edges)) throw new BadInput("no valid board");
  if (!names.length || new Set(names).size < names.length || !names.every((letter) => /^[A-Z]$/.test(letter))) {
    throw new BadInput("expected robots with different letters");
  }
  if (new Set(standing).size < standing.length || !standing.every(isCell)) {
    throw new BadInput("a robot is not on a free cell of the board");
  }
  const targets = [...new Map(goals.map(({ robot, cell }) => [`${robot} ${cell}`, { robot, cell }])).values()];
  const own = targets.map(({ robot }) => robot).filter((robot) => robot !== ANY);
  const cells = targets.map(({ cell }) => cell);
  if (!targets.length || targets.length > names.length || !own.every((robot) => names.includes(robot))) {
    throw new BadInput("expected at least one target, each for a robot on the board");
  }
  if (new Set(own).size < own.length || new Set(cells).size < cells.length || !cells.every(isCell)) {
    throw new BadInput("two targets for one robot or on one cell, or a target beside the board");
  }
  const pairs = walls.map((wall) => wall.toSorted((one, other) => one - other));
  const touch = ([one, other]) => other - one === width || (other - one === 1 && other % width > 0);
  if (!pairs.every((wall) => wall.every(isCell) && touch(wall))) throw new BadInput("a wall is not between two cells");
  const byPair = (one, other) => one[0] - other[0] || one[1] - other[1];
  return {
    kind: "robots", name, width, height, edges,
    robots: Object.fromEntries(given.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    goals: targets.sort((one, other) => one.cell - other.cell),
    walls: [...new Map(pairs.map((wall) => [String(wall), wall])).values()].sort(byPair),
  };
}

export const robots = {
  sniff: (text) => isFrame(opening(text, DIRECTIVE).split("/", 1)[0].trimEnd()),
  read: (text) => [...sections(text)].map(readSection),
};
