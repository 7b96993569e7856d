// Compare: several engines on one puzzle, with their lower bounds and the profiles of their searches. A comparison
// continues while other views are shown.

import * as api from "./api.js";
import { Entrants } from "./entrants.js";
import { SolveForm, enginesFor, hasDatabases, refusals, viewOfEngines } from "./solve_form.js";
import { BoardView } from "./board_view.js";
import { ENGINE_NOTES } from "./engine_notes.js";
import { button, bytes, enable, h, number } from "./dom.js";
import { figure, minX, sample } from "./plot.js";
import { Run, byDepth, inOrder } from "./run.js";
import { StateGraph } from "./stategraph.js";
import { heading, shareButton } from "./heading.js";
import { packed, unpacked } from "./link.js";
import { memory, verdict } from "./verdict.js";

const COLOURS = 8;
const REDRAW = 200; // milliseconds between two drawings of the plots
const MAX_COMPARISONS = 8; // that are kept

const comparisons = new Map(); // by the puzzle's key: {metric, runs, follow}

export const view = (app) => viewOfEngines(app, Compare);

class Compare {
  constructor(app, catalogue) {
    this.app = app;
    this.catalogue = catalogue;
    const { engines, entrants, heuristic, results, ...linked } = app.details;
    this.comparison = comparisonOfLink(results) ?? comparisons.get(app.key) ?? { metric: null, runs: [] };
    this.comparison.follow = () => this.changed();
    this.form = new SolveForm(catalogue, app.item, {
      name: `compare ${app.item.kind}`, linked: engines && { ...linked, engines }, without: ["engine", "heuristic"],
      changed: () => this.askEngines(),
    });
    this.origin = h("p", { class: "quiet", hidden: results === undefined }, "These results come from the link.");
    this.entrants = new Entrants(catalogue, app.item, this.firstEntrants({ engines, entrants, heuristic }));
    this.compareButton = button("Compare", () => this.start(), { class: "accent" });
    this.stopButton = button("Stop", () => this.runs.forEach(({ search }) => search?.stop()), { disabled: true });
    this.table = h("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": "Results", hidden: true });
    this.words = h("div", { class: "verdict good", role: "status", hidden: true });
    this.plots = h("div", { class: "plots" });
    this.notes = h("div", { class: "searches" });
    this.explanations = h("details", { hidden: true }, h("summary", {}, "How these engines work"), this.notes);
    this.graph = new StateGraph(app, () => ({ metric: this.form.read().metric, plan: this.plan() }));
    this.databases = h("section", {});
    this.copyButton = button("Copy the table", () => this.copy(), { class: "quiet", hidden: true });
    const board = new BoardView(app.board, { name: "The puzzle" });
    board.show(app.board.initial, false);
    this.element = h("div", {},
      heading(app),
      h("div", { class: "with-board" },
        h("div", { class: "card request-form" }, this.entrants.element, this.form.element,
          h("div", { class: "buttons" }, this.compareButton, this.stopButton,
            shareButton(app, "compare", () => this.linkDetails()))),
        h("div", { class: "puzzle-shown" }, board.element)),
      this.origin, this.words, this.table, this.copyButton, this.plots, this.explanations, this.graph.element,
      this.databases);
    this.dress(this.runs);
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
    const { chosen } = this.entrants;
    const isPlain = ({ heuristic, options }) => heuristic === null && !Object.keys(options).length;
    const settings = chosen.every(isPlain) ? {} : { entrants: packed(chosen) };
    return { ...this.form.details, engines: chosen.map(({ engine }) => engine).join(","), ...settings, ...results };
  }

  /** The entrants of a link, or those of the comparison so far; links of earlier versions name a heuristic for all. */
  firstEntrants({ engines, entrants, heuristic = null }) {
    try {
      if (entrants) return unpacked(entrants).map((each) => ({ heuristic: null, options: {}, ...each }));
    } catch {
      // damaged: the engines are enough
    }
    const names = engines?.split(",") ?? [];
    if (!names.length) return this.runs.map(({ name, entrant }) => entrant ?? { engine: name, heuristic, options: {} });
    return names.map((engine) => ({ engine, heuristic: this.guided(engine) ? heuristic : null, options: {} }));
  }

  async askEngines() {
    const { metric, quality } = this.form.read();
    const found = await this.app.attempt(() => api.info(this.app.item.puzzle, { metric, quality }));
    if (!found) return;
    this.entrants.refuse(refusals(found));
    this.form.say(found.note);
  }

  start() {
    const { chosen } = this.entrants;
    if (chosen.length < 2) return this.app.say("Choose at least two engines.", "problem");
    this.app.dropDetails();
    this.origin.hidden = true;
    const settings = this.form.read();
    const comparison = { metric: settings.metric, follow: this.comparison.follow };
    comparison.runs = chosen.map((entrant) => {
      const run = Object.assign(new Run(), { name: entrant.engine, entrant: { ...entrant } });
      const request = { puzzle: this.app.item.puzzle, ...settings, ...entrant, trace: true };
      run.search = api.solve(request, (event, data) => {
        run.receive(event, data);
        comparison.follow();
      });
      return run;
    });
    this.dress(comparison.runs);
    this.comparison = keep(this.app.key, comparison);
    this.draw();
    this.changed();
  }

  /**
   * The colour and stroke of each run: the same for an engine in every comparison of a kind. A second run of an engine
   * has its heuristic as part of its name, and the looks of an engine that does not take part.
   */
  dress(runs) {
    const names = enginesFor(this.catalogue, this.app.item).map(({ name }) => name);
    const free = names.keys().filter((place) => !runs.some(({ name }) => name === names[place]));
    const seen = new Set();
    const places = runs.map(({ name }) => {
      const place = seen.has(name) ? free.next().value ?? 0 : names.indexOf(name);
      seen.add(name);
      return place;
    });
    runs.forEach((run, index) => {
      const place = places[index];
      run.looks = `series-${place % COLOURS} stroke-${Math.floor(place / COLOURS)}`;
      const own = runs.filter(({ entrant }) => entrant && entrant.engine === run.entrant?.engine);
      run.title = own.length > 1 ? `${run.name} ${run.entrant.heuristic ?? "default"}` : run.name;
    });
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
    return this.runs.map(({ title, state, outcome, last }) => {
      const stats = outcome?.stats;
      return [
        title, state, outcome?.heuristic ?? "",
        number(outcome?.cost ?? last?.best), number(outcome?.lower_bound ?? last?.bound),
        number(stats?.expanded ?? last?.expanded), number(stats?.generated ?? last?.generated),
        (stats?.seconds ?? last?.seconds)?.toFixed(3) ?? "–",
        stats ? memory(stats.peak_bytes) : bytes(last?.bytes),
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
      const all = this.runs.map((run) => ({ looks: run.looks, name: run.title, points: points(run) }));
      return all.filter((each) => each.points.length);
    };
    const depths = series(byDepth);
    const order = series(inOrder);
    const deepenings = series(({ iterations }) => iterations);
    const figures = (caption, options) => (options.series.length ? [figure(caption, options)] : []);
    const bounds = series(({ boundsOverTime }) => boundsOverTime);
    const deepest = order.flatMap(({ points }) => points).reduce((max, [, depth]) => Math.max(max, depth), 0);
    this.say();
    this.plots.replaceChildren(
      ...figures("Bounds over time", {
        series: bounds, x: "seconds", y: "lower bound", style: "steps", seconds: "x", legend: true,
      }),
      ...figures("Expansions per depth", { series: depths, x: "depth", y: "expansions", log: true }),
      ...order.flatMap((each) => figures(`Depth of every expansion of ${each.name}`, {
        series: [each], x: "% of the expansions", y: "depth", style: "dots", maxY: deepest,
      })),
      ...figures("Seconds for each bound", {
        series: deepenings, x: "bound", y: "seconds", seconds: "y",
        from: minX(deepenings.flatMap((each) => each.points)),
      }));
  }

  /** The result of the comparison in words, once all runs have ended, and how its engines work. */
  say() {
    const known = [...new Set(this.runs.map(({ name }) => name))].filter((name) => ENGINE_NOTES[name]);
    this.explanations.hidden = !known.length;
    if (this.notes.children.length !== known.length) this.notes.replaceChildren(...known.map(explanation));
    const sentences = verdict(this.runs.map((run) => ({ ...run, name: run.title })), this.comparison.metric);
    this.words.hidden = !sentences.length;
    const text = sentences.join(" ");
    if (this.words.textContent !== text) this.words.replaceChildren(...sentences.map((each) => h("p", {}, each)));
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

/** An engine in three sentences and pseudo-code, and its paper. */
function explanation(name) {
  const { title, text, code, paper } = ENGINE_NOTES[name];
  return h("section", {}, h("h3", {}, `${title} (${name})`), h("p", {}, text),
    h("ol", { class: "code mono" }, code.map(([, line]) => h("li", {}, line))),
    h("p", { class: "quiet paper" }, paper, "."));
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
  const { expanded = null, generated = null, seconds = null, peak_bytes: peak = null } = outcome?.stats ?? {};
  const [cost, bound] = [outcome?.cost ?? null, outcome?.lower_bound ?? null];
  return [name, outcome?.status ?? state, outcome?.heuristic ?? "", cost, bound, expanded, generated, seconds, peak];
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
    const runs = rows.map(([name, status, heuristic, cost, bound, expanded, generated, seconds, peak]) => {
      const run = Object.assign(new Run(), { name });
      const stats = { expanded, generated, seconds: seconds ?? 0, peak_bytes: peak };
      run.receive("outcome", { status, heuristic, metric, cost, lower_bound: bound, stats, plan: null });
      return run;
    });
    return { metric, runs };
  } catch {
    return null;
  }
}
