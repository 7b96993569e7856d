// Collections: the suites of the library, and texts with several puzzles that were opened here. Each is a place: its
// levels in order, how many of them are solved, who made it, and a way on from each level to the next.

import * as api from "./api.js";
import { keptIn, digest, keep, recall } from "./kept.js";

/** Keep a text with several puzzles, and give back its source. */
export function keepCollection({ text, filename }, total) {
  const own = `own-${digest(text)}`;
  keep("collection", own, { title: titleOf(text, filename), text, filename: filename ?? "", total });
  return { own };
}

/** What to ask the server for, by a source. */
export function requested({ own, level }) {
  const kept = recall("collection", own);
  const gone = "This browser does not have that collection any more; open its file once more.";
  if (!kept) throw new api.Problem({ status: 404, detail: gone });
  const { text, filename } = kept;
  return { text, ...(filename ? { filename } : {}), ...(level ? { level } : {}) };
}

/** Collections opened here, the latest first. */
export const ownCollections = () => keptIn("collection").map(({ key, value }) => ({ own: key, ...value }));

/** How many puzzles of a collection are solved. */
export function solvedIn(collection) {
  return keptIn("record").filter(({ key }) => key.startsWith(`${collection}/`)).length;
}

/**
 * The place of a puzzle within its collection: {own, title, about, whole, at, total, previous, next}, where `own` is
 * what `solvedIn` takes, and `whole`, `previous` and `next` are sources; null where it stands alone.
 */
export async function placeOf(source, item) {
  if (source.own) {
    const kept = recall("collection", source.own);
    const level = (number) => (number >= 1 && number <= kept.total ? { own: source.own, level: number } : null);
    return kept && source.level && {
      own: source.own, title: kept.title, about: aboutOf(kept.text), whole: { own: source.own }, at: source.level,
      total: kept.total, previous: level(source.level - 1), next: level(source.level + 1),
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

const SAID = /^[\s;:']*(title|collection|set|author|copyright|comment|description|date|homepage|url)\s*[:=]\s*(.+)$/gim;

/** What a text says of the whole of itself: the keys above its first row. */
function said(text) {
  const head = text.slice(0, Math.max(0, text.search(/^[ \t]*#[#\s]*$/m)));
  return [...head.slice(0, 4000).matchAll(SAID)].map(([, key, words]) => [key.toLowerCase(), words.trim()]);
}

function titleOf(text, filename) {
  const named = said(text).find(([key]) => ["collection", "set", "title"].includes(key));
  return (named?.[1] ?? filename?.replace(/\.\w+$/, "")) || "Pasted puzzles";
}

/** Who made a collection and what they say of it. */
export function aboutOf(text) {
  return said(text).filter(([key]) => !["collection", "set", "title"].includes(key))
    .map(([key, words]) => `${key[0].toUpperCase()}${key.slice(1)}: ${words}`);
}
