// Rush Hour as one line of 36 cells in reading order, or as six lines of six; X, or else A, must leave to the right.

import { BadInput, contentLines, opening, readName } from "./lines.js";
import { EMPTY, WALL, blocksPuzzle, shapes } from "./grid.js";

const SIDE = 6;
const CELLS = SIDE * SIDE;
const BOARD = /^(?:\d{1,9}\s+)?([A-Za-z.]{30,42})(?:\s+\d{1,12})?$/;
const NAME = /^name\s*(?::\s*|\s)(.*)$/;

const SIX = /^[A-Za-z.]{6}$/;
const MAX_SNIFFED = 2_000; // characters
const letters = (rows) => new Set(rows.join("").replaceAll(EMPTY, ""));

/** Whether the text begins with a board of six lines. Blocks have a goal below it, and bmc maps few letters. */
function isSixLines(text) {
  const paragraphs = [];
  let begins = true;
  for (const { content, opens } of contentLines(text.slice(0, MAX_SNIFFED))) {
    if (NAME.test(content)) {
      begins = true;
      continue;
    }
    if (opens || begins) paragraphs.push([]);
    paragraphs.at(-1).push(content);
    begins = false;
  }
  const [first = [], second] = paragraphs;
  if (first.length !== SIDE || !first.every((line) => SIX.test(line))) return false;
  const own = letters(first);
  if ([...own].every((letter) => "WXPBT".includes(letter))) return false;
  if (!second || second.map((line) => line.length).join() !== first.map((line) => line.length).join()) return true;
  const shown = [...letters(second)];
  return !(shown.every((letter) => own.has(letter)) && shown.length < own.size);
}

/** Lines in which six rows of a board are joined to one. */
function* sixLines(lines) {
  let rows = [];
  let first = 0;
  for (const line of lines) {
    if (NAME.test(line.content)) {
      yield line;
      continue;
    }
    if (!rows.length) first = line.number;
    rows.push(line.content);
    if (rows.length === SIDE || !SIX.test(line.content)) {
      const board = rows.join("");
      yield { number: first, content: /[A-Z]/.test(board) ? board : board.toUpperCase() };
      rows = [];
    }
  }
  if (rows.length) yield { number: first, content: rows.join("") };
}

function readBoard(text, name, line) {
  const cells = BOARD.exec(text)?.[1] ?? text;
  if (cells.length !== CELLS) {
    throw new BadInput(`line ${line}: ${cells.length} characters; a Rush Hour board has ${CELLS}`);
  }
  const bad = /[^A-Z.ox]/.exec(cells);
  if (bad) throw new BadInput(`line ${line}: '${bad[0]}'; expected a car A to Z, . or o empty, x a wall`);
  const signs = cells.replaceAll("o", EMPTY).replaceAll("x", WALL);
  const rows = Array.from({ length: SIDE }, (_, row) => signs.slice(row * SIDE, (row + 1) * SIDE));
  let [horizontal, vertical] = ["", ""];
  for (const [car, covered] of shapes(rows)) {
    if (car === WALL) continue;
    const inOneRow = new Set(covered.map((cell) => Math.floor(cell / SIDE))).size === 1;
    const inOneColumn = new Set(covered.map((cell) => cell % SIDE)).size === 1;
    if (covered.length < 2 || !(inOneRow || inOneColumn)) {
      throw new BadInput(`line ${line}: car ${car} is not a bar; expected at least two cells in a line`);
    }
    if (inOneRow) horizontal += car;
    else vertical += car;
  }
  const target = cells.includes("X") ? "X" : "A";
  if (!horizontal.includes(target)) throw new BadInput(`line ${line}: the target car ${target} is missing or vertical`);
  const length = cells.split(target).length - 1;
  const goal = Array(SIDE).fill(EMPTY.repeat(SIDE));
  goal[Math.floor(cells.indexOf(target) / SIDE)] = EMPTY.repeat(SIDE - length) + target.repeat(length);
  return blocksPuzzle(rows, [goal], { horizontal, vertical, name });
}

export const rushHour = {
  sniff: (text) => BOARD.test(opening(text, NAME).trimEnd()) || isSixLines(text),

  read(text) {
    const puzzles = [];
    let name = null;
    const lines = isSixLines(text) ? sixLines(contentLines(text)) : contentLines(text);
    for (const { number, content } of lines) {
      const named = NAME.exec(content);
      if (named) name = readName(named[1].trim(), number);
      else {
        puzzles.push(readBoard(content, name, number));
        name = null;
      }
    }
    if (name !== null) throw new BadInput("no board follows the name");
    return puzzles;
  },
};
