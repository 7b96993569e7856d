// Compare: several engines on one puzzle, with their lower bounds and the profiles of their searches. A comparison
// continues while other views are shown.

import * as api from "./api.js";
import { SolveForm, enginesFor, hasDatabases, refusals, viewOfEngines } from "./solve_form.js";
import { button, bytes, enable, h, number } from "./dom.js";
import { figure, minX, sample } from "./plot.js";
import { Run, byDepth, inOrder } from "./run.js";
import { StateGraph } from "./stategraph.js";
import { heading, shareButton } from "./heading.js";
import { packed, unpacked } from "./link.js";

const COLOURS = 8;
const DEFAULT = ["astar", "ida"];
const REDRAW = 200; // milliseconds between two drawings of the plots
const MAX_COMPARISONS = 8; // that are kept

const comparisons = new Map(); // by the puzzle's key: {metric, runs, follow}

export const view = (app) => viewOfEngines(app, Compare);

class Compare {
  constructor(app, catalogue) {
    this.app = app;
    this.catalogue = catalogue;
    const { engines, results, ...linked } = app.details;
    this.comparison = comparisonOfLink(results) ?? comparisons.get(app.key) ?? { metric: null, runs: [] };
    this.comparison.follow = () => this.changed();
    this.form = new SolveForm(catalogue, app.item, {
      name: `compare ${app.item.kind}`, linked: engines && { ...linked, engines }, without: ["engine"],
      changed: () => this.askEngines(),
    });
    this.origin = h("p", { class: "quiet", hidden: results === undefined }, "These results come from the link.");
    this.choices = h("div", { class: "choices", role: "group", "aria-label": "Engines" });
    this.compareButton = button("Compare", () => this.start(), { class: "accent" });
    this.stopButton = button("Stop", () => this.runs.forEach(({ search }) => search?.stop()), { disabled: true });
    this.table = h("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": "Results", hidden: true });
    this.plots = h("div", { class: "plots" });
    this.graph = new StateGraph(app, () => ({ metric: this.form.read().metric, plan: this.plan() }));
    this.databases = h("section", {});
    this.copyButton = button("Copy the table", () => this.copy(), { class: "quiet", hidden: true });
    this.element = h("div", {},
      heading(app),
      h("div", { class: "card request-form" }, this.choices, this.form.element,
        h("div", { class: "buttons" }, this.compareButton, this.stopButton,
          shareButton(app, "compare", () => this.linkDetails()))),
      this.origin, this.table, this.copyButton, this.plots, this.graph.element, this.databases);
    this.engines(new Map(), engines?.split(",") ?? this.runs.map(({ name }) => name));
    for (const run of this.runs) run.looks = this.looks(run.name);
    if (this.runs.length) this.changed();
    this.askEngines();
    this.histograms();
  }

  get runs() {
    return this.comparison.runs;
  }

  close() {
    this.comparison.follow = () => {};
    clearTimeout(this.timer);
  }

  /** What a link contains: the engines, the settings and the results. */
  linkDetails() {
    const results = this.runs.length ? { results: packed([this.comparison.metric, ...this.runs.map(resultOf)]) } : {};
    return { ...this.form.details, engines: this.chosen().join(","), ...results };
  }

  /** List the engines of this kind; check those chosen `before`, or the default. */
  engines(refused, before = this.chosen()) {
    const suitable = enginesFor(this.catalogue, this.app.item);
    this.choices.replaceChildren(...suitable.map(({ name, summary }) => {
      const refusal = refused.get(name);
      const checked = !refusal && (before.length ? before : DEFAULT).includes(name);
      const box = h("input", { type: "checkbox", value: name, checked, disabled: Boolean(refusal) });
      return h("label", { class: refusal ? "switch refused" : "switch", title: refusal ?? summary }, box, name);
    }));
  }

  chosen() {
    return [...this.choices.querySelectorAll("input:checked")].map(({ value }) => value);
  }

  async askEngines() {
    const { metric, quality } = this.form.read();
    const found = await this.app.attempt(() => api.info(this.app.item.puzzle, { metric, quality }));
    if (!found) return;
    this.engines(refusals(found));
    this.form.say(found.note);
  }

  start() {
    const names = this.chosen();
    if (names.length < 2) return this.app.say("Choose at least two engines.", "problem");
    this.app.dropDetails();
    this.origin.hidden = true;
    const settings = this.form.read();
    const comparison = { metric: settings.metric, follow: this.comparison.follow };
    comparison.runs = names.map((engine) => {
      const run = Object.assign(new Run(), { name: engine, looks: this.looks(engine) });
      const request = {
        puzzle: this.app.item.puzzle, ...settings, engine, trace: true,
        heuristic: this.guided(engine) ? settings.heuristic : null,
      };
      run.search = api.solve(request, (event, data) => {
        run.receive(event, data);
        comparison.follow();
      });
      return run;
    });
    this.comparison = keep(this.app.key, comparison);
    this.draw();
    this.changed();
  }

  /** The colour and stroke of an engine: the same in every comparison of a kind. */
  looks(engine) {
    const place = enginesFor(this.catalogue, this.app.item).findIndex(({ name }) => name === engine);
    return `series-${place % COLOURS} stroke-${Math.floor(place / COLOURS)}`;
  }

  guided(engine) {
    return this.catalogue.engines.find(({ name }) => name === engine)?.takes_heuristic ?? true;
  }

  changed() {
    for (const { outcome } of this.runs) {
      if (outcome?.status === "optimal" && outcome.plan && !Array.isArray(outcome.cost)) {
        this.app.best[outcome.metric] = outcome.cost;
      }
    }
    enable(this.stopButton, this.runs.some(({ ended }) => !ended), this.compareButton);
    this.drawSoon();
  }

  /** Redraw, but not more often than the eye can follow. */
  drawSoon() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.draw();
    }, REDRAW);
  }

  plan() {
    return this.runs.find(({ outcome }) => outcome?.plan)?.outcome.plan;
  }

  /** The rows of the table, one for each run; also for the clipboard. */
  rows() {
    return this.runs.map(({ name, state, outcome, last }) => {
      const stats = outcome?.stats;
      return [
        name, state, outcome?.heuristic ?? "",
        number(outcome?.cost ?? last?.best), number(outcome?.lower_bound ?? last?.bound),
        number(stats?.expanded ?? last?.expanded), number(stats?.generated ?? last?.generated),
        (stats?.seconds ?? last?.seconds)?.toFixed(3) ?? "–",
        bytes(stats?.peak_bytes ?? last?.bytes),
      ];
    });
  }

  get head() {
    const counted = ["expanded", "generated", "seconds", "memory"];
    return ["engine", "status", "heuristic", this.comparison.metric, "lower bound", ...counted];
  }

  copy() {
    const lines = [this.head, this.head.map((_, column) => (column < 3 ? "---" : "---:")), ...this.rows()];
    this.app.copy(lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n"), "Table copied.");
  }

  draw() {
    const body = this.rows().map((cells, index) => h("tr", {},
      cells.map((cell, column) => {
        if (!column) return h("th", { scope: "row" }, sample(this.runs[index].looks), cell);
        return h("td", { class: column < 3 ? "words" : null }, cell);
      })));
    this.table.replaceChildren(h("table", { class: "results" },
      h("thead", {}, h("tr", {}, this.head.map((name, column) => {
        return h("th", { scope: "col", class: column < 3 ? "words" : null }, name);
      }))),
      h("tbody", {}, body)));
    this.table.hidden = this.copyButton.hidden = false;
    const series = (points) => {
      const all = this.runs.map((run) => ({ looks: run.looks, name: run.name, points: points(run) }));
      return all.filter((each) => each.points.length);
    };
    const depths = series(byDepth);
    const order = series(inOrder);
    const deepenings = series(({ iterations }) => iterations);
    const figures = (caption, options) => (options.series.length ? [figure(caption, options)] : []);
    const bounds = series((run) => run.bounds);
    this.plots.replaceChildren(
      ...figures("Bounds over time", { series: bounds, x: "seconds", y: "lower bound", style: "steps" }),
      ...figures("Expansions per depth", { series: depths, x: "depth", y: "expansions", log: true }),
      ...figures("Depth of every expansion", { series: order, x: "% of the expansions", y: "depth", style: "dots" }),
      ...figures("Seconds for each bound", {
        series: deepenings, x: "bound", y: "seconds", from: minX(deepenings.flatMap((each) => each.points)),
      }));
  }

  /** Histograms of the stored pattern databases for boards of this size. */
  async histograms() {
    if (!hasDatabases(this.catalogue, this.app.item.kind)) return;
    const found = await this.app.attempt(api.patterns);
    if (!found) return;
    const { size } = this.app.item;
    const turned = size.split("×").toReversed().join("×");
    const own = found.databases.filter(({ board }) => board === size || board === turned);
    const histograms = own.map(({ title, bytes: large, mean, histogram }) => figure(title, {
      series: [{ looks: "series-2", points: histogram.map((count, value) => [value, count]) }],
      x: `moves, ${mean.toFixed(1)} on average; ${bytes(large)}`, y: "positions", style: "bars",
    }));
    const none = h("p", { class: "quiet" },
      `There is none for ${size} yet. To build one, solve with pdb:auto or run `,
      h("code", {}, "budge patterns build"), ".");
    const shown = histograms.length ? h("div", { class: "plots" }, histograms) : none;
    this.databases.replaceChildren(h("h2", {}, "Pattern databases"), shown);
  }
}

/** Keep a comparison; stop the searches of all others and drop the oldest. */
function keep(key, comparison) {
  for (const run of [...comparisons.values()].flatMap(({ runs }) => runs).filter(({ ended }) => !ended)) {
    run.search.leave();
    run.receive("problem", { detail: "stopped" });
  }
  comparisons.delete(key);
  comparisons.set(key, comparison);
  for (const oldest of [...comparisons.keys()].slice(0, -MAX_COMPARISONS)) comparisons.delete(oldest);
  return comparison;
}

/** A row of the results for a link: words, then numbers or null. */
function resultOf({ name, state, outcome }) {
  const { expanded = null, generated = null, seconds = null, peak_bytes: memory = null } = outcome?.stats ?? {};
  const [cost, bound] = [outcome?.cost ?? null, outcome?.lower_bound ?? null];
  return [name, outcome?.status ?? state, outcome?.heuristic ?? "", cost, bound, expanded, generated, seconds, memory];
}

/** The comparison in a link, without plans and profiles; null if there is none or it is damaged. */
function comparisonOfLink(text) {
  if (text === undefined) return null;
  const isNumber = (value) => value === null || Number.isFinite(value);
  const isValid = (value, column) => (column < 3 ? typeof value === "string" : isNumber(value));
  const isRow = (row) => row.length === 9 && row.every(isValid);
  try {
    const [metric, ...rows] = unpacked(text);
    if (typeof metric !== "string" || !rows.length || !rows.every(isRow)) return null;
    const runs = rows.map(([name, status, heuristic, cost, bound, expanded, generated, seconds, memory]) => {
      const run = Object.assign(new Run(), { name });
      const stats = { expanded, generated, seconds: seconds ?? 0, peak_bytes: memory };
      run.receive("outcome", { status, heuristic, metric, cost, lower_bound: bound, stats, plan: null });
      return run;
    });
    return { metric, runs };
  } catch {
    return null;
  }
}
