// Calls of the core from the page. A search has a worker of its own, so that it can be ended at any time and its memory
// is freed afterwards; questions that take milliseconds share one worker.

const FILE = new URL("budge.wasm", import.meta.url);
const GRACE = 1_500; // milliseconds for a stopped search to return what it has found
const ASK_MILLISECONDS = 20_000; // for the answer to a question

let compiled = null;

/** The compiled core. Throws if the file is missing. */
function coreModule() {
  compiled ??= fetch(FILE).then(async (response) => {
    if (!response.ok) throw new Error("the core for the browser, budge.wasm, is missing");
    return WebAssembly.compile(await response.arrayBuffer());
  });
  compiled.catch(() => { compiled = null; });
  return compiled;
}

class CoreWorker {
  constructor() {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.calls = new Map(); // by id: {resolve, reject, onProgress}
    this.worker.addEventListener("message", ({ data }) => this.receive(data));
    this.worker.addEventListener("error", (event) => this.end(new Error(event.message || "the worker failed")));
  }

  receive({ id, progress, answer, built, problem }) {
    const call = this.calls.get(id);
    if (!call) return;
    if (progress) return call.onProgress(progress);
    this.calls.delete(id);
    URL.revokeObjectURL(call.running);
    if (problem) call.reject(new Error(problem));
    else call.resolve({ ...answer, built });
  }

  /** Call a function of the core with these values. Returns `{answer, stop}`. */
  start(values, { databases = [], onProgress = () => {} } = {}) {
    const id = crypto.randomUUID?.() ?? String(Math.random());
    const running = URL.createObjectURL(new Blob(["running"]));
    const answer = new Promise((resolve, reject) => {
      this.calls.set(id, { resolve, reject, onProgress, running });
      const message = { id, values, databases, running };
      coreModule().then((module) => this.worker.postMessage({ ...message, module }, [])).catch(reject);
    });
    return { answer, stop: () => URL.revokeObjectURL(running) };
  }

  /** End the worker; calls without an answer fail. */
  end(problem = new Ended()) {
    this.worker.terminate();
    for (const { reject, running } of this.calls.values()) {
      URL.revokeObjectURL(running);
      reject(problem);
    }
    this.calls.clear();
  }
}

/** The worker was ended before it answered. */
export class Ended extends Error {}

/**
 * Run a search in a worker of its own: `{answer, stop, end}`. `stop()` makes it return what it has found; if it does
 * not within GRACE, and after `end()`, the answer fails with `Ended`.
 */
export function search(values, options) {
  const worker = new CoreWorker();
  const { answer, stop } = worker.start(values, options);
  let timer = 0;
  const done = answer.finally(() => {
    clearTimeout(timer);
    worker.end();
  });
  done.catch(() => {});
  return {
    answer: done,
    stop() {
      stop();
      timer = setTimeout(() => worker.end(), GRACE);
    },
    end: () => worker.end(),
  };
}

let shared = null;

/** The answer to a question that takes milliseconds. */
export async function ask(...values) {
  shared ??= new CoreWorker();
  const worker = shared;
  const timer = setTimeout(() => {
    worker.end();
    if (shared === worker) shared = null;
  }, ASK_MILLISECONDS);
  try {
    return await worker.start(values).answer;
  } finally {
    clearTimeout(timer);
  }
}
