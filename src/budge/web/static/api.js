// The server's API, /api/v1: every call gives back what the server said or throws a Problem in words.

const ROOT = "/api/v1";

/** What went wrong, as a sentence for people. */
export class Problem extends Error {
  constructor({ title = "Something went wrong", detail = "", status = 0 }) {
    super(detail || title);
    this.status = status;
  }
}

async function call(path, body) {
  let response;
  try {
    response = await fetch(ROOT + path, body === undefined ? {} : {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Problem({ detail: "The server does not answer. Is `budge web` still running?" });
  }
  if (!response.ok) {
    const unknown = { title: response.statusText, status: response.status };
    throw new Problem(await response.json().catch(() => unknown));
  }
  return response;
}

const cache = new Map();

/** GET something that does not change while the page is open. */
function once(path) {
  if (!cache.has(path)) {
    const answer = call(path).then((response) => response.json());
    answer.catch(() => cache.delete(path));
    cache.set(path, answer);
  }
  return cache.get(path);
}

const post = async (path, body) => (await call(path, body)).json();

export const library = () => once("/library");
export const engines = () => once("/engines");
export const patterns = async () => (await call("/patterns")).json();
export const drawing = (name) => `${ROOT}/drawings/${name.split("/").map(encodeURIComponent).join("/")}.svg`;

/** All puzzles of a source: `{text}`, `{name}` or `{puzzle}`. */
export const read = async (source) => (await post("/puzzles", source)).puzzles;
export const generate = async (wishes) => (await post("/generate", wishes)).puzzles;
export const info = (puzzle, more = {}) => post("/info", { puzzle, ...more });
export const hint = (puzzle, state, metric) => post("/hint", { puzzle, state, metric });
export const convert = (puzzle, to) => post("/convert", { puzzle, to });
export const graph = (puzzle, more = {}) => post("/graph", { puzzle, ...more });

/** A plan as a file: `{blob, filename}`. */
export async function render(puzzle, plan, format) {
  const response = await call("/render", { puzzle, plan, format });
  const named = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "");
  return { blob: await response.blob(), filename: named?.[1] ?? `plan.${format}` };
}

/**
 * Ask for a solve and watch it. `heard(event, data)` is called with queued, started, progress, trace, outcome or
 * problem; the last two come last, and once. Gives back a way to stop.
 */
export function solve(request, heard) {
  let [stream, stopped, ended, id] = [null, false, false, null];
  const end = (event, data) => {
    if (ended) return;
    ended = true;
    stream?.close();
    heard(event, data, id);
  };
  const watch = () => {
    stream = new EventSource(`${ROOT}/solves/${id}/events`);
    for (const event of ["queued", "started", "progress", "trace"]) {
      stream.addEventListener(event, ({ data }) => heard(event, JSON.parse(data), id));
    }
    for (const event of ["outcome", "problem"]) {
      stream.addEventListener(event, ({ data }) => end(event, JSON.parse(data)));
    }
    stream.addEventListener("error", () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      end("problem", { detail: "The connection to the server was lost." });
    });
  };
  post("/solves", request).then(
    (answer) => {
      id = answer.id;
      if (stopped) cancel();
      if (ended) return;
      heard("queued", answer, id);
      watch();
    },
    (problem) => end("problem", { detail: problem.message }),
  );
  const cancel = () => fetch(`${ROOT}/solves/${id}`, { method: "DELETE" }).catch(() => {});
  return {
    /** End the search; its outcome so far still comes. */
    stop() {
      stopped = true;
      if (id !== null && !ended) cancel();
    },
    /** Nobody listens any more. */
    leave() {
      this.stop();
      ended = true;
      stream?.close();
    },
  };
}
