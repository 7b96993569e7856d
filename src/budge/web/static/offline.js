// The page without a server, as `budge web --export` writes it. This file replaces `fetch`, so that the rest of the
// page is unchanged: answers come from stored files or from the boards' rules; other requests fail with a message.

import { boardOf } from "./board/index.js";

const ROOT = "api/v1";
const SERVER = "needs a server, which this copy of the page does not have. Install budge and run `budge web`";
const FEATURES = {
  "/solves": "Solving", "/generate": "Generating a puzzle", "/graph": "The state graph", "/render": "Saving a plan",
  "/info": "Deadlock detection", "/check": "Checking a plan",
};

const online = globalThis.fetch.bind(globalThis);

globalThis.fetch = async (address, options = {}) => {
  const path = String(address).startsWith(`${ROOT}/`) ? String(address).slice(ROOT.length) : null;
  if (path === null || options.method !== "POST") return online(address, options);
  const answer = await (ANSWERS[path] ?? missing(path))(JSON.parse(options.body));
  return new Response(JSON.stringify(answer), { status: answer.status ?? 200 });
};

const problem = (detail, status) => ({ title: "Not available", detail, status });
const missing = (path) => () => problem(`${FEATURES[path] ?? "This"} ${SERVER}.`, 503);

/** The stored file of a library puzzle, or null. */
async function stored(folder, name) {
  const file = `${ROOT}/${folder}/${name.split("/").map(encodeURIComponent).join("/")}.json`;
  const response = await online(file);
  return response.ok ? response.json() : null;
}

const ANSWERS = {
  async "/puzzles"({ name, puzzle, text }) {
    if (name !== undefined) {
      const item = await stored("puzzles", name);
      return item ? { puzzles: [item], total: 1 } : problem(`The library has no puzzle ${name}.`, 404);
    }
    try {
      const item = described(puzzle ?? JSON.parse(text));
      return { puzzles: [item], total: 1 };
    } catch (mistake) {
      if (mistake instanceof SyntaxError) return problem(`Reading formats other than budge's JSON ${SERVER}.`, 503);
      return problem(mistake instanceof Incomplete ? mistake.message : "This is not a complete puzzle.", 422);
    }
  },

  "/info": ({ puzzle, state }) => (state === undefined
    ? { why: null, heuristics: {}, metric: described(puzzle).metrics[0], engines: [] } : missing("/info")()),

  async "/hint"({ puzzle, state }) {
    const nothing = { move: null, remaining: null, optimal: false };
    const found = puzzle.name ? await stored("plans", puzzle.name) : null;
    if (!found) return { ...nothing, why: "this copy of the page has no solution of this puzzle" };
    const board = boardOf(described(puzzle));
    let position = board.initial;
    for (const [done, move] of found.moves.entries()) {
      if (JSON.stringify(position) === JSON.stringify(state)) {
        const remaining = board.costs(found.moves.slice(done))[board.metrics[0]];
        return { move, state: board.apply(position, move), remaining, optimal: found.optimal, why: null };
      }
      position = board.apply(position, move);
    }
    return { ...nothing, why: "hints follow the stored solution; use Undo or Restart to return to it" };
  },

  "/convert": ({ puzzle }) => ({
    text: `${JSON.stringify(puzzle, null, 2)}\n`, filename: "puzzle.json", media_type: "application/json",
  }),
};

class Incomplete extends Error {}

/** By kind: what is missing in a drawing, or null. The constructors of the boards detect everything else. */
const MISSING = {
  sokoban({ board }) {
    const count = (characters) => [...board.join("")].filter((each) => characters.includes(each)).length;
    if (!count("@+")) return "There is no player.";
    if (!count(".*+")) return "There is no target.";
    return count("$*") < count(".*+") ? "There are more targets than boxes." : null;
  },
  blocks: ({ blocks, goals }) => (blocks.length && goals.some((goal) => Object.keys(goal).length)
    ? null : "There is no piece, or no goal for one."),
  robots: ({ robots, goals }) => (Object.keys(robots).length && goals.length ? null : "There is no robot or no target."),
};

/** A puzzle as POST /puzzles describes it; throws if it is not valid. */
function described(puzzle) {
  const lacking = MISSING[puzzle.kind]?.(puzzle);
  if (lacking) throw new Incomplete(lacking);
  const layout = circle(puzzle);
  const board = boardOf({ puzzle, layout });
  const size = board.columns ? `${board.columns}×${board.rows}` : `${layout?.length ?? 0} vertices`;
  const solved = board.isGoal(board.initial);
  return {
    puzzle, layout, size, solved, kind: puzzle.kind, name: puzzle.name ?? null, metrics: [...board.metrics],
    state: board.initial, why: null, optimum: null,
  };
}

/** The default layout of a graph: its vertices on a circle. The unit is the length of an edge. */
function circle({ vertices = null }) {
  if (!vertices) return null;
  const radius = Math.max(1, vertices.length / 5);
  const turn = (index) => (2 * Math.PI * index) / vertices.length;
  return vertices.map((_, index) => [radius * (1 + Math.sin(turn(index))), radius * (1 - Math.cos(turn(index)))]);
}
