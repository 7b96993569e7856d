// Sliding blocks as grids of letters: `AB/.. ../.A`, two paragraphs, or with the keywords start, goal, gate,
// horizontal, vertical and name.

import { BadInput, readName } from "./lines.js";
import { blocksPuzzle, checkGrid, goalAnchors, shapes } from "./grid.js";

const KEYWORD = /^(?:(start|goal|end)\s*:?|(goal)\s+(alike)|(name|gate|horizontal|vertical)(?:\s*:\s*|\s+|$)(.*))$/;
const START = /^start\s*:?\s*$/;
const TITLE = /^\s*(?:#.*|(?:name|horizontal|vertical|gate)\b.*|[.-]+)?$/; // also the rows of a gate
const LEVEL = /^\s*#(?=[^\n]*[@+])[#@+$*. \-_]*(\/[#@+$*. \-_]*){2,}#\s*$/; // a Sokoban level on one line
const MAX_GOALS = 10_000;
const GATE = "-";

function inline(text) {
  const words = text.trim().includes("\n") ? [] : text.trim().split(/\s+/);
  return words.length > 1 && words.every((word) => word.includes("/")) && !LEVEL.test(text) ? words : [];
}

function hasKeywords(text) {
  for (const line of text.split("\n").filter(Boolean)) {
    if (START.test(line)) return true;
    if (!TITLE.test(line)) return false;
  }
  return false;
}

function bare(text) {
  const paragraphs = text.trim().split(/\n\s*\n/).slice(0, 2);
  const rows = paragraphs.flatMap((paragraph) => paragraph.split("\n")).map((row) => row.trimEnd());
  return paragraphs.length === 2 && paragraphs.every((paragraph) => /[\p{L}\p{N}]/u.test(paragraph))
    && rows.every((row) => /^[^\s:@$]{2,}$/u.test(row)) && !rows.every((row) => /^\d+$/.test(row));
}

function* bareSections(text) {
  let [pair, opens] = [[], true];
  for (const [index, line] of text.split("\n").map((each) => each.trimEnd()).entries()) {
    if (line && opens) {
      if (pair.length === 2) {
        yield pair;
        pair = [];
      }
      pair.push({ line: index + 1, keyword: pair.length ? "goal" : "start", words: "", rows: [] });
    }
    if (line) pair.at(-1).rows.push(line);
    opens = !line;
  }
  yield pair;
}

function* keywordSections(text) {
  let [found, inGrid] = [[], false];
  for (const [index, line] of text.split("\n").map((each) => each.trimEnd()).entries()) {
    const match = KEYWORD.exec(line);
    if (!match) {
      if (!line || (!inGrid && line.startsWith("#"))) inGrid = false;
      else if (!inGrid) throw new BadInput(`line ${index + 1}: expected start, goal, gate, name or an axis`);
      else found.at(-1).rows.push(line);
      continue;
    }
    const [keyword, words] = [match[1] ?? match[2] ?? match[4], match[3] ?? match[5] ?? ""];
    const started = found.some((section) => section.keyword === "start");
    if (found.length && (keyword === "end" || (started && ["start", "name"].includes(keyword)))) {
      yield found;
      found = [];
    }
    if (keyword !== "end") found.push({ line: index + 1, keyword, words, rows: [] });
    inGrid = ["start", "goal", "gate"].includes(keyword);
  }
  if (found.length) yield found;
}

function signsOf({ keyword, words, line }) {
  const signs = words.replace(/\s/g, "");
  if (!signs) throw new BadInput(`line ${line}: ${keyword} names no piece; expected some, as in ${keyword} A B`);
  return signs;
}

/** A goal and all goals in which any piece of the same shape fills each place, if its gates admit it. */
function alternatives({ blocks, gates }, goal) {
  const groups = new Map();
  for (const { name, cells } of blocks) {
    const key = String(cells.map((cell) => cell - cells[0]));
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const shapeOf = new Map(blocks.map(({ name, cells }) => [name, cells]));
  const admits = (name, anchor) => shapeOf.get(name).every((cell, _, cells) => {
    return gates.every((gate) => gate.pieces.includes(name) || !gate.cells.includes(anchor + cell - cells[0]));
  });
  let found = [[]];
  for (const names of groups.values()) {
    const places = Object.entries(goal).filter(([name]) => names.includes(name)).map(([, anchor]) => anchor);
    const ways = permutations(names, places.length).map((pieces) => pieces.map((name, at) => [name, places[at]]));
    if (found.length * ways.length > MAX_GOALS) throw new BadInput("equal pieces meet the goal in too many ways");
    const chosen = ways.filter((placed) => placed.every(([name, anchor]) => admits(name, anchor)));
    found = found.flatMap((each) => chosen.map((placed) => [...each, ...placed]));
  }
  if (!found.length) throw new BadInput("every way to meet the goal puts a piece on a gate that does not admit it");
  return found.map((each) => Object.fromEntries(each));
}

function permutations(items, length) {
  if (length === 0) return [[]];
  const others = (index) => permutations(items.toSpliced(index, 1), length - 1);
  return items.flatMap((item, index) => others(index).map((rest) => [item, ...rest]));
}

function readPuzzle(sections) {
  const given = new Map();
  const [goals, gates] = [[], new Map()];
  for (const section of sections) {
    const { keyword, line } = section;
    if (keyword === "goal") goals.push(section);
    else if (given.has(keyword) && keyword !== "gate") {
      throw new BadInput(`line ${line}: a second ${keyword} for the same puzzle`);
    }
    given.set(keyword, section);
  }
  const start = given.get("start")?.rows;
  if (!start || !goals.length) {
    throw new BadInput(`line ${sections[0].line}: a puzzle of blocks without a ${start ? "goal" : "start"} grid`);
  }
  checkGrid(start, "board");
  for (const section of sections.filter(({ keyword }) => keyword === "gate")) {
    checkGrid(section.rows, "gate");
    if (section.rows.length !== start.length || section.rows[0].length !== start[0].length) {
      throw new BadInput(`line ${section.line}: the gate and the board have different sizes`);
    }
    const [pieces, cells] = [signsOf(section), shapes(section.rows).get(GATE)];
    if (!cells) throw new BadInput(`line ${section.line}: the gate marks no cell; expected ${GATE} on at least one`);
    gates.set(pieces, [...(gates.get(pieces) ?? []), ...cells]);
  }
  const axis = (name) => (given.has(name) ? signsOf(given.get(name)) : "");
  const wanted = goals.map(({ rows }) => goalAnchors(rows, start));
  const restrictions = {
    horizontal: axis("horizontal"),
    vertical: axis("vertical"),
    gates: [...gates].map(([pieces, cells]) => ({ cells, pieces: [...pieces] })),
    name: given.has("name") ? readName(given.get("name").words, given.get("name").line) : null,
  };
  const puzzle = blocksPuzzle(start, wanted, restrictions);
  const spread = wanted.flatMap((goal, at) => (goals[at].words ? alternatives(puzzle, goal) : [goal]));
  return blocksPuzzle(start, spread, restrictions);
}

const rowsOf = (grid) => grid.replace(/\/$/, "").split("/");

export const blocks = {
  sniff: (text) => hasKeywords(text) || inline(text).length > 0 || bare(text),

  read(text) {
    const [start, ...goals] = inline(text);
    if (start) return [blocksPuzzle(rowsOf(start), goals.map(rowsOf))];
    const sections = hasKeywords(text) || !bare(text) ? keywordSections(text) : bareSections(text);
    return [...sections].map(readPuzzle);
  },
};
