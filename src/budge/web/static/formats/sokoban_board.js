// Normal form of Sokoban boards, as in puzzles/sokoban_board.py: floor is what is connected to a player, a box or a
// target; only walls next to floor are kept, and the board is cut to them.

import { BadInput } from "./lines.js";

const ALIASES = { "-": " ", _: " ", p: "@", P: "+", b: "$", B: "*" };
const KNOWN = "# @+$*.";
const MAX = { side: 64, players: 4 };
const NEAR = [[-1, 0], [0, -1], [0, 1], [1, 0]];

/** A grid of marks; outside of a row there is nothing. */
class Marks {
  constructor(rows) {
    this.rows = rows.map((row) => [...row.trimEnd()].map((mark) => ALIASES[mark] ?? mark));
  }

  at([y, x]) {
    return this.rows[y]?.[x];
  }

  cells(signs) {
    return this.rows.flatMap((row, y) => row.flatMap((mark, x) => (signs.includes(mark) ? [[y, x]] : [])));
  }

  /** The cells that are connected to the sources, by key, and whether one is at the edge of the text. */
  flood(sources) {
    const reached = new Map(sources.map((cell) => [String(cell), cell]));
    let open = false;
    for (const [y, x] of reached.values()) {
      for (const [down, right] of NEAR) {
        const cell = [y + down, x + right];
        const mark = this.at(cell);
        if (mark === undefined) open = true;
        else if (mark !== "#" && !reached.has(String(cell))) reached.set(String(cell), cell);
      }
    }
    return { reached, open };
  }
}

/** The rows of a level in normal form; throws if they are not a level. */
export function normal(rows) {
  const marks = new Marks(rows);
  const unknown = marks.rows.flat().find((mark) => !KNOWN.includes(mark));
  if (unknown) throw new BadInput(`unknown character '${unknown}'; expected # @ + $ * . or floor`);
  const players = marks.cells("@+");
  if (!players.length) throw new BadInput("no player; expected an @ (or + if the player is on a target)");
  const { reached: floor, open } = marks.flood(players);
  for (const cell of marks.cells("$*.+")) {
    if (floor.has(String(cell))) continue;
    const part = marks.flood([cell]);
    if (open || !part.open) for (const [key, each] of part.reached) floor.set(key, each); // else it is decoration
  }
  return checkedLevel(cut(marks, floor));
}

function cut(marks, floor) {
  const cells = [...floor.values()];
  const [ys, xs] = [cells.map(([y]) => y), cells.map(([, x]) => x)];
  const [top, left] = [Math.min(...ys) - 1, Math.min(...xs) - 1];
  const [height, width] = [Math.max(...ys) + 2 - top, Math.max(...xs) + 2 - left];
  if (Math.max(height, width) > MAX.side) {
    throw new BadInput(`a board of ${width}×${height}; the largest is ${MAX.side}×${MAX.side}`);
  }
  const isWall = (y, x) => [-1, 0, 1].some((down) => [-1, 0, 1].some((right) => floor.has(`${y + down},${x + right}`)));
  const mark = (y, x) => {
    if (floor.has(`${y},${x}`)) return marks.at([y, x]);
    return isWall(y, x) ? "#" : " ";
  };
  return Array.from({ length: height }, (_, row) => {
    return Array.from({ length: width }, (_each, column) => mark(top + row, left + column)).join("").trimEnd();
  });
}

const count = (board, signs) => [...board.join("")].filter((mark) => signs.includes(mark)).length;

function checkedLevel(board) {
  const [players, boxes, targets] = ["@+", "$*", ".+*"].map((signs) => count(board, signs));
  if (players > MAX.players) throw new BadInput(`a level has at most ${MAX.players} players`);
  if (!targets) throw new BadInput("no target; expected a . for every target cell");
  if (boxes < targets) throw new BadInput(`${boxes} boxes for ${targets} targets; expected a box for each target`);
  return board;
}

/** The targets that each box may end on, sorted; an empty list if none is assigned. */
export function assigned(lists, board) {
  if (!lists.some((list) => list.length)) return [];
  const isTarget = (number) => Number.isInteger(number) && number >= 1 && number <= count(board, ".+*");
  if (lists.length !== count(board, "$*") || !lists.flat().every(isTarget)) {
    throw new BadInput("the assigned targets do not fit the boxes and targets of the level");
  }
  return lists.map((list) => [...new Set(list)].sort((one, other) => one - other));
}
