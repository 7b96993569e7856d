// Boards of tiles: rows of numbers, `1 2 3/4 5 6/7 8 0` or one row per line, with lines `goal:` and `name:`.

import { BadInput, contentLines, opening, readName, shown } from "./lines.js";

const DIRECTIVE = /^(goal|name)\s*:\s*(.*)$/i;
const MAX_SIDE = 64;
const BLANKS = ["_", "."];

function readRow(text, line) {
  return text.split(/[\s,]+/).filter(Boolean).map((word) => {
    if (BLANKS.includes(word)) return 0;
    if (!/^\d{1,6}$/.test(word)) {
      throw new BadInput(`line ${line}: ${shown(word)} is not a tile; expected a number, or 0, _ or . for the blank`);
    }
    return Number(word);
  });
}

/** The rows of a board on one line. */
function readRows(text, line) {
  const rows = text.replace(/\/$/, "").split("/").map((row) => readRow(row, line));
  if (!rows[0].length || rows.some((row) => row.length !== rows[0].length)) {
    throw new BadInput(`line ${line}: rows of different lengths; expected rows of numbers, as in 1 2 3/4 5 6/7 8 0`);
  }
  return rows;
}

const inRows = (cells, width) => {
  return Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width));
};
const isWhole = (cells) => {
  const isTile = (tile) => Number.isInteger(tile) && tile >= 0 && tile < cells.length;
  return new Set(cells).size === cells.length && cells.every(isTile);
};

function square(row, line) {
  const side = Math.sqrt(row.length);
  if (!Number.isInteger(side)) {
    throw new BadInput(`line ${line}: ${row.length} numbers are not a square board; put / between the rows`);
  }
  return inRows(row, side);
}

/** The usual goals by name. */
export function namedGoal(name, size) {
  const last = Array.from({ length: size }, (_, cell) => (cell + 1) % size);
  return name === "blank-first" ? last.map((_, cell) => cell) : name === "blank-last" ? last : null;
}

function goalOf(start, goal) {
  const [width, size] = [start[0].length, start.length * start[0].length];
  if (!goal) return inRows(namedGoal("blank-last", size), width);
  const named = namedGoal(goal.text, size);
  if (named) return inRows(named, width);
  if (/^[a-z]?$/i.test(goal.text.slice(0, 1)) && !BLANKS.includes(goal.text[0])) {
    throw new BadInput(`line ${goal.line}: goal ${shown(goal.text)}; expected blank-first, blank-last or a board`);
  }
  const rows = readRows(goal.text, goal.line);
  const inReadingOrder = rows.length === 1 && rows[0].length === size;
  if (!inReadingOrder && (rows.length !== start.length || rows[0].length !== width)) {
    throw new BadInput(`line ${goal.line}: the goal and the board have different sizes`);
  }
  return inRows(rows.flat(), width);
}

/** A board as JSON, checked. */
export function tilesPuzzle(start, goal, name, line) {
  if (start.length > MAX_SIDE || start[0].length > MAX_SIDE) {
    throw new BadInput(`line ${line}: the largest board is ${MAX_SIDE}×${MAX_SIDE}`);
  }
  for (const board of [start, goal]) {
    if (board.flat().length < 2 || !isWhole(board.flat())) {
      throw new BadInput(`line ${line}: expected every number from 0 to ${start.flat().length - 1} once`);
    }
  }
  return { kind: "tiles", name, start, goal };
}

function* readParagraph(lines, fileGoal) {
  const found = { goal: fileGoal, name: null };
  const boards = [];
  for (const { number, content } of lines) {
    const [, key, text] = DIRECTIVE.exec(content) ?? [];
    if (!key) boards.push({ line: number, content });
    else if (found[key.toLowerCase()] && found[key.toLowerCase()] !== fileGoal) {
      throw new BadInput(`line ${number}: a second ${key} for the same puzzle`);
    } else found[key.toLowerCase()] = { text: text.trim(), line: number };
  }
  const rows = boards.filter(({ content }) => !content.includes("/"));
  const isList = () => rows.slice(0, 2).every(({ content, line }) => {
    const row = readRow(content, line);
    return Number.isInteger(Math.sqrt(row.length)) && isWhole(row);
  });
  const grid = rows.length > 1 && !isList() ? rows : [];
  const all = boards.filter((board) => !grid.slice(1).includes(board));
  if (found.name && all.length !== 1) {
    throw new BadInput(`line ${found.name.line}: a name for ${all.length} puzzles; expected exactly one`);
  }
  const name = found.name ? readName(found.name.text, found.name.line) : null;
  for (const board of all) {
    const { line, content } = board;
    let start;
    if (board === grid[0]) start = grid.map((row) => readRow(row.content, row.line));
    else if (content.includes("/")) start = readRows(content, line);
    else start = square(readRow(content, line), line);
    if (start.some((row) => row.length !== start[0].length)) {
      throw new BadInput(`line ${line}: rows of different lengths`);
    }
    yield tilesPuzzle(start, goalOf(start, found.goal), name, line);
  }
  if (!all.length) return found.goal;
  return null;
}

export const tiles = {
  sniff(text) {
    const first = opening(text, DIRECTIVE);
    return /^[\d_.-]/.test(first) && !first.includes(":");
  },

  read(text) {
    const paragraphs = [];
    for (const line of contentLines(text)) {
      if (line.opens) paragraphs.push([]);
      paragraphs.at(-1).push(line);
    }
    const puzzles = [];
    let [fileGoal, unused] = [null, null];
    for (const paragraph of paragraphs) {
      const before = puzzles.length;
      const reading = readParagraph(paragraph, fileGoal);
      let step = reading.next();
      for (; !step.done; step = reading.next()) puzzles.push(step.value);
      if (puzzles.length > before) unused = null;
      else if (step.value) fileGoal = unused = step.value;
    }
    if (unused) throw new BadInput(`line ${unused.line}: no puzzle follows this goal; put it above its puzzle`);
    return puzzles;
  },
};
