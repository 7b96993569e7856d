// The replay of a search from the record of its expansions: what it has in memory after each of them.
//
// The core records, for each expansion, the position, g, h and the side. Everything else follows from the graph of
// positions: the frontier consists of the neighbours of the expanded positions that are not expanded themselves; IDA*
// has only the path to the current position, and starts again with each bound.

const ON_PATH = ["ida"];
const BOTH_ENDS = ["bidirectional", "nbs", "bae"];

export const MARKS = { none: 0, seen: 1, frontier: 2, closed: 3, backFrontier: 4, backClosed: 5, path: 6, met: 7 };

export class SearchReplay {
  /**
   * `steps` are the expansions `{node, g, h, generated, backwards}`; `next` and `previous` list the neighbours of each
   * node. `stats`, `iterations` and `cost` are those of the engine.
   */
  constructor({ engine, steps, next, previous, start, stats, iterations, cost }) {
    Object.assign(this, { engine, steps, next, previous, start, stats, iterations, cost });
    this.remembersPath = ON_PATH.includes(engine);
    this.bothEnds = BOTH_ENDS.includes(engine);
    this.seek(0);
  }

  get length() {
    return this.steps.length;
  }

  get ended() {
    return this.at === this.length;
  }

  /** Whether the record covers the whole search. */
  get complete() {
    return this.length === this.stats.expanded;
  }

  /** The state of the search after `count` expansions. */
  seek(count) {
    const target = Math.max(0, Math.min(this.length, count));
    if (this.at === undefined || target < this.at) {
      this.at = 0;
      this.marks = new Uint8Array(this.next.length);
      this.path = [];
      this.round = 0; // of iterative deepening
      this.sizes = { frontier: 1, closed: 0, outside: 0 };
      this.restarted = false;
      this.marks[this.start] = MARKS.frontier;
      this.met = null;
    }
    while (this.at < target) this.step(this.steps[this.at++]);
  }

  step(step) {
    this.restarted = false;
    if (this.remembersPath) this.stepAlongPath(step);
    else this.stepOnFrontier(step);
  }

  stepAlongPath({ node, g }) {
    if (g === 0) {
      this.restarted = this.round > 0;
      this.round += 1;
      this.marks.fill(MARKS.none); // it remembers nothing of the last iteration
    }
    for (const left of this.path.splice(g)) if (left >= 0) this.marks[left] = MARKS.seen;
    this.path.push(node);
    for (const each of this.path) if (each >= 0) this.marks[each] = MARKS.path;
    this.sizes = { frontier: 0, closed: this.path.length, outside: 0 };
  }

  stepOnFrontier({ node, backwards }) {
    const [frontier, closed] = backwards ? [MARKS.backFrontier, MARKS.backClosed] : [MARKS.frontier, MARKS.closed];
    const { sizes, marks } = this;
    if (node < 0) {
      sizes.outside += 1;
      return;
    }
    if (marks[node] === MARKS.frontier || marks[node] === MARKS.backFrontier) sizes.frontier -= 1;
    const other = backwards ? MARKS.closed : MARKS.backClosed;
    if (marks[node] !== closed && marks[node] !== MARKS.met) sizes.closed += 1;
    marks[node] = marks[node] === other ? MARKS.met : closed;
    for (const child of (backwards ? this.previous : this.next)[node]) {
      if (marks[child] !== MARKS.none) continue;
      marks[child] = frontier;
      sizes.frontier += 1;
    }
  }

  /** The expansion that was made last, or null at the start. */
  get current() {
    return this.at ? this.steps[this.at - 1] : null;
  }

  /** The bound of the current iteration; null for engines without any. */
  get bound() {
    return this.remembersPath && this.round ? this.iterations[this.round - 1]?.bound ?? null : null;
  }

  /** The positions in memory. */
  get stored() {
    return this.remembersPath ? this.path.length : this.sizes.frontier + this.sizes.closed + this.sizes.outside;
  }

  /** Positions generated so far; the core counts them before each expansion, and at the end. */
  get generated() {
    return this.at < this.length ? this.steps[this.at].generated : this.stats.generated;
  }

  /** What the search does now: the key of a line of its pseudo-code. */
  get line() {
    if (!this.at) return "start";
    if (this.ended && this.complete) return "goal";
    if (this.restarted) return "bound";
    if (this.remembersPath) return this.current.g <= (this.steps[this.at - 2]?.g ?? -1) ? "prune" : "expand";
    if (this.bothEnds) return this.current.backwards ? "backwards" : "forwards";
    return "expand";
  }
}

/**
 * The graph of the positions that searches have touched: those expanded, and the positions next to them. `keyOf(state)`
 * makes the key of a position, and `movesOf(state)` its moves; null if there are more than `max` positions.
 */
export function touched(board, expanded, { movesOf, keyOf, max }) {
  const number = new Map();
  const states = [];
  const add = (state) => {
    const key = keyOf(state);
    if (!number.has(key)) {
      number.set(key, states.length);
      states.push(state);
    }
    return number.get(key);
  };
  add(board.initial);
  const nodes = new Set([0, ...expanded.map(add)]);
  const pairs = new Set();
  for (const node of nodes) {
    for (const move of movesOf(states[node])) {
      const to = add(board.apply(states[node], move));
      pairs.add(`${node},${to}`);
      if (states.length > max) return null;
    }
  }
  const edges = [...pairs].map((pair) => pair.split(",").map(Number));
  return { states, edges, directed: true };
}
