// Puzzles as budge's JSON: one object, a list of objects, or one object per line. Absent fields get their defaults.

import { BadInput } from "./lines.js";
import { checkedBlocks } from "./grid.js";
import { checkedRobots } from "./robots.js";
import { assigned as checkedAssignment, normal } from "./sokoban_board.js";
import { namedGoal, tilesPuzzle } from "./tiles.js";

const FIELDS = {
  tiles: ["start", "goal"],
  tokens: ["vertices", "edges", "start", "goal"],
  blocks: ["width", "height", "walls", "blocks", "gates", "goals"],
  sokoban: ["board", "assigned"],
  robots: ["width", "height", "edges", "robots", "goals", "walls"],
};
const BLANK = "_";

/** By kind: the puzzle with all fields, checked. */
const CHECKED = {
  tiles({ name, start, goal }) {
    const width = start[0].length;
    const last = namedGoal("blank-last", start.flat().length);
    const home = start.map((_, row) => last.slice(row * width, (row + 1) * width));
    if ((goal ?? home).length !== start.length) throw new BadInput("the goal and the board have different sizes");
    return tilesPuzzle(start, goal ?? home, name, 1);
  },

  tokens({ name, vertices, edges, start, goal }) {
    const names = new Set(vertices);
    const isEdge = ([one, other]) => one !== other && names.has(one) && names.has(other);
    const held = [start, goal].map((tokens) => tokens.toSorted().join(" "));
    if (names.size < vertices.length || !edges.every(isEdge) || held[0] !== held[1] || start.length !== vertices.length
      || new Set(start).size < start.length || !start.includes(BLANK)) {
      throw new BadInput("expected vertices, edges between them, and equal tokens, one of them _, in start and goal");
    }
    return { kind: "tokens", name, vertices, edges, start, goal };
  },

  blocks: ({ walls = [], gates = [], ...puzzle }) => checkedBlocks({ walls, gates, ...puzzle }),

  sokoban({ name, board: rows, assigned = [] }) {
    const board = normal(rows);
    return { kind: "sokoban", name, board, assigned: checkedAssignment(assigned, board) };
  },

  robots: ({ edges = "closed", walls = [], robots, ...puzzle }) => {
    return checkedRobots({ edges, walls, robots: Object.entries(robots), ...puzzle });
  },
};

function values(text) {
  try {
    return [JSON.parse(text)].flat();
  } catch (problem) {
    const lines = text.split("\n").filter((line) => line.trim());
    if (lines.length < 2) throw new BadInput(`not valid JSON: ${problem.message}`);
    return lines.flatMap((line, index) => {
      try {
        return JSON.parse(line);
      } catch {
        throw new BadInput(`line ${index + 1} is not valid JSON`);
      }
    });
  }
}

export const json = {
  sniff: (text) => /^\s*[{[]/.test(text),

  read: (text) => values(text).map((data) => {
    const fields = FIELDS[data?.kind];
    if (!fields) throw new BadInput(`expected an object with "kind" one of ${Object.keys(FIELDS).join(", ")}`);
    const unknown = Object.keys(data).find((key) => !["kind", "name", ...fields].includes(key));
    if (unknown !== undefined) throw new BadInput(`unknown key '${unknown}'; ${data.kind} has ${fields.join(", ")}`);
    const { name = null } = data;
    if (name !== null && typeof name !== "string") throw new BadInput("the name is not a string");
    try {
      return CHECKED[data.kind]({ ...data, name });
    } catch (problem) {
      throw new BadInput(problem instanceof BadInput ? problem.message : "this is not a complete puzzle");
    }
  }),
};
