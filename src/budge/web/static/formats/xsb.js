// Sokoban levels in XSB, also run-length encoded or on one line, with titles above or below: see formats/xsb.py.

import { BadInput, readName } from "./lines.js";
import { assigned as checkedAssignment, normal } from "./sokoban_board.js";

const ROW = /^[#@+$*.bBpP\s\-_|\d()]*#[#@+$*.bBpP\s\-_|\d()]*$/;
const OPEN_ROW = /^[@+$*.\s\-_]*[@+$*.\-_][@+$*.\s\-_]*$/; // without a wall: a row only below another row
const BEGINS = /^\s*#/; // below a row: another row, valid or not
const WALLED = /^\s*\d*#(?!.*[A-Za-z]{2}).*#\s*$/; // a row anywhere; a line with words is not
const NUMBER = /^\s*#\s*\d+\s*$/; // the title of a level, as in #17
const LEVEL = /^\s*#(?=[^\n]*[@+])[#@+$*. \-_]*(\/[#@+$*. \-_]*){2,}#\s*$/; // all of a level on one line
const SOLUTION = /^(?:[lurdLURD\d()\s]+|\s*(?:solution|snapshot|saved|moves)\b.*)$/i;
const KEY = /^\s*(title|name|assigned)\s*[:=]\s*(.*?)\s*$/i;
const OTHER_KEY = /^\s*\w[\w ]{0,30}[:=].*$/;
const COMMENT = /^\s*(?:;|::|')\s*(.*?)\s*$/;
const PIECES = /[@+$*.bBpP]/;
const MAX_LENGTH = 200_000;

function isRow(line, continues) {
  if ((!line.includes("#") && !continues) || NUMBER.test(line)) return false;
  if (continues) return ROW.test(line) || BEGINS.test(line) || OPEN_ROW.test(line);
  return ROW.test(line) || WALLED.test(line);
}

/** Expands run lengths: `3r` is `rrr`, `2(lu)` is `lulu`. */
function unrolled(text, line) {
  const groups = [];
  let pieces = "";
  for (const [, count, mark] of text.matchAll(/(\d*)(\D)/g)) {
    const times = Number(count || 1);
    if (mark === "(") {
      groups.push([times, pieces]);
      pieces = "";
    } else if (mark === ")") {
      if (!groups.length) throw new BadInput(`line ${line}: a bracket is not opened`);
      const [repeat, before] = groups.pop();
      pieces = before + pieces.repeat(Math.min(repeat, MAX_LENGTH));
    } else pieces += mark.repeat(Math.min(times, MAX_LENGTH));
    if (pieces.length > MAX_LENGTH) throw new BadInput(`line ${line}: longer than ${MAX_LENGTH} characters`);
  }
  if (groups.length || /\d$/.test(text)) throw new BadInput(`line ${line}: a run length is not complete`);
  return pieces;
}

const rowsOf = (line, number) => {
  return /[\d|(]/.test(line) ? unrolled(line.trimEnd(), number).replace(/\|+$/, "").split("|") : [line];
};

/** The levels: their rows, and the lines above; finally the lines below the last level, without rows. */
function sections(text) {
  const found = [{ above: [], rows: [], line: 0 }];
  let inLevel = false;
  for (const [index, line] of text.split("\n").entries()) {
    const isOfLevel = line !== "" && isRow(line, inLevel);
    if (isOfLevel) {
      if (!inLevel) found.at(-1).line = index + 1;
      found.at(-1).rows.push(...rowsOf(line, index + 1));
    } else {
      if (inLevel) found.push({ above: [], rows: [], line: 0 });
      found.at(-1).above.push(line);
    }
    inLevel = isOfLevel;
  }
  if (found.at(-1).rows.length) found.push({ above: [], rows: [], line: 0 });
  return found;
}

/** What the lines between two levels say: keys, and the first and the last comment or line of text. */
function remarksOf(lines) {
  const [keys, titles] = [new Map(), []];
  for (const line of lines) {
    const [key, comment] = [KEY.exec(line), COMMENT.exec(line)];
    if (key) keys.set(key[1].toLowerCase().replace("name", "title"), key[2]);
    else if (comment) {
      if (comment[1] && !line.trimStart().startsWith("::")) titles.splice(1, 1, comment[1]);
    } else if (line.trim() && !SOLUTION.test(line) && !OTHER_KEY.test(line)) titles.splice(1, 1, line.trim());
  }
  return { keys, titles, isEmpty: !keys.size && !titles.length };
}

/** Whether titles are below their levels: text that touches a row and has a blank line on its other side decides. */
function titlesBelow(gaps) {
  const hasText = gaps.map((gap) => !remarksOf(gap).isEmpty);
  if (hasText[0] !== hasText.at(-1)) return hasText.at(-1);
  const touching = gaps.flatMap((gap, place) => {
    const blanks = [...gap.keys()].filter((index) => !gap[index].trim());
    const [isFirst, isLast] = [place === 0, place === gaps.length - 1];
    const below = !isFirst && (blanks.length || isLast) ? [[gap.slice(0, blanks[0] ?? gap.length), 1]] : [];
    const above = !isLast && (blanks.length || isFirst) ? [[gap.slice((blanks.at(-1) ?? -1) + 1), -1]] : [];
    return [...below, ...above].map(([lines, vote]) => [remarksOf(lines), vote]);
  });
  const sum = (counts) => touching.filter(([remarks]) => counts(remarks)).reduce((total, [, vote]) => total + vote, 0);
  return (sum(({ keys }) => keys.size) || sum(({ titles }) => titles.length)) > 0;
}

function titleOf({ keys, titles }, below) {
  if (!keys.has("title")) return (below ? titles[0] : titles.at(-1)) ?? null;
  try {
    return readName(keys.get("title"));
  } catch {
    return keys.get("title") || null;
  }
}

/** For each box, in reading order, the numbers of the targets that it may end on; empty: any. */
function assignment(text, board) {
  const lists = text.split(/\s+/).filter(Boolean).map((word) => {
    if (word !== "*" && !/^\d{1,5}(,\d{1,5})*$/.test(word)) {
      throw new BadInput(`'${word}'; expected target numbers for each box, such as 2 or 1,3, or *`);
    }
    return word === "*" ? [] : word.split(",").map(Number);
  });
  return checkedAssignment(lists, board);
}

export const xsb = {
  sniff(text) {
    if (LEVEL.test(text)) return true;
    let [rows, pieces] = [0, false];
    for (const line of text.split("\n").filter(Boolean)) {
      if (isRow(line, rows > 0)) {
        rows += line.split("|").length;
        pieces ||= PIECES.test(line);
        if (rows > 1 && pieces) return true;
      } else [rows, pieces] = [0, false];
    }
    return false;
  },

  read(text) {
    const found = sections(LEVEL.test(text) ? text.trim().replaceAll("/", "|") : text);
    const below = titlesBelow(found.map(({ above }) => above));
    return found.slice(0, -1).map(({ rows, line, above }, index) => {
      const remarks = remarksOf(below ? found[index + 1].above : above);
      try {
        const board = normal(rows.slice(0, 1 + rows.findLastIndex((row) => !/^[\s\-_]*$/.test(row))));
        const assigned = remarks.keys.has("assigned") ? assignment(remarks.keys.get("assigned"), board) : [];
        return { kind: "sokoban", name: titleOf(remarks, below), board, assigned };
      } catch (problem) {
        throw new BadInput(`line ${line}: ${problem.message}`);
      }
    });
  },
};
