// Solve: choose the engine and its limits, watch the bound rise and plans get better, stop, and see the plan played.
// The search goes on when one leaves the view; whoever comes back finds it as it stands.

import { advice } from "./advice.js";
import * as api from "./api.js";
import {
  engineChoice, heuristicChoice, limitFields, metricChoice, numberIn, optionFields, qualityChoice, refusals,
  remembered, viewOfEngines,
} from "./choices.js";
import { button, bytes, count, enable, field, h, isShortcut, number, save, sentence } from "./dom.js";
import { linkTo } from "./link.js";
import { Player } from "./player.js";
import { figure, leastOf } from "./plot.js";
import { byDepth, inOrder } from "./run.js";
import { beginSolve, drop, runOf, solves, watchSolves } from "./solves.js";
import { Stage, reducedMotion } from "./stage.js";
import { heading, shareButton, title } from "./heading.js";

const PAUSE = 250; // milliseconds between drawings of the plots
const WORDS = {
  optimal: "Optimal: no shorter plan exists.",
  solved: "Solved.",
  unsolvable: "Proven: this puzzle has no solution.",
  stopped: "Stopped before an answer was found.",
};

export const view = (app) => viewOfEngines(app, Solve);

class Solve {
  constructor(app, catalogue) {
    this.app = app;
    this.catalogue = catalogue;
    this.stage = new Stage(app.board, { name: title(app) });
    this.stage.show(app.board.initial, false);
    this.below = h("div", { class: "below" });
    this.status = h("p", { role: "status", "aria-live": "polite" });
    this.bar = h("progress", { hidden: true, "aria-label": "How far it has come" });
    this.offer = h("p", { class: "offer", hidden: true });
    this.report = h("div", { class: "report" });
    this.advice = h("div");
    this.plots = h("div", { class: "plots" });
    this.list = h("section", { class: "solves" });
    this.solveButton = button("Solve", () => this.start(), { class: "accent" });
    this.stopButton = button("Stop", () => this.run.search.stop(), { disabled: true });
    this.element = h("div", { class: "table wide" },
      h("section", { class: "board" }, this.stage.element, this.stage.allowZoom(), this.below),
      h("aside", { class: "panel" }, heading(app), this.form(),
        h("div", { class: "buttons" }, this.solveButton, this.stopButton, shareButton(app)),
        this.status, this.bar, this.offer, this.report, this.advice, this.plots, this.list));
    this.onkey = (event) => {
      const { key } = event;
      if (isShortcut(event) && (this.player?.key(key) || this.stage.viewport.key(key))) event.preventDefault();
    };
    document.addEventListener("keydown", this.onkey);
    this.unwatch = watchSolves((run) => this.changed(run));
    this.run = runOf(app.key);
    if (this.run) this.changed(this.run);
    this.listSolves();
    this.askEngines();
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    this.unwatch();
    clearTimeout(this.timer);
    this.player?.pause();
  }

  form() {
    const { item } = this.app;
    this.engineField = h("div");
    this.more = h("div", { class: "fields" });
    this.metric = metricChoice(item, () => this.askEngines());
    this.quality = qualityChoice(() => this.askEngines());
    this.heuristic = heuristicChoice(this.catalogue, item.kind);
    this.limits = limitFields(this.catalogue);
    this.threads = h("input", { type: "number", min: 1, max: 64, value: 1 });
    this.certify = h("input", { type: "checkbox" });
    const { metric, quality, heuristic, threads, certify, limits } = this;
    const controls = { metric, quality, heuristic, threads, certify, ...limits.controls };
    this.choices = remembered(`solve ${item.kind}`);
    this.choices.recall(controls);
    this.engines(new Map());
    const keep = () => this.choices.keep({ ...controls, engine: this.engine, ...this.options.controls });
    return h("div", { class: "card", onchange: keep },
      h("div", { class: "fields" },
        this.engineField, field("heuristic", this.heuristic),
        field("metric", this.metric), field("quality", this.quality)),
      h("details", {}, h("summary", {}, "Limits and options"),
        h("div", { class: "fields" }, this.limits.fields, field("threads", this.threads)), this.more,
        h("label", { class: "switch" }, this.certify, "make a certificate of the proof")));
  }

  engines(refused) {
    const chosen = this.engine?.value;
    this.engine = engineChoice(this.catalogue, this.app.item.kind, refused, () => this.settings());
    const able = [...this.engine.options].some(({ value, disabled }) => value === chosen && !disabled);
    if (able) this.engine.value = chosen;
    else if (chosen === undefined) this.choices.recall({ engine: this.engine });
    this.engineField.replaceChildren(field("engine", this.engine));
    this.settings();
  }

  settings() {
    this.options = optionFields(this.catalogue.engines.find(({ name }) => name === this.engine.value));
    this.more.replaceChildren(...this.options.fields);
    this.choices.recall(this.options.controls);
  }

  /** Ask the server which engines serve this puzzle, this metric and this quality. */
  async askEngines() {
    const [metric, quality] = [this.metric.value, this.quality.value];
    const found = await this.app.attempt(() => api.info(this.app.item.puzzle, { metric, quality }));
    if (!found || metric !== this.metric.value || quality !== this.quality.value) return;
    this.engines(refusals(found));
    if (found.why && !this.run) this.tell(`No solution: ${found.why}.`, "warning");
  }

  start() {
    this.player?.pause();
    this.player = null;
    this.below.replaceChildren();
    this.advice.replaceChildren();
    this.plots.replaceChildren();
    this.showOffer({ offer: null });
    this.stage.show(this.app.board.initial, false);
    this.tell("Asking…");
    this.run = beginSolve(this.app, title(this.app), {
      puzzle: this.app.item.puzzle,
      engine: this.engine.value,
      heuristic: this.heuristic.value || null,
      metric: this.metric.value,
      quality: this.quality.value,
      options: this.options.read(),
      ...this.limits.read(),
      threads: Math.ceil(numberIn(this.threads, 1)),
      certify: this.certify.checked,
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

  /** A sentence, read out where it is new, and what belongs below it. */
  tell(words, looks = "", ...parts) {
    this.status.className = looks;
    if (this.status.textContent !== words) this.status.textContent = words;
    this.report.replaceChildren(...parts);
  }

  // What the search tells.

  /** Some solve has changed: if it is the one of this puzzle, show how it stands. */
  changed(run) {
    this.listSoon();
    if (!run || run !== this.run) return;
    if (run.ended !== this.bar.hidden) this.busy(!run.ended);
    this.showOffer(run);
    if (run.outcome) this.outcome(run.outcome);
    else if (run.problem) this.problem(run.problem);
    else if (run.last) this.progress(run);
    else this.tell(run.engine ? `${run.engine} is at work…` : sentence(run.words));
    if (run.ended) {
      this.showAdvice(run);
      this.draw();
    }
  }

  progress({ last: data, engine, limit }) {
    const share = data.preparing ? data.share : !reducedMotion() && limit && data.seconds / limit;
    if (share) this.bar.value = Math.min(1, share);
    else this.bar.removeAttribute("value");
    this.tell(
      data.preparing ? `At work: ${data.preparing}` : "Searching…", "",
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

  /** What pattern databases would do for a search that takes long, and a way to have them built. */
  showOffer({ offer, outcome }) {
    const wanted = offer !== null && outcome?.status !== "optimal";
    this.offer.hidden = !wanted;
    if (!wanted || this.offer.dataset.heuristic === offer.heuristic) return;
    const { heuristic, fewer, bytes: size, seconds } = offer;
    this.offer.dataset.heuristic = heuristic;
    this.offer.replaceChildren(
      `This takes long. With ${heuristic} about ${number(fewer)} times fewer positions are searched: `
      + `${bytes(size)}, built in about ${Math.max(1, Math.round(seconds))} s and kept on the server. `,
      button("Build it and solve", () => {
        choose(this.heuristic, heuristic);
        this.start();
      }));
  }

  showAdvice({ trace }) {
    const told = trace && advice(this.stage, trace, () => this.player?.pause());
    this.advice.replaceChildren(...(told ? [told] : []));
  }

  problem(told) {
    const last = this.report.querySelectorAll(".facts");
    this.tell(sentence(told.detail ?? told.title), "warning", ...last);
  }

  outcome(data) {
    if (data.status === "optimal" && !Array.isArray(data.cost)) this.app.best[data.metric] = data.cost;
    const why = data.reason ? ` ${sentence(data.reason)}` : "";
    const good = data.status === "optimal" || data.status === "solved";
    const { stats } = data;
    this.tell(
      inWords(data) + why, good ? "good" : "warning",
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
      this.report.append(h("p", {}, link));
    }
    if (data.certificate_problem) {
      this.report.append(h("p", { class: "warning" }, `No certificate: ${data.certificate_problem}.`));
    }
    if (data.plan !== null && data.plan !== undefined) this.showPlan(data);
  }

  /** Plots and the list are drawn again, but not more often than an eye can follow. */
  listSoon() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.listSolves();
      if (this.run && !this.run.ended) this.draw();
    }, PAUSE);
  }

  draw() {
    const { run } = this;
    const metric = run.outcome?.metric ?? run.asked.metric;
    const drawn = (caption, points, how) => (points.length > 1 ? [figure(caption, {
      series: [{ looks: "series-0", points }], ...how,
    })] : []);
    const over = [{ looks: "series-0", name: "proven bound", points: run.bounds },
      { looks: "series-1", name: "best plan", points: run.bests }].filter(({ points }) => points.length);
    const known = run.bounds.length > 1 || run.bests.length > 0;
    this.plots.replaceChildren(
      ...(known ? [figure("Bound and best plan over time", {
        series: over, x: "seconds", y: metric, style: "steps", limit: run.limit, legend: true,
      })] : []),
      ...drawn("Seconds for each bound", run.deepening, { x: "bound", y: "seconds", from: leastOf(run.deepening) }),
      ...drawn("Expansions per depth", byDepth(run), { x: "depth", y: "expansions", log: true }),
      ...drawn("Depth of every expansion", inOrder(run), { x: "% of its expansions", y: "depth", style: "dots" }));
  }

  /** All solves that were begun here, each with a way back to it. */
  listSolves() {
    const focused = this.list.contains(document.activeElement);
    const words = ({ outcome, last, words: state, ended }) => {
      if (outcome?.cost !== null && outcome !== null) return `${outcome.status}, ${number(outcome.cost)}`;
      return !ended && last && !last.preparing ? `searching, at least ${number(last.bound)}` : state;
    };
    const rows = solves().map((run) => h("li", {},
      h("a", { href: linkTo("solve", run.source), "aria-current": run === this.run ? "true" : null }, run.title),
      h("span", { class: "quiet" }, ` ${run.engine ?? run.asked.engine}: ${words(run)} `),
      button("×", () => this.remove(run), {
        class: "quiet small", "aria-label": `Take ${run.title} off this list`, title: "Take it off this list",
      })));
    if (focused) return; // not from under the focus
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
    const player = await this.app.attempt(async () => new Player(this.stage, moves));
    if (!player) return;
    this.player?.pause();
    this.player = player;
    this.below.replaceChildren(player.element);
    const costs = Object.entries(data.costs ?? {}).filter(([, cost]) => !Array.isArray(cost));
    const file = (format, words) => button(words, () => this.download(data.plan, format), { class: "quiet" });
    this.report.append(...[
      h("p", { class: "quiet" }, costs.map(([metric, cost]) => count(cost, metric)).join(" · ")),
      player.text,
      this.app.board.notation && h("p", { class: "quiet" }, this.app.board.notation),
      h("div", { class: "buttons" },
        button("Copy plan", () => this.app.copy(data.plan, "The plan was"), { class: "quiet" }),
        file("text", "Text"), file("svg", "SVG"), file("gif", "GIF")),
    ].filter(Boolean));
    if (!reducedMotion()) player.play(); // else when asked to
  }

  async download(plan, format) {
    const file = await this.app.attempt(() => api.render(this.app.item.puzzle, plan, format));
    if (file) save(file.blob, file.filename);
  }
}

/** What was found, in a sentence: where it is not proven optimal, what lies between the bound and the plan. */
function inWords({ status, cost, lower_bound: bound, metric }) {
  if (cost === null || status === "optimal" || status === "unsolvable") return WORDS[status];
  const proven = bound === 0 ? "" : ` The best possible is between ${number(bound)} and ${count(cost, metric)}.`;
  return (status === "stopped" ? `Stopped with a plan of ${count(cost, metric)}.` : WORDS[status]) + proven;
}

/** Choose a value, also one that is not on the list. */
function choose(control, value) {
  if (![...control.options].some((option) => option.value === value)) control.append(h("option", { value }, value));
  control.value = value;
}

function facts(pairs) {
  const fact = ([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h("dl", { class: "facts" }, Object.entries(pairs).map(fact));
}
