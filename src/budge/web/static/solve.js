// Solve: choose an engine and its limits, watch the lower bound and the best plan, stop the search, replay the plan.
// The search continues while other views are shown.

import { firstPlan } from "./first_plan.js";
import * as api from "./api.js";
import { SolveForm, refusals, viewOfEngines } from "./solve_form.js";
import { button, bytes, count, enable, h, isShortcut, number, save, sentence } from "./dom.js";
import { linkTo } from "./link.js";
import { Player } from "./player.js";
import { figure, minX } from "./plot.js";
import { byDepth, inOrder } from "./run.js";
import { startSolve, drop, runOf, solves, watchSolves } from "./solves.js";
import { BoardView, reducedMotion } from "./board_view.js";
import { heading, noSolution, shareButton, title } from "./heading.js";

const REDRAW = 250; // milliseconds between two drawings of the plots
const CERTIFY = {
  name: "certify", label: "make a certificate of the proof", type: "boolean", default: false, values: [],
};
const STATUS = {
  optimal: "Optimal: no shorter plan exists.",
  solved: "Solved.",
  unsolvable: "Proven: this puzzle has no solution.",
  stopped: "Stopped without a plan.",
};

export const view = (app) => viewOfEngines(app, Solve);

class Solve {
  constructor(app, catalogue) {
    this.app = app;
    this.form = new SolveForm({ ...catalogue, settings: [...catalogue.settings, CERTIFY] }, app.item, {
      name: `solve ${app.item.kind}`, linked: app.details, changed: () => this.askEngines(),
    });
    this.boardView = new BoardView(app.board, { name: title(app) });
    this.boardView.show(app.board.initial, false);
    this.below = h("div", { class: "below" });
    this.status = h("p", { role: "status", "aria-live": "polite" });
    this.bar = h("progress", { hidden: true, "aria-label": "Progress of the search" });
    this.offer = h("p", { class: "offer", hidden: true });
    this.details = h("div", { class: "report" });
    this.firstPlan = h("div");
    this.plots = h("div", { class: "plots" });
    this.list = h("section", { class: "solves" });
    this.solveButton = button("Solve", () => this.start(), { class: "accent" });
    this.stopButton = button("Stop", () => this.run.search.stop(), { disabled: true });
    this.element = h("div", { class: "table wide" },
      h("section", { class: "board" }, this.boardView.element, this.boardView.allowZoom(), this.below),
      h("aside", { class: "panel" }, heading(app), h("div", { class: "card" }, this.form.element),
        h("div", { class: "buttons" }, this.solveButton, this.stopButton, shareButton(app, "solve", () => this.linkDetails())),
        this.status, this.bar, this.offer, this.details, this.firstPlan, this.plots, this.list));
    this.onkey = (event) => {
      const { key } = event;
      if (isShortcut(event) && (this.player?.key(key) || this.boardView.viewport.key(key))) event.preventDefault();
    };
    document.addEventListener("keydown", this.onkey);
    this.unwatch = watchSolves((run) => this.changed(run));
    this.run = app.details.plan === undefined ? runOf(app.key) : null;
    if (this.run) this.changed(this.run);
    else if (app.details.plan !== undefined) this.showLinkedPlan(app.details);
    this.listSolves();
    this.askEngines();
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    this.unwatch();
    clearTimeout(this.timer);
    this.player?.pause();
  }

  /** The settings on which suitable engines and options depend. */
  settings() {
    const { metric, quality, engine, heuristic, options } = this.form.read();
    return { metric, quality, engine, heuristic, options };
  }

  /** What a link contains: the settings, the plan and its step. */
  linkDetails() {
    const plan = this.player ? { plan: this.app.board.join(this.player.moves), step: this.player.at } : {};
    return { ...this.form.details, ...plan };
  }

  /** Show the plan of a link at its step. */
  async showLinkedPlan({ plan, step = 0 }) {
    const moves = this.app.board.split(plan);
    await this.showPlan({ plan, costs: this.app.board.costs(moves) });
    if (!this.player) return;
    this.player.jump(Number(step) || 0);
    if (this.app.board.isGoal(this.player.states.at(-1))) this.say("The plan of the link solves the puzzle.", "good");
    else this.say("The plan of the link is legal but does not solve the puzzle.", "warning");
  }

  /** Ask the server which engines accept this puzzle, metric and quality, and which options have an effect. */
  async askEngines() {
    const settings = this.settings();
    const found = await this.app.attempt(() => api.info(this.app.item.puzzle, settings));
    if (!found || JSON.stringify(settings) !== JSON.stringify(this.settings())) return;
    this.form.restrict(refusals(found), found.options ?? null);
    this.form.say(found.note);
    if (!found.why || this.run) return;
    this.say("", "warning");
    this.status.append(...noSolution(this.app, { ...this.app.item, why: found.why }, (item) => this.app.open(item, "solve")));
  }

  start() {
    this.app.dropDetails();
    this.player?.pause();
    this.player = null;
    this.below.replaceChildren();
    this.firstPlan.replaceChildren();
    this.plots.replaceChildren();
    this.showOffer({ offer: null });
    this.boardView.show(this.app.board.initial, false);
    this.report("Starting…");
    this.run = startSolve(this.app, title(this.app), {
      puzzle: this.app.item.puzzle,
      ...this.form.read(),
      trace: true,
    });
    this.busy(true);
  }

  busy(now) {
    const [on, off] = now ? [this.stopButton, this.solveButton] : [this.solveButton, this.stopButton];
    on.disabled = false;
    enable(off, false, on);
    this.bar.hidden = !now;
  }

  /** Show a sentence, which screen readers read if it is new. */
  say(text, looks = "") {
    this.status.className = looks;
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  /** Show a sentence and details below it. */
  report(text, looks = "", ...details) {
    this.say(text, looks);
    this.details.replaceChildren(...details);
  }

  // Events.

  /** A solve has changed: update the list and, if it is this puzzle's, the view. */
  changed(run) {
    this.listSoon();
    if (!run || run !== this.run) return;
    if (run.ended !== this.bar.hidden) this.busy(!run.ended);
    this.showOffer(run);
    if (run.outcome) this.outcome(run.outcome);
    else if (run.problem) this.problem(run.problem);
    else if (run.last) this.progress(run);
    else this.report(run.engine ? `${run.engine} is running…` : sentence(run.state));
    if (run.ended) {
      this.showFirstPlan(run);
      this.draw();
    }
  }

  progress({ last: data, engine, limit }) {
    const share = data.preparing ? data.share : !reducedMotion() && limit && data.seconds / limit;
    if (share) this.bar.value = Math.min(1, share);
    else this.bar.removeAttribute("value");
    this.report(
      data.preparing ? sentence(data.preparing) : "Searching…", "",
      facts({
        engine: engine ?? "–",
        ...(data.stage ? { stage: data.stage } : {}),
        bound: `≥ ${number(data.bound)}`,
        best: number(data.best),
        expanded: number(data.expanded),
        rate: `${number(Math.round(data.rate))}/s`,
        ...(data.bytes ? { memory: bytes(data.bytes) } : {}),
        seconds: data.seconds.toFixed(1) + (limit ? ` of ${number(limit)}` : ""),
      }));
  }

  /** Offer to build pattern databases that would shorten a long search. */
  showOffer({ offer, outcome }) {
    const useful = offer !== null && outcome?.status !== "optimal";
    this.offer.hidden = !useful;
    if (!useful || this.offer.dataset.heuristic === offer.heuristic) return;
    const { heuristic, fewer, bytes: size, seconds } = offer;
    this.offer.dataset.heuristic = heuristic;
    this.offer.replaceChildren(
      `This search is long. ${heuristic} would search about ${number(fewer)} times fewer positions. Building it takes `
      + `about ${Math.max(1, Math.round(seconds))} s and ${bytes(size)}; the server keeps it. `,
      button("Build and solve", () => {
        select(this.form.control("heuristic"), heuristic);
        this.start();
      }));
  }

  showFirstPlan({ trace }) {
    const list = trace && firstPlan(this.boardView, trace, () => this.player?.pause());
    this.firstPlan.replaceChildren(...(list ? [list] : []));
  }

  problem({ detail, title: summary }) {
    const last = this.details.querySelectorAll(".facts");
    this.report(sentence(detail ?? summary), "warning", ...last);
  }

  outcome(data) {
    if (data.status === "optimal" && !Array.isArray(data.cost)) this.app.best[data.metric] = data.cost;
    const why = data.reason ? ` ${sentence(data.reason)}` : "";
    const good = data.status === "optimal" || data.status === "solved";
    const { stats } = data;
    this.report(
      outcomeText(data) + why, good ? "good" : "warning",
      facts({
        ...(data.cost === null ? {} : { [data.metric]: number(data.cost) }),
        "lower bound": number(data.lower_bound),
        engine: data.engine,
        ...(data.heuristic ? { heuristic: data.heuristic } : {}),
        expanded: number(stats.expanded),
        generated: number(stats.generated),
        seconds: stats.seconds.toFixed(stats.seconds < 10 ? 3 : 1),
        ...(stats.peak_bytes ? { memory: bytes(stats.peak_bytes) } : {}),
      }));
    if (data.certificate) {
      const link = h("a", { class: "button", href: data.certificate, download: "" }, "Download the certificate");
      this.details.append(h("p", {}, link));
    }
    if (data.certificate_problem) {
      this.details.append(h("p", { class: "warning" }, `No certificate: ${data.certificate_problem}.`));
    }
    if (data.plan !== null && data.plan !== undefined) this.showPlan(data);
  }

  /** Redraw the plots and the list, but not more often than the eye can follow. */
  listSoon() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.listSolves();
      if (this.run && !this.run.ended) this.draw();
    }, REDRAW);
  }

  draw() {
    const { run } = this;
    const metric = run.outcome?.metric ?? run.settings.metric;
    const drawn = (caption, points, options) => (points.length > 1 ? [figure(caption, {
      series: [{ looks: "series-0", points }], ...options,
    })] : []);
    const overTime = [{ looks: "series-0", name: "lower bound", points: run.bounds },
      { looks: "series-1", name: "best plan", points: run.bests }].filter(({ points }) => points.length);
    const known = run.bounds.length > 1 || run.bests.length > 0;
    this.plots.replaceChildren(
      ...(known ? [figure("Bound and best plan over time", {
        series: overTime, x: "seconds", y: metric, style: "steps", limit: run.limit, legend: true,
      })] : []),
      ...drawn("Seconds for each bound", run.deepening, { x: "bound", y: "seconds", from: minX(run.deepening) }),
      ...drawn("Expansions per depth", byDepth(run), { x: "depth", y: "expansions", log: true }),
      ...drawn("Depth of every expansion", inOrder(run), { x: "% of the expansions", y: "depth", style: "dots" }));
  }

  /** List all solves of this page, each with a link. */
  listSolves() {
    const focused = this.list.contains(document.activeElement);
    const stateOf = ({ outcome, last, state, ended }) => {
      if (outcome?.cost !== null && outcome !== null) return `${outcome.status}, ${number(outcome.cost)}`;
      return !ended && last && !last.preparing ? `searching, at least ${number(last.bound)}` : state;
    };
    const rows = solves().map((run) => h("li", {},
      h("a", { href: linkTo("solve", run.source), "aria-current": run === this.run ? "true" : null }, run.title),
      h("span", { class: "quiet" }, ` ${run.engine ?? run.settings.engine}: ${stateOf(run)} `),
      button("×", () => this.remove(run), {
        class: "quiet small", "aria-label": `Remove ${run.title} from this list`, title: "Remove from this list",
      })));
    if (focused) return; // a redraw would lose the focus
    this.list.replaceChildren(...(rows.length ? [h("h2", {}, "Your solves"), h("ul", {}, rows)] : []));
  }

  remove(run) {
    drop(run.key);
    this.solveButton.focus();
    if (run === this.run) this.busy(false);
    this.listSolves();
  }

  async showPlan(data) {
    const moves = this.app.board.split(data.plan);
    const player = await this.app.attempt(async () => new Player(this.boardView, moves));
    if (!player) return;
    this.player?.pause();
    this.player = player;
    this.below.replaceChildren(player.element);
    const costs = Object.entries(data.costs ?? {}).filter(([, cost]) => !Array.isArray(cost));
    const file = (format, label) => button(label, () => this.download(data.plan, format), { class: "quiet" });
    this.details.append(...[
      h("p", { class: "quiet" }, costs.map(([metric, cost]) => count(cost, metric)).join(" · ")),
      player.text,
      this.app.board.notation && h("p", { class: "quiet" }, this.app.board.notation),
      h("div", { class: "buttons" },
        button("Copy plan", () => this.app.copy(data.plan, "Plan copied."), { class: "quiet" }),
        file("text", "Text"), file("svg", "SVG"), file("gif", "GIF")),
    ].filter(Boolean));
    if (!reducedMotion()) player.play();
  }

  async download(plan, format) {
    const file = await this.app.attempt(() => api.render(this.app.item.puzzle, plan, format));
    if (file) save(file.blob, file.filename);
  }
}

/** An outcome as a sentence; if it is not proven optimal, with the gap between the bound and the plan. */
function outcomeText({ status, cost, lower_bound: bound, metric }) {
  if (cost === null || status === "optimal" || status === "unsolvable") return STATUS[status];
  const proven = bound === 0 ? "" : ` The optimum is between ${number(bound)} and ${count(cost, metric)}.`;
  return (status === "stopped" ? `Stopped with a plan of ${count(cost, metric)}.` : STATUS[status]) + proven;
}

/** Select a value; add it to the list if it is missing. */
function select(control, value) {
  if (![...control.options].some((option) => option.value === value)) control.append(h("option", { value }, value));
  control.value = value;
}

function facts(pairs) {
  const fact = ([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h("dl", { class: "facts" }, Object.entries(pairs).map(fact));
}
