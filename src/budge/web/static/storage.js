// The browser's storage: games, drafts, settings, solves, puzzles, collections, and records of solved puzzles. Each entry has
// its own key, `budge.1/TYPE/KEY`, so that a move writes a few bytes. Entries that the browser refuses to store stay in
// memory until the page is closed. Entries that cannot be read count as absent.

const VERSION = 1;
const PREFIX = `budge.${VERSION}/`;

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isFinite(value) && value >= 0;
const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isList = (value, each) => Array.isArray(value) && value.every(each);
const isLayout = (value) => value === null || Array.isArray(value);
const isSource = (value) => isRecord(value) && ["name", "packed", "own"].some((key) => isText(value[key]));

function isGame({ past, future, seconds, hints = 0, abandoned = null }) {
  const valid = isList(past, isText) && isList(future, isText) && isCount(seconds) && isCount(hints);
  return valid && (abandoned === null || (isRecord(abandoned) && isGame({ ...abandoned, abandoned: null })));
}

/** The types of entries, each with a check of its values. */
const TYPES = {
  game: ({ title, source, ...game }) => isGame(game) && isText(title) && isSource(source),
  record: ({ best, seconds }) => isRecord(best) && Object.values(best).every(isCount) && isCount(seconds),
  draft: ({ puzzle, layout }) => isRecord(puzzle) && isText(puzzle.kind) && isLayout(layout),
  puzzle: ({ title, puzzle, layout, size }) => {
    return isText(title) && isRecord(puzzle) && isText(puzzle.kind) && isLayout(layout) && isText(size);
  },
  collection: ({ title, text, parts, total }) => {
    const isPart = (part) => isRecord(part) && isText(part.text) && isCount(part.total);
    return isText(title) && (parts === undefined ? isText(text) : isList(parts, isPart)) && isCount(total);
  },
  solve: ({ id, title, source, asked, outcome = null }) => {
    const valid = outcome === null || (isRecord(outcome) && isText(outcome.status) && isRecord(outcome.stats));
    return valid && isText(id) && isText(title) && isSource(source) && isRecord(asked);
  },
  setting: ({ is }) => ["string", "number", "boolean"].includes(typeof is),
};
const MERGE = { record: better }; // of other types the newer entry wins

const inMemory = new Map(); // entries that the browser refused
let quotaExceeded = () => {};

/** Call `report` the first time that the browser's storage is full. */
export function onQuotaExceeded(report) {
  quotaExceeded = () => {
    quotaExceeded = () => {};
    report();
  };
}

const nameOf = (type, key) => `${PREFIX}${type}/${key}`;

/** An entry `{when, value}`; null if there is no valid one. */
function entry(name) {
  try {
    const found = JSON.parse(inMemory.get(name) ?? localStorage.getItem(name));
    const [type] = name.slice(PREFIX.length).split("/");
    return isCount(found.when) && isRecord(found.value) && TYPES[type](found.value) ? found : null;
  } catch {
    return null;
  }
}

function write(name, found) {
  const text = JSON.stringify(found);
  try {
    localStorage.setItem(name, text);
    inMemory.delete(name);
  } catch (problem) {
    inMemory.set(name, text);
    if (problem.name === "QuotaExceededError") quotaExceeded();
  }
}

function names() {
  const all = new Set(inMemory.keys());
  try {
    for (let index = 0; index < localStorage.length; index++) all.add(localStorage.key(index));
  } catch { /* storage is disabled */ }
  return [...all].filter((name) => name.startsWith(PREFIX));
}

/** The value of an entry, or null. */
export const load = (type, key) => entry(nameOf(type, key))?.value ?? null;

export function save(type, key, value) {
  write(nameOf(type, key), { when: Date.now(), value });
}

export function remove(type, key) {
  inMemory.delete(nameOf(type, key));
  try {
    localStorage.removeItem(nameOf(type, key));
  } catch { /* storage is disabled, so there is no entry */ }
}

/** Call `changed(type, key)` when another tab of the browser changes an entry. */
export function watchTabs(changed) {
  addEventListener("storage", ({ key: name }) => {
    if (!name?.startsWith(PREFIX)) return;
    const [type, ...key] = name.slice(PREFIX.length).split("/");
    changed(type, key.join("/"));
  });
}

/** All entries of a type, the latest first: `[{key, when, value}]`. */
export function list(type) {
  const start = nameOf(type, "");
  const found = names().filter((name) => name.startsWith(start)).map((name) => {
    return { key: name.slice(start.length), ...entry(name) };
  });
  return found.filter(({ value }) => value).sort((one, other) => other.when - one.when);
}

export const setting = (name, standard) => load("setting", name)?.is ?? standard;
export const saveSetting = (name, value) => save("setting", name, { is: value });

/** The better of two records: the smaller cost in each metric, and the smaller time. */
export function better(one, other) {
  const metrics = new Set([...Object.keys(one.best), ...Object.keys(other.best)]);
  const smaller = (metric) => Math.min(one.best[metric] ?? Infinity, other.best[metric] ?? Infinity);
  return {
    best: Object.fromEntries([...metrics].map((metric) => [metric, smaller(metric)])),
    seconds: Math.min(one.seconds, other.seconds),
  };
}

/** All entries as the text of one file. */
export function exported() {
  const kept = names().map((name) => [name.slice(PREFIX.length), entry(name)]).filter(([, found]) => found);
  return JSON.stringify({ budge: "progress", version: VERSION, kept: Object.fromEntries(kept) }, null, 1);
}

export const isExport = (text) => /^\s*\{\s*"budge":\s*"progress"/.test(text);

/** Merge an exported file into the storage. Returns the number of entries read; throws if the file is not valid. */
export function imported(text) {
  let file = null;
  try {
    file = JSON.parse(text);
  } catch { /* reported below */ }
  if (file?.budge !== "progress" || !isRecord(file.kept)) throw new Error("This file contains no budge progress.");
  if (file.version > VERSION) throw new Error("A newer version of budge wrote this file.");
  let count = 0;
  for (const [rest, found] of Object.entries(file.kept)) {
    const [name, [type]] = [PREFIX + rest, rest.split("/")];
    const valid = isRecord(found) && isCount(found.when) && isRecord(found.value) && TYPES[type]?.(found.value);
    if (!valid) continue;
    const own = entry(name);
    const merged = own && MERGE[type]?.(own.value, found.value);
    if (merged) write(name, { when: Math.max(own.when, found.when), value: merged });
    else if (!own || found.when > own.when) write(name, found);
    count += 1;
  }
  return count;
}

/** Remove all entries. */
export function clear() {
  for (const name of names()) {
    const [type, ...key] = name.slice(PREFIX.length).split("/");
    remove(type, key.join("/"));
  }
}

/** A short hash of a text (cyrb53). */
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

/** The key of a puzzle: its name in the library, its level in a collection, or a hash of its contents. */
export function keyOf(source, { puzzle, name }) {
  if (source.name) return name ?? source.name;
  if (source.own) return `${source.own}/${source.level}`;
  return `puzzle/${digest(JSON.stringify({ ...puzzle, name: null }))}`;
}
