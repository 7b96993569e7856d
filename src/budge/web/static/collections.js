// Collections: the suites of the library, and texts with several puzzles that the player opened. A collection has a
// title, a description and levels in order; the page shows how many are solved and links each level to its neighbours.
// A text that is too large for one request is stored and read in parts.

import * as api from "./api.js";
import { split } from "./split_text.js";
import * as storage from "./storage.js";

const NONE = 10_000_000; // no text has as many puzzles: the answer is the total alone

/**
 * Read a text with one or more puzzles. Returns the first of them and the total; for several puzzles also the source of
 * the collection, which it stores.
 */
export async function readText({ text, filename }) {
  const parts = [];
  let found = null;
  for (const part of split(text)) {
    const answer = await api.read({ text: part, filename }, found ? NONE : 1);
    parts.push({ text: part, total: answer.total });
    found ??= answer;
  }
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  if (total === 1) return { ...found, total };
  const own = `own-${storage.digest(text)}`;
  storage.save("collection", own, { title: titleOf(text, filename), parts, filename: filename ?? "", total });
  return { ...found, total, source: { own } };
}

/** Puzzles of a collection from number `first` on, and the total; or one level. */
export async function readCollection({ own, level }, first = 1) {
  const saved = storage.load("collection", own);
  const missing = "This browser no longer has that collection. Open its file again.";
  if (!saved) throw new api.Problem({ status: 404, detail: missing });
  let before = 0; // puzzles in the parts before
  const parts = partsOf(saved);
  const part = parts.find(({ total }) => (level ?? first) <= before + total || void (before += total)) ?? parts[0];
  const request = { text: part.text, ...(saved.filename ? { filename: saved.filename } : {}) };
  if (level) return api.read({ ...request, level: level - before });
  return { ...await api.read(request, first - before), total: saved.total };
}

const partsOf = ({ text, parts, total }) => parts ?? [{ text, total }];
const headOf = (saved) => partsOf(saved)[0].text;

/** The collections that the player opened, the latest first. */
export const ownCollections = () => storage.list("collection").map(({ key, value }) => ({ own: key, ...value }));

/** The number of solved puzzles in a collection. */
export function solvedIn(collection) {
  return storage.list("record").filter(({ key }) => key.startsWith(`${collection}/`)).length;
}

/**
 * The place of a puzzle in its collection: {own, title, about, whole, at, total, previous, next}. `own` is the argument
 * of `solvedIn`; `whole`, `previous` and `next` are sources. Null if the puzzle is not in a collection.
 */
export async function placeOf(source, item) {
  if (source.own) {
    const saved = storage.load("collection", source.own);
    const level = (number) => (number >= 1 && number <= saved.total ? { own: source.own, level: number } : null);
    return saved && source.level && {
      own: source.own, title: saved.title, about: aboutOf(saved), whole: { own: source.own }, at: source.level,
      total: saved.total, previous: level(source.level - 1), next: level(source.level + 1),
    };
  }
  if (!source.name) return null;
  const { puzzles, suites } = await api.library();
  const found = puzzles.find(({ name }) => name === (item.name ?? source.name));
  if (!found) return null;
  const suite = puzzles.filter((puzzle) => puzzle.suite === found.suite);
  const at = suite.indexOf(found);
  const named = (puzzle) => puzzle && { name: puzzle.name };
  return {
    own: found.suite, title: found.suite, whole: { name: found.suite }, at: at + 1, total: suite.length,
    about: [suites.find(({ name }) => name === found.suite)?.summary, found.source].filter(Boolean),
    previous: named(suite[at - 1]) ?? null, next: named(suite[at + 1]) ?? null,
  };
}

const HEADER = /^[\s;:']*(title|collection|set|author|copyright|comment|description|date|homepage|url)\s*[:=]\s*(.+)$/gim;

/** The headers of a collection: `key: value` lines above the first level. */
function headers(text) {
  const head = text.slice(0, Math.max(0, text.search(/^[ \t]*#[#\s]*$/m)));
  return [...head.slice(0, 4000).matchAll(HEADER)].map(([, key, value]) => [key.toLowerCase(), value.trim()]);
}

function titleOf(text, filename) {
  const named = headers(text).find(([key]) => ["collection", "set", "title"].includes(key));
  return (named?.[1] ?? filename?.replace(/\.\w+$/, "")) || "Pasted puzzles";
}

/** The other headers of a collection, such as its author. */
export function aboutOf(saved) {
  return headers(headOf(saved)).filter(([key]) => !["collection", "set", "title"].includes(key))
    .map(([key, value]) => `${key[0].toUpperCase()}${key.slice(1)}: ${value}`);
}
