// Solves in this browser: from a request as POST /solves takes it to the events that the server would send.

import { boardOf } from "../board/index.js";
import { Slots } from "../backends/slots.js";
import { Ended, search } from "./client.js";
import { IMPROVING, TWO_HEURISTICS, chosen, evaluated, refusal, takesHeuristic, weightOf } from "./engines.js";
import { KINDS } from "./kinds/index.js";
import { lookupsOf, withDatabases } from "./patterns.js";
import { QuickPlan } from "./quick.js";
import { refereed } from "./referee.js";

const MAX_RUNNING = Math.max(1, Math.min(4, navigator.hardwareConcurrency ?? 1));
const REPORT_SECONDS = 0.1; // between two progress events, and at least
const REPORT_SHARE = 0.02; // this share of the time so far
const MIN_PATIENCE = 5; // seconds without a better plan, after which `construct` stops
const DEFAULT_MEMORY = 2 ** 30; // a tab has 4 GiB, and a search takes about twice what it counts
const GRACE_SECONDS = 1; // beyond the time limit, for the core to stop by itself
const REASONS = {
  seconds: "the time limit was reached",
  nodes: "the node limit was reached",
  memory: "the memory limit was reached",
  cancel: "cancelled",
};

const NOTHING = { status: "stopped", plan: [], lower_bound: 0, expanded: 0, generated: 0, peak_bytes: 0 };
const NO_PROGRESS = { bound: 0, best: null, expanded: 0, generated: 0, rate: 0, stage: null };

/** A cost of the core: if the metric has two parts, the second is in the lower 32 bits. */
const decoded = (value, metric) => {
  return metric.includes("-then-") ? [Math.floor(value / 2 ** 32), value % 2 ** 32] : value;
};

const running = new Slots(MAX_RUNNING);

/** Start a solve; see api.js. With `quick: false`, a search that is stopped has no plan from elsewhere. `describe` makes the item of a puzzle; `catalogue()` has `{engines, ladder, patterns}`. */
export function startSolve(request, { describe, catalogue }, onEvent) {
  const id = String(Math.random());
  let [left, free] = [false, () => {}];
  const solve = new Solve(request, (event, data) => left || onEvent(event, data, id));
  const run = async () => {
    let last;
    try {
      last = ["outcome", await solve.run(describe(request.puzzle), await catalogue())];
    } catch (problem) {
      last = ["problem", { detail: problem.message, status: 422 }];
    }
    free();
    solve.emit(...last);
  };
  queueMicrotask(() => {
    if (running.free === 0) solve.emit("queued", { id, position: running.waiting.length + 1 });
    free = running.take(run);
  });
  return {
    stop: () => solve.stop(),
    leave() {
      left = true;
      solve.end();
      free();
    },
  };
}

class Solve {
  constructor(request, emit) {
    this.request = request;
    this.emit = emit;
    this.call = null; // of the core
    this.stopped = false;
    this.last = null; // the last progress of the core
  }

  stop() {
    this.stopped = true;
    this.call?.stop();
  }

  end() {
    this.stopped = true;
    this.call?.end();
  }

  async run(item, catalogue) {
    const { request } = this;
    const [board, quality] = [boardOf(item), request.quality ?? "optimal"];
    const kind = KINDS[board.kind];
    const metric = request.metric ?? kind.metrics(board)[0];
    const engine = chosen(request, board, quality);
    this.catalogue = catalogue;
    const known = catalogue.engines.find(({ name }) => name === engine);
    const refuses = known ? await refusal(known, board, request.puzzle, quality) : `there is no engine ${engine}`;
    if (refuses) throw new Error(refuses);
    const informed = takesHeuristic(engine);
    if (request.heuristic && !informed) throw new Error(`${engine} takes no heuristic`);
    if (TWO_HEURISTICS.includes(engine) && request.heuristic?.startsWith("pdb")) {
      throw new Error(`${engine} needs estimates towards start and goal; ${request.heuristic} has one only`);
    }
    const heuristic = informed ? request.heuristic ?? kind.heuristic(board) : null;
    this.began = performance.now();
    this.emit("started", { engine, metric, size: kind.size(board), heuristic, seconds: request.seconds ?? null });
    const outcome = {
      puzzle: { kind: board.kind, name: request.puzzle.name ?? null }, engine, heuristic, metric, quality,
      status: "unsolvable", cost: null, lower_bound: 0, plan: null, costs: null, reason: null, stopped_by: null,
      stats: { expanded: 0, generated: 0, seconds: 0, cpu_seconds: 0, peak_bytes: 0 },
      frames: null, moves: null, certificate: null,
      certificate_problem: request.certify ? "it needs Python: budge solve FILE --certify DIR" : null,
    };
    const reason = await kind.whyUnsolvable(board, board.initial);
    if (reason) return { ...outcome, reason };
    this.quick = quality === "any" || request.quick === false ? null : new QuickPlan(board, kind, metric);
    try {
      const found = await this.search(board, kind, { engine, heuristic, metric, quality });
      const all = this.finished({ ...outcome, heuristic: found.heuristic ?? heuristic }, found, board, kind);
      return await this.quick?.complete(all, board) ?? all;
    } finally {
      this.quick?.end();
    }
  }

  /** The answer of the core. A long search of IDA* without a named heuristic continues with pattern databases. */
  async search(board, kind, settings) {
    const { request } = this;
    const step = settings.engine === "ida" && !request.heuristic && settings.quality === "optimal"
      ? this.catalogue.ladder[`${board.columns}x${board.rows}`] : null;
    if (!step || board.kind !== "tiles" || (request.nodes && request.nodes <= step.nodes)) {
      return this.searchWith(board, kind, settings, request.nodes ?? 0);
    }
    const first = await this.searchWith(board, kind, settings, step.nodes);
    if (first.stopped_by !== "nodes" || this.stopped) return first;
    this.before = first;
    const left = request.nodes ? request.nodes - first.generated : 0;
    const second = await this.searchWith(board, kind, { ...settings, heuristic: step.heuristic }, left);
    return {
      ...second,
      heuristic: step.heuristic,
      expanded: first.expanded + second.expanded,
      generated: first.generated + second.generated,
      lower_bound: Math.max(first.lower_bound, second.lower_bound),
    };
  }

  async searchWith(board, kind, { engine, heuristic, metric, quality }, nodes) {
    const { request } = this;
    const { options = {} } = request;
    const seconds = request.seconds ?? 0;
    const memory = request.memory ?? DEFAULT_MEMORY;
    const left = () => (seconds ? Math.max(0.01, seconds - (performance.now() - this.began) / 1000) : 0);
    const wanted = lookupsOf(this.catalogue.patterns, board, heuristic);
    const databases = wanted && await this.databases(wanted, left(), memory);
    if (wanted && !databases) return { ...NOTHING, stopped_by: this.stopped ? "cancel" : "seconds" };
    const improving = IMPROVING.includes(engine) && Boolean(seconds) && options.improve !== "no";
    const patience = engine === "construct" ? new Patience() : null;
    const values = [
      "solve", board.kind, left(), nodes, memory, metric, engine, heuristic ?? "zero", improving,
      ...weightOf(quality), request.trace ?? false, request.max_expansions ?? 0,
      ...kind.values(board, board.initial, { options, lookups: databases?.lookups }),
    ];
    const onProgress = (progress) => {
      this.last = progress;
      if (patience?.isOver(progress)) this.call.stop();
      this.progress(progress, metric);
    };
    this.start(search(values, { onProgress, databases: databases?.bytes }));
    const timer = seconds && setTimeout(() => this.call.stop(), 1000 * (left() + GRACE_SECONDS));
    try {
      const found = await this.call.answer;
      if (engine === "construct") found.lower_bound = await evaluated(board, board.initial, "linear-conflict", "moves");
      const enough = patience?.over && found.stopped_by === "cancel" && !this.stopped;
      return enough ? { ...found, stopped_by: null } : found;
    } catch (problem) {
      if (!(problem instanceof Ended)) throw problem;
      const { lower_bound = 0, expanded = 0, generated = 0, bytes = 0 } = this.last ?? {};
      const stoppedBy = this.stopped ? "cancel" : "seconds";
      return { ...NOTHING, stopped_by: stoppedBy, lower_bound, expanded, generated, peak_bytes: bytes };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Remember the running call, so that it can be stopped. */
  start(call) {
    this.call = call;
    if (this.stopped) call.stop();
  }

  /** The databases of lookups; reports the progress of those that have to be built. */
  async databases(wanted, seconds, memory) {
    try {
      return await withDatabases(wanted, {
        seconds,
        memory,
        running: (call) => this.start(call),
        onProgress: ({ cells }, { bytes, seconds: time, lower_bound: distance }) => this.emit("progress", {
          ...NO_PROGRESS, bytes, seconds: time, share: null,
          preparing: `building a pattern database of ${cells.length} tiles, distance ${distance}`,
        }),
      });
    } catch (problem) {
      if (problem instanceof Ended) return null;
      throw problem;
    }
  }

  progress({ lower_bound: bound, best, expanded, generated, bytes, seconds, stage, done, of, trace }, metric) {
    const before = this.reported ?? { seconds: 0, expanded: 0 };
    const earlier = this.before ?? { expanded: 0, generated: 0, lower_bound: 0 };
    if (this.reported && seconds - before.seconds < Math.max(REPORT_SECONDS, REPORT_SHARE * seconds)) return;
    this.reported = { seconds, expanded };
    const cost = best < 0 ? null : decoded(best, metric);
    this.emit("progress", {
      bound: decoded(Math.max(bound, earlier.lower_bound), metric),
      best: this.quick?.better(cost) ?? cost,
      expanded: earlier.expanded + expanded,
      generated: earlier.generated + generated,
      rate: Math.max(0, Math.round((expanded - before.expanded) / (seconds - before.seconds || 1e-9))),
      bytes,
      seconds,
      preparing: null,
      share: null,
      stage: stage && of ? `${stage}, ${done} of ${of}` : stage,
    });
    if (trace) this.emit("trace", traceOf(trace));
  }

  finished(outcome, found, board, kind) {
    const { metric } = outcome;
    const seconds = (performance.now() - this.began) / 1000;
    const { status, stopped_by: stoppedBy, expanded, generated, peak_bytes: bytes } = found;
    const searched = status === "unsolvable" ? "every reachable position was searched" : null;
    const all = {
      ...outcome, status, lower_bound: decoded(found.lower_bound, metric), stopped_by: stoppedBy,
      reason: searched ?? REASONS[stoppedBy] ?? null,
      stats: {
        expanded, generated, seconds, cpu_seconds: seconds, peak_bytes: bytes,
        first_plan_seconds: found.first_plan_seconds ?? null,
      },
    };
    const planned = status === "optimal" || status === "solved";
    const checked = planned ? refereed(all, board, kind.moves(board, found.plan, metric)) : all;
    if (this.request.trace && found.trace) {
      const expansions = found.trace.expansions.map((each) => ({ ...each, state: kind.stateOf(board, each.state) }));
      this.emit("trace", traceOf({ ...found.trace, expansions }, outcome.engine === "fess" ? board : null));
    }
    return checked;
  }
}

/** A trace of the core as the page draws it; with a board, also how `fess` made its first plan. */
function traceOf(trace, board = null) {
  const square = (cell) => [Math.floor(cell / board.columns) + 1, (cell % board.columns) + 1];
  const packing = ({ to, from }) => ({ place: square(to), parked: from < 0 ? null : square(from) });
  const macro = ({ from, to, player, ...rest }) => {
    return { start: square(from), end: square(to), player: square(player), ...rest };
  };
  return {
    ...trace, bounds: [], packing: board ? trace.packing.map(packing) : [],
    macro_moves: board ? trace.macro_moves.map(macro) : [],
  };
}

/** Stops the improvement of a plan after a pause as long as the time to the last improvement. */
class Patience {
  over = false;
  best = -1;
  since = 0;

  isOver({ best, seconds }) {
    if (best !== this.best) [this.best, this.since] = [best, seconds];
    this.over = best >= 0 && seconds - this.since > Math.max(MIN_PATIENCE, this.since);
    return this.over;
  }
}
