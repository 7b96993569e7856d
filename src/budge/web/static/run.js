// One solve as it is watched: what it has told so far, ready to be drawn.

const one = (cost) => (Array.isArray(cost) ? cost[0] : cost);

export class Run {
  words = "asked";
  engine = null; // that is at work, by name
  limit = null; // seconds that it has
  bounds = [[0, 0]]; // over time: the proven lower bound,
  bests = []; // and the cost of the best plan
  last = null; // progress
  offer = null; // databases that would help it
  trace = null;
  outcome = null;
  problem = null;

  /** Take in an event of the server. */
  hear(event, data) {
    const hears = { offer: "offered", trace: "traced", outcome: "found", problem: "failed" }[event] ?? event;
    this[hears](data);
  }

  get ended() {
    return this.outcome !== null || this.problem !== null;
  }

  queued({ position }) {
    this.words = position > 0 ? `in the queue, place ${position}` : "asked";
  }

  started({ engine, seconds }) {
    Object.assign(this, { words: "searching", engine, limit: seconds ?? null });
  }

  progress(data) {
    this.last = data;
    this.words = data.preparing ?? "searching";
    if (!data.preparing) this.note(data.seconds, data.bound, data.best);
  }

  note(seconds, bound, best) {
    this.bounds.push([seconds, one(bound)]);
    if (best !== null && best !== undefined) this.bests.push([seconds, one(best)]);
  }

  offered(data) {
    this.offer = data;
  }

  traced(data) {
    this.trace = data;
  }

  /** Seconds for each bound of an engine that deepens, as its trace tells them: `[[bound, seconds], …]`. */
  get iterations() {
    const { iterations = [], bounds = [] } = this.trace ?? {};
    return [...iterations, ...bounds].map(({ bound, seconds }) => [bound, seconds]);
  }

  /** Seconds for each bound of any engine, where no trace tells them as closely as progress does. */
  get deepening() {
    if (this.iterations.length) return this.iterations;
    const rises = this.bounds.filter(([, bound], index) => index > 0 && bound > this.bounds[index - 1][1]);
    return rises.slice(1).map(([at], index) => [rises[index][1], at - rises[index][0]]);
  }

  found(data) {
    this.outcome = data;
    this.words = data.status === "stopped" && data.reason ? data.reason : data.status;
    this.note(data.stats.seconds, data.lower_bound, data.cost);
  }

  failed(data) {
    this.problem = data;
    this.words = data.detail ?? data.title;
  }
}

/** Of a run with a trace: how often each depth was expanded, and the depth of every expansion by how far it was. */
export const byDepth = ({ trace }) => (trace?.expansions_by_depth ?? []).map((count, depth) => [depth, count]);
export const inOrder = ({ trace }) => {
  return (trace?.depths ?? []).map((depth, index, all) => [(100 * index) / all.length, depth]);
};
