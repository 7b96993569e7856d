// Pattern databases of tiles: built in a worker in a second or two, and stored in the browser. Which databases a
// heuristic looks up is in `patterns.json`, which static_export.py writes.

import { search } from "./client.js";

const STORE = "budge-patterns"; // of the Cache API, which pages have over https and on localhost only

const keyOf = ({ kind, width, height, blank, cells }) => `${kind}-${width}x${height}-${blank}-${cells.join("-")}`;
const addressOf = (pattern) => new URL(`patterns/${keyOf(pattern)}`, document.baseURI);

const valuesOf = ({ kind, width, height, blank, cells }) => [width, height, blank, cells, kind === "additive"];

async function stored(pattern) {
  const store = await globalThis.caches?.open(STORE).catch(() => null);
  const found = await store?.match(addressOf(pattern));
  return found ? new Uint8Array(await found.arrayBuffer()) : null;
}

async function save(pattern, bytes) {
  const store = await globalThis.caches?.open(STORE).catch(() => null);
  await store?.put(addressOf(pattern), new Response(bytes)).catch(() => {}); // without room it is built again
}

/** What a heuristic looks up on a board, or null: `{databases, sums}`. */
export function lookupsOf(known, board, heuristic) {
  if (!heuristic?.startsWith("pdb") || board.kind !== "tiles") return null;
  const boards = known[`${board.columns}x${board.rows}`];
  const found = boards?.[heuristic === "pdb" ? "pdb:auto" : heuristic]?.[board.goal.indexOf(0)];
  if (found) return found;
  const names = Object.keys(boards ?? {});
  const others = names.length ? `; this page builds ${names.join(" and ")} for this board` : "";
  throw new Error(`${heuristic} needs Python: budge solve FILE --heuristic ${heuristic}${others}`);
}

/**
 * The databases of lookups, as bytes and as values of a call. Builds those that are missing: `running(call)` receives
 * each call of the core, and `onProgress(pattern, progress)` its progress. Null if a build was stopped.
 */
export async function withDatabases({ databases, sums }, { seconds = 0, memory = 0, running, onProgress }) {
  const bytes = [];
  for (const pattern of databases) {
    let found = await stored(pattern);
    if (!found) {
      const call = search(["build", seconds, 0, memory, ...valuesOf(pattern)], {
        onProgress: (progress) => onProgress(pattern, progress),
      });
      running(call);
      const { built, stopped_by: stoppedBy } = await call.answer;
      if (stoppedBy) return null;
      found = built;
      await save(pattern, built);
    }
    bytes.push(found);
  }
  const placed = databases.map((pattern, database) => [...valuesOf(pattern), { database }]);
  return { bytes, lookups: { databases: placed, sums } };
}
