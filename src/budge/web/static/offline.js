// The page without a server, as `budge web --export` writes it: what the API would answer comes from files, or is worked
// out here by the rules that boards know; all else says that it needs the server.
//
// It stands in for `fetch`, so that no other file of the page need know of it.

import { boardOf } from "./board/index.js";

const ROOT = "api/v1";
const SERVER = "needs the server, which this copy of the page does not have: install budge and run `budge web`";
const WHAT = {
  "/solves": "Solving", "/generate": "Having a puzzle made", "/graph": "The state graph", "/render": "Saving a plan",
  "/info": "What is lost in a position", "/check": "Checking a plan",
};

const online = globalThis.fetch.bind(globalThis);

globalThis.fetch = async (address, options = {}) => {
  const path = String(address).startsWith(`${ROOT}/`) ? String(address).slice(ROOT.length) : null;
  if (path === null || options.method !== "POST") return online(address, options);
  const answer = await (ANSWERS[path] ?? missing(path))(JSON.parse(options.body));
  return new Response(JSON.stringify(answer), { status: answer.status ?? 200 });
};

const problem = (detail, status) => ({ title: "Not here", detail, status });
const missing = (path) => () => problem(`${WHAT[path] ?? "This"} ${SERVER}.`, 503);

/** The stored file of a puzzle of the library; null where there is none. */
async function stored(folder, name) {
  const file = `${ROOT}/${folder}/${name.split("/").map(encodeURIComponent).join("/")}.json`;
  const response = await online(file);
  return response.ok ? response.json() : null;
}

const ANSWERS = {
  async "/puzzles"({ name, puzzle, text }) {
    if (name !== undefined) {
      const item = await stored("puzzles", name);
      return item ? { puzzles: [item], total: 1 } : problem(`No puzzle of the library is called ${name}.`, 404);
    }
    try {
      const item = described(puzzle ?? JSON.parse(text));
      return { puzzles: [item], total: 1 };
    } catch (mistake) {
      if (mistake instanceof SyntaxError) return problem(`Reading other formats than budge's JSON ${SERVER}.`, 503);
      return problem(mistake instanceof Unfinished ? mistake.message : "This is no whole puzzle.", 422);
    }
  },

  "/info": ({ puzzle, state }) => (state === undefined
    ? { why: null, heuristics: {}, metric: described(puzzle).metrics[0], engines: [] } : missing("/info")()),

  async "/hint"({ puzzle, state }) {
    const nothing = { move: null, remaining: null, optimal: false };
    const found = puzzle.name ? await stored("plans", puzzle.name) : null;
    if (!found) return { ...nothing, why: "no solution of this puzzle is stored here" };
    const board = boardOf(described(puzzle));
    let here = board.initial;
    for (const [done, move] of found.moves.entries()) {
      if (JSON.stringify(here) === JSON.stringify(state)) {
        const remaining = board.costs(found.moves.slice(done))[board.metrics[0]];
        return { move, state: board.apply(here, move), remaining, optimal: found.optimal, why: null };
      }
      here = board.apply(here, move);
    }
    return { ...nothing, why: "hints follow the stored solution, which does not come by here; Undo or Restart" };
  },

  "/convert": ({ puzzle }) => ({
    text: `${JSON.stringify(puzzle, null, 2)}\n`, filename: "puzzle.json", media_type: "application/json",
  }),
};

class Unfinished extends Error {}

/** What a drawing must have to be played; the boards find the rest. */
const NEEDS = {
  sokoban({ board }) {
    const count = (signs) => [...board.join("")].filter((sign) => signs.includes(sign)).length;
    if (!count("@+")) return "There is no player.";
    if (!count(".*+")) return "There is no target.";
    return count("$*") < count(".*+") ? "There are more targets than boxes." : null;
  },
  blocks: ({ blocks, goals }) => (blocks.length && goals.some((goal) => Object.keys(goal).length)
    ? null : "There is no piece, or no goal for one."),
  robots: ({ robots, goals }) => (Object.keys(robots).length && goals.length ? null : "There is no robot, or no target."),
};

/** A puzzle as POST /puzzles describes it; throws where it is none. */
function described(puzzle) {
  const needed = NEEDS[puzzle.kind]?.(puzzle);
  if (needed) throw new Unfinished(needed);
  const layout = circle(puzzle);
  const board = boardOf({ puzzle, layout });
  const size = board.columns ? `${board.columns}×${board.rows}` : `${layout?.length ?? 0} vertices`;
  const solved = board.isGoal(board.initial);
  return {
    puzzle, layout, size, solved, kind: puzzle.kind, name: puzzle.name ?? null, metrics: [...board.metrics],
    state: board.initial, why: null, optimum: null,
  };
}

/** Where the vertices of a graph are drawn, if nobody says so; in lengths of an edge. */
function circle({ vertices = null }) {
  if (!vertices) return null;
  const radius = Math.max(1, vertices.length / 5);
  const turn = (index) => (2 * Math.PI * index) / vertices.length;
  return vertices.map((_, index) => [radius * (1 + Math.sin(turn(index))), radius * (1 - Math.cos(turn(index)))]);
}
