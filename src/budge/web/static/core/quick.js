// A quick plan: while a search proves an optimum, a second worker finds some plan, so that a search that is stopped has
// one.

import { search } from "./client.js";
import { takesHeuristic, weightOf } from "./engines.js";
import { isCheaper, refereed } from "./referee.js";

const DELAY = 200; // milliseconds; short searches need no quick plan
// Milliseconds to wait for a plan after a search that stopped without one: at a limit on time or when cancelled, and else
const FINAL = { seconds: 150, cancel: 150 };
const FINAL_OTHERWISE = 500;
const SECONDS = 5;
const MEMORY = 256e6;

export class QuickPlan {
  constructor(board, kind, metric) {
    this.best = null; // {moves, cost}
    this.begin = () => {
      clearTimeout(this.timer);
      this.found ??= this.find(board, kind, metric).catch(() => {});
    };
    this.timer = setTimeout(this.begin, DELAY);
  }

  async find(board, kind, metric) {
    const engine = kind.choose(board, "any");
    const heuristic = takesHeuristic(engine) ? kind.heuristic(board) : "zero";
    this.call = search([
      "solve", board.kind, SECONDS, 0, MEMORY, metric, engine, heuristic, false, ...weightOf("any"), false, 0,
      ...kind.values(board, board.initial),
    ]);
    const { status, plan } = await this.call.answer;
    if (!["optimal", "solved"].includes(status)) return;
    const found = { engine, metric, status: "solved", lower_bound: 0 };
    const { moves, cost } = refereed(found, board, kind.moves(board, plan, metric));
    this.best = { moves, cost };
  }

  /** The cost of the better plan: of the search, or of this. */
  better(cost) {
    return this.best && (cost === null || isCheaper(this.best.cost, cost)) ? this.best.cost : cost;
  }

  /** An outcome; if it is stopped without a plan, with this one. */
  async complete(outcome, board) {
    if (outcome.status !== "stopped" || outcome.plan !== null) return outcome;
    this.begin();
    const end = new Promise((resolve) => { setTimeout(resolve, FINAL[outcome.stopped_by] ?? FINAL_OTHERWISE); });
    if (!this.best) await Promise.race([this.found, end]);
    return this.best ? refereed(outcome, board, this.best.moves) : outcome;
  }

  end() {
    clearTimeout(this.timer);
    this.call?.end();
  }
}
