// What the page remembers from visit to visit, in this browser alone: games, drafts, settings, solves, collections, and
// what was solved and how well. Each thing is an entry of its own, `budge.1/ROOM/KEY`, so that a move writes a line
// and not a book. What the browser refuses to keep is kept while the page is open; what cannot be read counts as
// absent.

const VERSION = 1;
const PREFIX = `budge.${VERSION}/`;

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isFinite(value) && value >= 0;
const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isList = (value, each) => Array.isArray(value) && value.every(each);
const isSource = (value) => isRecord(value) && ["name", "packed", "own"].some((key) => isText(value[key]));

/** The rooms, and what a value in each of them looks like. */
const ROOMS = {
  game: ({ past, future, seconds, title, source }) => {
    return isList(past, isText) && isList(future, isText) && isCount(seconds) && isText(title) && isSource(source);
  },
  record: ({ best, seconds }) => isRecord(best) && Object.values(best).every(isCount) && isCount(seconds),
  draft: ({ puzzle, layout }) => isRecord(puzzle) && isText(puzzle.kind) && (layout === null || Array.isArray(layout)),
  collection: ({ title, text, total }) => isText(title) && isText(text) && isCount(total),
  solve: ({ id, title, source, asked, outcome = null }) => {
    const sound = outcome === null || (isRecord(outcome) && isText(outcome.status) && isRecord(outcome.stats));
    return sound && isText(id) && isText(title) && isSource(source) && isRecord(asked);
  },
  setting: ({ is }) => ["string", "number", "boolean"].includes(typeof is),
};
const BEST_OF_BOTH = { record: better }; // of all else the newer is taken

const unkept = new Map(); // what the browser refused
let whenFull = () => {};

/** Call this once if there is no room for what is to be kept. */
export function onFull(tell) {
  whenFull = () => {
    whenFull = () => {};
    tell();
  };
}

const nameOf = (room, key) => `${PREFIX}${room}/${key}`;

/** What was kept, with when; null where nothing sound was. */
function entry(name) {
  try {
    const found = JSON.parse(unkept.get(name) ?? localStorage.getItem(name));
    const [room] = name.slice(PREFIX.length).split("/");
    return isCount(found.when) && isRecord(found.value) && ROOMS[room](found.value) ? found : null;
  } catch {
    return null;
  }
}

function write(name, found) {
  const text = JSON.stringify(found);
  try {
    localStorage.setItem(name, text);
    unkept.delete(name);
  } catch (problem) {
    unkept.set(name, text);
    if (problem.name === "QuotaExceededError") whenFull();
  }
}

function names() {
  const kept = new Set(unkept.keys());
  try {
    for (let index = 0; index < localStorage.length; index++) kept.add(localStorage.key(index));
  } catch { /* the browser keeps nothing */ }
  return [...kept].filter((name) => name.startsWith(PREFIX));
}

/** What is kept under a key, or null. */
export const recall = (room, key) => entry(nameOf(room, key))?.value ?? null;

/** Keep a value; false where it stays only while the page is open. */
export function keep(room, key, value) {
  write(nameOf(room, key), { when: Date.now(), value });
  return !unkept.has(nameOf(room, key));
}

export function forget(room, key) {
  unkept.delete(nameOf(room, key));
  try {
    localStorage.removeItem(nameOf(room, key));
  } catch { /* nor was it kept */ }
}

/** All that is kept in a room, the latest first: `[{key, when, value}]`. */
export function keptIn(room) {
  const start = nameOf(room, "");
  const found = names().filter((name) => name.startsWith(start)).map((name) => {
    return { key: name.slice(start.length), ...entry(name) };
  });
  return found.filter(({ value }) => value).sort((one, other) => other.when - one.when);
}

export const setting = (name, usual) => recall("setting", name)?.is ?? usual;
export const choose = (name, value) => keep("setting", name, { is: value });

/** The best of two records: each number for itself. */
export function better(one, other) {
  const metrics = new Set([...Object.keys(one.best), ...Object.keys(other.best)]);
  const least = (metric) => Math.min(one.best[metric] ?? Infinity, other.best[metric] ?? Infinity);
  return {
    best: Object.fromEntries([...metrics].map((metric) => [metric, least(metric)])),
    seconds: Math.min(one.seconds, other.seconds),
  };
}

/** Everything as the text of one file. */
export function exported() {
  const kept = names().map((name) => [name.slice(PREFIX.length), entry(name)]).filter(([, found]) => found);
  return JSON.stringify({ budge: "progress", version: VERSION, kept: Object.fromEntries(kept) }, null, 1);
}

export const isExport = (text) => /^\s*\{\s*"budge":\s*"progress"/.test(text);

/** Take in what was exported here or elsewhere, beside what is here; how many things came. Throws, in words. */
export function imported(text) {
  let file = null;
  try {
    file = JSON.parse(text);
  } catch { /* said below */ }
  if (file?.budge !== "progress" || !isRecord(file.kept)) throw new Error("This file holds no progress of budge.");
  if (file.version > VERSION) throw new Error("This file comes from a newer budge than this one.");
  let count = 0;
  for (const [rest, found] of Object.entries(file.kept)) {
    const [name, [room]] = [PREFIX + rest, rest.split("/")];
    const sound = isRecord(found) && isCount(found.when) && isRecord(found.value) && ROOMS[room]?.(found.value);
    if (!sound) continue;
    const here = entry(name);
    const merged = here && BEST_OF_BOTH[room]?.(here.value, found.value);
    if (merged) write(name, { when: Math.max(here.when, found.when), value: merged });
    else if (!here || found.when > here.when) write(name, found);
    count += 1;
  }
  return count;
}

/** Forget everything. */
export function forgetAll() {
  for (const name of names()) {
    const [room, ...key] = name.slice(PREFIX.length).split("/");
    forget(room, key.join("/"));
  }
}

/** A short name for a text: equal texts have equal ones (cyrb53). */
export function digest(text) {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
}

/** What a puzzle is kept under: its name in the library, its place in a collection, or what it is made of. */
export function keyOf(source, { puzzle, name }) {
  if (source.name) return name ?? source.name;
  if (source.own) return `${source.own}/${source.level}`;
  return `puzzle/${digest(JSON.stringify({ ...puzzle, name: null }))}`;
}
