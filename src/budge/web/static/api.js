// The server's API, /api/v1: every call gives back what the server said or throws a Problem in words.

const ROOT = "/api/v1";
const TIMEOUT = 90_000; // milliseconds for an answer, a wait in the queue included
const MOST_BYTES = 1_000_000; // of a request, see settings.py
const STREAMS = 4; // solves watched at a time: a browser has six connections to a server, and some are for other things
const BROKEN = 1_500; // milliseconds for a broken stream to be taken up again, and
const SILENCE = 20_000; // without any event, before the server is asked whether it still knows of the solve

/** What went wrong, as a sentence for people. */
export class Problem extends Error {
  constructor({ title = "Something went wrong", detail = "", status = 0 }) {
    super(detail || title);
    this.status = status;
  }
}

/** The server is not there, or not now. */
export const noAnswer = () => new Problem({ detail: "The server does not answer. Is `budge web` still running?" });

/** What the server would not read need not be sent. */
const tooLarge = () => new Problem({
  status: 413, detail: `This is more than ${MOST_BYTES / 1e6} MB, and the page reads no more; budge in a terminal does.`,
});

async function call(path, body, timeout = TIMEOUT) {
  const [signal, text] = [AbortSignal.timeout(timeout), JSON.stringify(body)];
  if (text && new Blob([text]).size > MOST_BYTES) throw tooLarge();
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

/** GET something that does not change while the page is open. */
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
export const drawing = (name) => `${ROOT}/drawings/${name.split("/").map(encodeURIComponent).join("/")}.svg`;

/** Puzzles of a source, `{text}`, `{name}` or `{puzzle}`, from one on, as many as come at once; and their `total`. */
export const read = (source, first = 1) => post("/puzzles", { ...source, first });
export const generate = async (wishes) => (await post("/generate", wishes)).puzzles;
export const info = (puzzle, more = {}) => post("/info", { puzzle, ...more });
export const hint = (puzzle, state, metric) => post("/hint", { puzzle, state, metric });
export const check = (puzzle, plan) => post("/check", { puzzle, plan });
export const convert = (puzzle, to) => post("/convert", { puzzle, to });
export const graph = (puzzle, more = {}) => post("/graph", { puzzle, ...more });

/** A plan as a file: `{blob, filename}`. */
export async function render(puzzle, plan, format) {
  const response = await call("/render", { puzzle, plan, format });
  const named = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "");
  return { blob: await response.blob(), filename: named?.[1] ?? `plan.${format}` };
}

const FORGOTTEN = "The server knows nothing of this solve any more; it may have been started anew.";
const slots = { free: STREAMS, waiting: [] };

/** Call `begin` as soon as a slot is free; gives back a function that frees it, or gives up waiting for it. */
function takeSlot(begin) {
  let mine = slots.free > 0;
  const start = () => { mine = true; begin(); };
  if (mine) {
    slots.free -= 1;
    begin();
  } else slots.waiting.push(start);
  return () => {
    slots.waiting = slots.waiting.filter((each) => each !== start);
    if (!mine) return;
    mine = false;
    const next = slots.waiting.shift();
    if (next) next();
    else slots.free += 1;
  };
}

/**
 * Ask for a solve and watch it. `onEvent(event, data, id)` is called with queued, started, progress, offer, trace,
 * outcome or problem; the last two come last, and once. Gives back a way to stop.
 */
export const solve = (request, onEvent) => follow(() => post("/solves", request), onEvent);

/** Watch a solve that was asked for before: all that has happened comes first. */
export const rejoin = (id, onEvent) => follow(async () => ({ id, position: 0 }), onEvent);

function follow(ask, onEvent) {
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
    status: problem.status, detail: problem.status === 404 ? FORGOTTEN : problem.message,
  });
  /** The server sends an event now and then, only to show that it lives: where none comes for longer, ask. */
  const expectEvent = (within) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      call(`/solves/${id}`, undefined, SILENCE).then(() => ended || expectEvent(SILENCE)).catch(lost);
    }, within);
  };
  const watch = () => {
    stream = new EventSource(`${ROOT}/solves/${id}/events`);
    expectEvent(SILENCE);
    const hear = (event, then) => stream.addEventListener(event, ({ data }) => {
      expectEvent(SILENCE);
      then(JSON.parse(data));
    });
    hear("alive", () => {});
    for (const event of ["queued", "started", "progress", "offer", "trace"]) hear(event, (data) => onEvent(event, data, id));
    for (const event of ["outcome", "problem"]) hear(event, (data) => end(event, data));
    let broken = false; // the browser tries again and again, each try an error
    stream.addEventListener("open", () => {
      broken = false;
      expectEvent(SILENCE);
    });
    stream.addEventListener("error", () => {
      if (!broken) expectEvent(stream.readyState === EventSource.CLOSED ? 0 : BROKEN);
      broken = true;
    });
  };
  const begin = () => ask().then(
    (answer) => {
      id = answer.id;
      if (stopped) cancel();
      if (ended) return;
      onEvent("queued", answer, id);
      watch();
    },
    (problem) => end("problem", { detail: problem.message }),
  );
  const cancel = () => fetch(`${ROOT}/solves/${id}`, { method: "DELETE" }).catch(() => {});
  let begun = false;
  freeSlot = takeSlot(() => {
    begun = true;
    begin();
  });
  return {
    /** End the search; its outcome so far still comes. */
    stop() {
      stopped = true;
      if (!begun) end("problem", { detail: "It was stopped before it began." });
      else if (id !== null && !ended) cancel();
    },
    /** Nobody listens any more. */
    leave() {
      if (begun) this.stop();
      close();
    },
  };
}
