// The exported page, without a server: answers come from stored files, from the rules of the boards, and from the core,
// which runs in workers of the browser.

import { boardOf } from "../board/index.js";
import { KINDS } from "../core/kinds/index.js";
import { replayed } from "../core/referee.js";
import { BadInput, readPuzzles } from "../formats/index.js";
import { Problem } from "../problem.js";

const DATA = "data"; // the folder that web/static_export.py writes
const MAX_PUZZLES = 200; // in one answer
const HINT_SECONDS = { optimal: 2, any: 0.5 }; // by the quality of the plan
const HINT_MEMORY = 512e6;
const LOST = "A solve ends when this page is closed: without a server, it runs in the page.";
const NO_LIGHTS = { dead: [], frozen: [], corrals: [], culprits: [], deadlock: null };

const problem = (detail, status = 422) => new Problem({ detail, status });
const needsPython = (what, command) => problem(`${what} needs Python: ${command}`, 503);
const encoded = (name) => name.split("/").map(encodeURIComponent).join("/");

// Stored files.

const cache = new Map();

/** A stored file as data, or null if there is none. */
function stored(path) {
  if (!cache.has(path)) {
    cache.set(path, fetch(`${DATA}/${path}.json`).then((response) => (response.ok ? response.json() : null)));
    cache.get(path).catch(() => cache.delete(path));
  }
  return cache.get(path);
}

export const library = () => stored("library");
export const engines = () => stored("engines");
export const patterns = async () => ({ databases: [] });

/** The modules that use the core; throws if this copy of the page has none. */
async function core() {
  const { core: reason } = await engines();
  if (reason) throw problem(reason, 503);
  const [solving, asking, making] = await Promise.all([
    import("../core/solve.js"), import("../core/engines.js"), import("../core/generate.js"),
  ]);
  return { ...solving, ...asking, ...making };
}

// Puzzles.

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
  robots({ robots, goals }) {
    return Object.keys(robots).length && goals.length ? null : "There is no robot or no target.";
  },
};

/** A puzzle with all that the page needs to draw and play it; throws if it is not valid. */
function described(puzzle) {
  const lacking = MISSING[puzzle.kind]?.(puzzle);
  if (lacking) throw new Incomplete(lacking);
  const layout = circle(puzzle);
  const board = boardOf({ puzzle, layout });
  const kind = KINDS[puzzle.kind];
  const solved = board.isGoal(board.initial);
  return {
    puzzle, layout, solved, size: kind.size(board), kind: puzzle.kind, name: puzzle.name ?? null,
    metrics: kind.metrics(board), state: board.initial, why: null, optimum: null,
  };
}

/** The default layout of a graph: its vertices on a circle. The unit is the length of an edge. */
function circle({ vertices = null }) {
  if (!vertices) return null;
  const radius = Math.max(1, vertices.length / 5);
  const turn = (index) => (2 * Math.PI * index) / vertices.length;
  return vertices.map((_, index) => [radius * (1 + Math.sin(turn(index))), radius * (1 - Math.cos(turn(index)))]);
}

/** A puzzle, started at a state if one is given. */
function itemAt(puzzle, state) {
  const item = described(puzzle);
  return state === undefined ? item : described(KINDS[puzzle.kind].puzzleAt(boardOf(item), puzzle, state));
}

/** A puzzle with the reason why it has no solution, if that is found without a search. */
async function withReason(item) {
  const { core: missing } = await engines();
  if (missing || item.solved) return item;
  const [kind, board] = [KINDS[item.kind], boardOf(item)];
  const why = await kind.whyUnsolvable(board, board.initial);
  return why ? { ...item, why, solvable_goal: kind.solvableGoal(board) } : item;
}

export async function read({ name, puzzle, text, state, goal }, first = 1) {
  if (name !== undefined) {
    const item = await stored(`puzzles/${encoded(name)}`);
    if (!item) throw problem(`The library has no puzzle ${name}.`, 404);
    return { puzzles: [item], total: 1 };
  }
  try {
    const own = goal ? KINDS[puzzle.kind].withGoal(puzzle, goal) : puzzle;
    const found = own ? [own] : readPuzzles(text);
    const batch = found.slice(first - 1, first - 1 + MAX_PUZZLES).map((each) => itemAt(each, state));
    return { puzzles: found.length === 1 ? [await withReason(batch[0])] : batch, total: found.length };
  } catch (mistake) {
    const isOurs = mistake instanceof Incomplete || mistake instanceof BadInput;
    throw problem(isOurs ? mistake.message : "This is not a complete puzzle.");
  }
}

const boardFor = (puzzle) => boardOf(described(puzzle));

export async function info(puzzle, { state, metric = null, quality = "optimal" } = {}) {
  const board = boardFor(puzzle);
  const nothing = { ...NO_LIGHTS, kind: puzzle.kind, why: null, heuristics: {}, engines: [] };
  const { engines: all, core: missing } = await engines();
  if (missing) {
    if (state !== undefined) throw problem(missing, 503);
    return { ...nothing, metric: metric ?? board.metrics[0] };
  }
  const { chosen, evaluated, needsPython: note, refusal } = await core();
  const kind = KINDS[puzzle.kind];
  const here = state ?? board.initial;
  const [counted, heuristic] = [metric ?? board.metrics[0], kind.heuristic(board)];
  const [why, lights, bound, refusals] = await Promise.all([
    kind.whyUnsolvable(board, here),
    kind.lights(board, here),
    state === undefined ? evaluated(board, here, heuristic, counted) : null,
    state === undefined ? Promise.all(all.map((engine) => refusal(engine, board, puzzle, quality))) : [],
  ]);
  return {
    ...nothing, ...lights, why, metric: counted, heuristics: { [heuristic]: bound }, auto: chosen({}, board, quality),
    engines: refusals.map((refuses, number) => ({ name: all[number].name, refuses })), note: note(all, puzzle),
  };
}

export async function check(puzzle, text) {
  const board = boardFor(puzzle);
  const moves = board.split(text.trim());
  const { states, broken } = replayed(board, moves);
  if (!moves.length || broken === 0) throw problem("This is no plan of the open puzzle.");
  const solves = broken === null && board.isGoal(states.at(-1));
  const illegal = broken === null ? "the plan does not end in a goal state" : "the rules do not allow it";
  return {
    legal: broken === null, solves, broken_at: broken, reason: solves ? null : illegal,
    costs: board.costs(moves.slice(0, states.length - 1)), plan: text, moves, frames: states,
  };
}

// Hints.

/** The next move of the stored solution, if the position is on its way; otherwise null. */
async function storedHint(puzzle, state) {
  const found = puzzle.name ? await stored(`plans/${encoded(puzzle.name)}`) : null;
  if (!found) return null;
  const board = boardFor(puzzle);
  let position = board.initial;
  for (const [done, move] of found.moves.entries()) {
    if (JSON.stringify(position) === JSON.stringify(state)) {
      const remaining = board.costs(found.moves.slice(done))[board.metrics[0]];
      return { move, state: board.apply(position, move), remaining, optimal: found.optimal, why: null };
    }
    position = board.apply(position, move);
  }
  return null;
}

/** The next move of an optimal plan, or of any plan if none is proven optimal in time. */
export async function hint(puzzle, state, metric) {
  const known = await storedHint(puzzle, state);
  if (known) return known;
  const nothing = { move: null, remaining: null, optimal: false };
  const { core: missing } = await engines();
  if (missing) return { ...nothing, why: "hints follow the stored solution; use Undo or Restart to return to it" };
  const board = boardFor(puzzle);
  const start = KINDS[puzzle.kind].puzzleAt(board, { ...puzzle, name: null }, state);
  for (const [quality, seconds] of Object.entries(HINT_SECONDS)) {
    const limits = { seconds, memory: HINT_MEMORY };
    const request = { puzzle: start, metric, quality, ...limits, quick: false, options: { improve: "no" } };
    const outcome = await new Promise((resolve, reject) => {
      solve(request, (event, data) => {
        if (event === "outcome") resolve(data);
        if (event === "problem") reject(problem(data.detail));
      });
    });
    if (outcome.status === "unsolvable") {
      return { ...nothing, why: `the goal cannot be reached from here: ${outcome.reason}` };
    }
    if (outcome.moves?.length) {
      const move = KINDS[puzzle.kind].moveFrom(state, outcome.moves[0]);
      const optimal = outcome.status === "optimal";
      return { move, state: board.apply(state, move), remaining: outcome.cost, optimal, why: null };
    }
  }
  const seconds = Object.values(HINT_SECONDS).reduce((one, other) => one + other);
  return { ...nothing, why: `no plan was found in ${seconds} seconds` };
}

// The rest.

export async function graph(puzzle, more = {}) {
  const { stateGraph } = await import("../core/graph.js");
  return stateGraph(boardFor(puzzle), more);
}

export async function convert(puzzle) {
  return { text: `${JSON.stringify(puzzle, null, 2)}\n`, filename: "puzzle.json", media_type: "application/json" };
}

export async function render(puzzle, plan, format) {
  if (format === "text") return { blob: new Blob([`${plan}\n`], { type: "text/plain" }), filename: "plan.txt" };
  throw needsPython("Saving a plan as a file", `budge show ${puzzle.name ?? "FILE"} PLAN -o plan.${format}`);
}

export async function generate(request) {
  const { generated } = await core();
  return [await generated(request, described)];
}

const catalogue = async () => ({ ...await engines(), patterns: await stored("patterns") });

/** A solve in a worker; stopping takes effect at once. */
export function solve(request, onEvent) {
  let [inner, gone] = [null, null];
  core().then(({ startSolve }) => {
    if (gone) return;
    inner = startSolve(request, { describe: described, catalogue }, onEvent);
  }).catch(({ message: detail }) => onEvent("problem", { detail, status: 503 }, null));
  return {
    stop: () => (inner ? inner.stop() : onEvent("problem", { detail: "Stopped before it started." }, null)),
    leave() {
      gone = true;
      inner?.leave();
    },
  };
}

/** A solve of an earlier visit is lost. */
export function rejoin(id, onEvent) {
  queueMicrotask(() => onEvent("problem", { detail: LOST, status: 404 }, id));
  return { stop() {}, leave() {} };
}

navigator.serviceWorker?.register("service_worker.js").catch(() => {}); // needs https, and is not needed to work
