// The solves that were begun here, one for each puzzle: they go on while other views are looked at, and after a reload
// the page takes up those that the server still knows.

import * as api from "./api.js";
import { keptIn, forget, keep } from "./kept.js";
import { Run } from "./run.js";

const LINGER = 600; // seconds that the server goes on with a solve while the page is away
const MOST = 12; // that are listed
const LARGEST = 200_000; // characters of an outcome that the browser keeps

const runs = new Map(); // by the key of the puzzle, in the order in which they began
const watchers = new Set();

/** Hear of every change, of any solve; gives back a way to hear no more. */
export function watchSolves(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const runOf = (key) => runs.get(key) ?? null;

/** All solves, the latest first. */
export const solves = () => [...runs.values()].toReversed();

export const underWay = () => solves().filter(({ ended }) => !ended).length;

/** Begin to solve the current puzzle; what was begun on it before is left. */
export function beginSolve({ key, source }, title, request) {
  drop(key);
  const asked = { engine: request.engine, metric: request.metric };
  const run = Object.assign(new Run(), { key, title, source, asked });
  runs.set(key, run);
  for (const { key: oldest, ended } of [...runs.values()].slice(0, -MOST)) if (ended) drop(oldest);
  run.search = api.solve({ ...request, linger: LINGER }, (event, data, id) => hear(run, event, data, id));
  changed(run);
  return run;
}

/** End a solve if it runs, and take it off the list. */
export function drop(key) {
  runs.get(key)?.search?.leave();
  runs.delete(key);
  forget("solve", key);
  changed(null);
}

function changed(run) {
  for (const watcher of watchers) watcher(run);
}

function hear(run, event, data, id) {
  if (runs.get(run.key) !== run) return;
  if (run.again && data.status === 404) return drop(run.key); // the server was started anew, or it was long ago
  run.hear(event, data);
  const begun = id && id !== run.id;
  run.id = id;
  if (begun || run.ended) keepRun(run);
  changed(run);
}

function keepRun({ key, id, title, source, asked, outcome, problem }) {
  if (problem) return problem.status === 0 || forget("solve", key); // a server that is silent now may yet know of it
  const found = outcome && { ...outcome, frames: null, moves: null, certificate: null };
  const small = found && JSON.stringify(found).length <= LARGEST;
  return keep("solve", key, { id, title, source, asked, ...(small ? { outcome: found } : {}) });
}

/** Take up what was begun before the page was loaded. */
export function resumeSolves() {
  for (const { key, value: { id, title, source, asked, outcome } } of keptIn("solve").toReversed()) {
    const run = Object.assign(new Run(), { key, id, title, source, asked, again: true });
    runs.set(key, run);
    if (outcome) run.hear("outcome", outcome);
    else run.search = api.rejoin(id, (event, data) => hear(run, event, data, id));
  }
  changed(null);
}
