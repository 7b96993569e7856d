// Rush Hour as one line: 36 cells in reading order; X, or A if there is no X, must leave to the right.

import { BadInput, contentLines, opening, readName } from "./lines.js";
import { EMPTY, WALL, blocksPuzzle, shapes } from "./grid.js";

const SIDE = 6;
const CELLS = SIDE * SIDE;
const BOARD = /^(?:\d{1,9}\s+)?([A-Za-z.]{30,42})(?:\s+\d{1,12})?$/;
const NAME = /^name\s*(?::\s*|\s)(.*)$/;

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
  sniff: (text) => BOARD.test(opening(text, NAME).trimEnd()),

  read(text) {
    const puzzles = [];
    let name = null;
    for (const { number, content } of contentLines(text)) {
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
