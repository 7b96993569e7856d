// One solve: its events so far, in the form that the views draw.

const one = (cost) => (Array.isArray(cost) ? cost[0] : cost);

export class Run {
  state = "requested"; // as text
  engine = null; // the name of the engine that runs
  limit = null; // seconds
  bounds = [[0, 0]]; // the lower bound over time
  bests = []; // the cost of the best plan over time
  last = null; // the last progress event
  offer = null; // pattern databases that would help
  trace = null;
  outcome = null;
  problem = null;

  /** Handle an event of the server. */
  receive(event, data) {
    const handler = { offer: "offered", trace: "traced", outcome: "found", problem: "failed" }[event] ?? event;
    this[handler](data);
  }

  get ended() {
    return this.outcome !== null || this.problem !== null;
  }

  queued({ position }) {
    this.state = position > 0 ? `in the queue, place ${position}` : "requested";
  }

  started({ engine, seconds }) {
    Object.assign(this, { state: "searching", engine, limit: seconds ?? null });
  }

  progress(data) {
    this.last = data;
    this.state = data.preparing ?? "searching";
    if (!data.preparing) this.record(data.seconds, data.bound, data.best);
  }

  record(seconds, bound, best) {
    this.bounds.push([seconds, one(bound)]);
    if (best !== null && best !== undefined) this.bests.push([seconds, one(best)]);
  }

  offered(data) {
    this.offer = data;
  }

  traced(data) {
    this.trace = data;
  }

  /** Seconds for each bound of an iterative-deepening engine, from its trace: `[[bound, seconds], …]`. */
  get iterations() {
    const { iterations = [], bounds = [] } = this.trace ?? {};
    return [...iterations, ...bounds].map(({ bound, seconds }) => [bound, seconds]);
  }

  /** Seconds for each bound: from the trace if it has them, else from the progress events. */
  get deepening() {
    if (this.iterations.length) return this.iterations;
    const rises = this.bounds.filter(([, bound], index) => index > 0 && bound > this.bounds[index - 1][1]);
    return rises.slice(1).map(([at], index) => [rises[index][1], at - rises[index][0]]);
  }

  /** The lower bound over time: from the iterations of the trace, which are exact, or from the progress events. */
  get boundsOverTime() {
    const iterations = this.trace?.iterations ?? [];
    if (!iterations.length) return this.bounds;
    let seconds = 0;
    const rises = iterations.map(({ bound, seconds: took }) => {
      const point = [seconds, bound];
      seconds += took;
      return point;
    });
    return this.outcome ? [...rises, this.bounds.at(-1)] : rises;
  }

  found(data) {
    this.outcome = data;
    this.state = data.status === "stopped" && data.reason ? data.reason : data.status;
    this.record(data.stats.seconds, data.lower_bound, data.cost);
  }

  failed(data) {
    this.problem = data;
    this.state = data.detail ?? data.title;
  }
}

/** From the trace of a run: the number of expansions at each depth, and the depth of every expansion in order, in a
 * search from both ends for each direction. */
export const byDepth = ({ trace }) => (trace?.expansions_by_depth ?? []).map((count, depth) => [depth, count]);
export const inOrder = ({ trace }) => {
  const points = (depths) => (depths ?? []).map((depth, index, all) => [(100 * index) / all.length, depth]);
  return [...points(trace?.depths), ...points(trace?.backward_depths)];
};
