// The solves of this page, one for each puzzle. They continue while other views are shown; after a reload the page
// rejoins those that the server still knows.

import * as api from "./api.js";
import * as storage from "./storage.js";
import { Run } from "./run.js";

const LINGER = 600; // seconds that the server continues a solve without a listener
const MAX_LISTED = 12;
const MAX_OUTCOME = 200_000; // characters of an outcome that the browser stores

const runs = new Map(); // by the puzzle's key, in the order of their start
const watchers = new Set();

/** Call `watcher(run)` on every change of any solve. Returns a function that ends this. */
export function watchSolves(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const runOf = (key) => runs.get(key) ?? null;

/** All solves, the latest first. */
export const solves = () => [...runs.values()].toReversed();

export const runningCount = () => solves().filter(({ ended }) => !ended).length;

/** Start to solve the current puzzle; replaces its earlier solve. */
export function startSolve({ key, source }, title, request) {
  drop(key);
  const settings = { engine: request.engine, metric: request.metric };
  const run = Object.assign(new Run(), { key, title, source, settings });
  runs.set(key, run);
  for (const { key: oldest, ended } of [...runs.values()].slice(0, -MAX_LISTED)) if (ended) drop(oldest);
  run.search = api.solve({ ...request, linger: LINGER }, (event, data, id) => receive(run, event, data, id));
  changed(run);
  return run;
}

/** Stop a solve and remove it from the list. */
export function drop(key) {
  runs.get(key)?.search?.leave();
  runs.delete(key);
  storage.remove("solve", key);
  changed(null);
}

function changed(run) {
  for (const watcher of watchers) watcher(run);
}

function receive(run, event, data, id) {
  if (runs.get(run.key) !== run) return;
  if (run.rejoined && data.status === 404) return drop(run.key); // the server no longer knows it
  run.receive(event, data);
  const started = id && id !== run.id;
  run.id = id;
  if (started || run.ended) saveRun(run);
  changed(run);
}

function saveRun({ key, id, title, source, settings, outcome, problem }) {
  if (problem) {
    if (problem.status !== 0) storage.remove("solve", key); // a silent server may still know the solve
    return;
  }
  const found = outcome && { ...outcome, frames: null, moves: null, certificate: null };
  const small = found && JSON.stringify(found).length <= MAX_OUTCOME;
  storage.save("solve", key, { id, title, source, asked: settings, ...(small ? { outcome: found } : {}) });
}

/** Rejoin the solves that were started before the page was loaded. */
export function resumeSolves() {
  for (const { key, value: { id, title, source, asked: settings, outcome } } of storage.list("solve").toReversed()) {
    const run = Object.assign(new Run(), { key, id, title, source, settings, rejoined: true });
    runs.set(key, run);
    if (outcome) run.receive("outcome", outcome);
    else run.search = api.rejoin(id, (event, data) => receive(run, event, data, id));
  }
  changed(null);
}
