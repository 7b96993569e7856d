// The server's API, /api/v1. Every call returns the server's answer or throws a Problem with a readable message.

import { Problem, noAnswer } from "../problem.js";
import { Slots } from "./slots.js";

const ROOT = "/api/v1";
const TIMEOUT = 90_000; // milliseconds for an answer, including the time in the queue
const MAX_BYTES = 1_000_000; // of a request, as in settings.py
const MAX_STREAMS = 4; // a browser opens six connections to a server; the other two are for requests
// Milliseconds after which the page asks whether the server still knows a solve:
const RECONNECT = 1_500; // after its stream broke
const SILENCE = 20_000; // without an event

const tooLarge = () => new Problem({
  status: 413, detail: `This is larger than ${MAX_BYTES / 1e6} MB, the limit of the page. Use budge in a terminal.`,
});

async function call(path, body, timeout = TIMEOUT) {
  const [signal, text] = [AbortSignal.timeout(timeout), JSON.stringify(body)];
  if (text && new Blob([text]).size > MAX_BYTES) throw tooLarge();
  let response;
  try {
    response = await fetch(ROOT + path, body === undefined ? { signal } : {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: text,
      signal,
    });
  } catch {
    throw noAnswer();
  }
  if (!response.ok) {
    const unknown = { title: response.statusText, status: response.status };
    throw new Problem(await response.json().catch(() => unknown));
  }
  return response;
}

const cache = new Map();

/** GET a resource that does not change while the page is open. */
function cached(path) {
  if (!cache.has(path)) {
    const answer = call(path).then((response) => response.json());
    answer.catch(() => cache.delete(path));
    cache.set(path, answer);
  }
  return cache.get(path);
}

const post = async (path, body) => (await call(path, body)).json();

export const library = () => cached("/library");
export const engines = () => cached("/engines");
export const patterns = async () => (await call("/patterns")).json();

/** Puzzles of a source `{text}`, `{name}` or `{puzzle}`: a batch that starts with number `first`, and the `total`. */
export const read = (source, first = 1) => post("/puzzles", { ...source, first });
export const generate = async (request) => (await post("/generate", request)).puzzles;
export const info = (puzzle, more = {}) => post("/info", { puzzle, ...more });
export const hint = (puzzle, state, metric) => post("/hint", { puzzle, state, metric });
export const check = (puzzle, plan) => post("/check", { puzzle, plan });
export const convert = (puzzle, to) => post("/convert", { puzzle, to });
export const graph = (puzzle, more = {}) => post("/graph", { puzzle, ...more });

/** A plan as a file: `{blob, filename}`. */
export async function render(puzzle, plan, format) {
  const response = await call("/render", { puzzle, plan, format });
  const header = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "");
  return { blob: await response.blob(), filename: header?.[1] ?? `plan.${format}` };
}

const UNKNOWN_SOLVE = "The server no longer knows this solve. It may have been restarted.";
const streams = new Slots(MAX_STREAMS);

/**
 * Start a solve and listen to it. `onEvent(event, data, id)` receives the events queued, started, progress, offer and
 * trace, and finally one outcome or problem. Returns `{stop, leave}`.
 */
export const solve = (request, onEvent) => follow(() => post("/solves", request), onEvent);

/** Listen to a running solve. The server sends all earlier events first. */
export const rejoin = (id, onEvent) => follow(async () => ({ id, position: 0 }), onEvent);

function follow(request, onEvent) {
  let [stream, stopped, ended, id, timer, freeSlot] = [null, false, false, null, 0, () => {}];
  const close = () => {
    ended = true;
    clearTimeout(timer);
    stream?.close();
    freeSlot();
  };
  const end = (event, data) => {
    if (ended) return;
    close();
    onEvent(event, data, id);
  };
  const lost = (problem) => end("problem", {
    status: problem.status, detail: problem.status === 404 ? UNKNOWN_SOLVE : problem.message,
  });
  /** The server sends `alive` events in silence. If no event arrives in time, ask whether it still knows the solve. */
  const expectEvent = (within) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      call(`/solves/${id}`, undefined, SILENCE).then(() => ended || expectEvent(SILENCE)).catch(lost);
    }, within);
  };
  const listen = () => {
    stream = new EventSource(`${ROOT}/solves/${id}/events`);
    expectEvent(SILENCE);
    const on = (event, then) => stream.addEventListener(event, ({ data }) => {
      expectEvent(SILENCE);
      then(JSON.parse(data));
    });
    on("alive", () => {});
    for (const event of ["queued", "started", "progress", "offer", "trace"]) {
      on(event, (data) => onEvent(event, data, id));
    }
    for (const event of ["outcome", "problem"]) on(event, (data) => end(event, data));
    let broken = false; // the browser reconnects by itself; each attempt is an error event
    stream.addEventListener("open", () => {
      broken = false;
      expectEvent(SILENCE);
    });
    stream.addEventListener("error", () => {
      if (!broken) expectEvent(stream.readyState === EventSource.CLOSED ? 0 : RECONNECT);
      broken = true;
    });
  };
  const begin = () => request().then(
    (answer) => {
      id = answer.id;
      if (stopped) cancel();
      if (ended) return;
      onEvent("queued", answer, id);
      listen();
    },
    (problem) => end("problem", { detail: problem.message }),
  );
  const cancel = () => fetch(`${ROOT}/solves/${id}`, { method: "DELETE" }).catch(() => {});
  let started = false;
  freeSlot = streams.take(() => {
    started = true;
    begin();
  });
  return {
    /** Stop the search. The outcome event still follows. */
    stop() {
      stopped = true;
      if (!started) end("problem", { detail: "Stopped before it started." });
      else if (id !== null && !ended) cancel();
    },
    /** Stop the search and stop listening. */
    leave() {
      if (started) this.stop();
      close();
    },
  };
}
