// Solve: choose the engine and its limits, watch the bound rise, stop, and see the plan played.

import * as api from "./api.js";
import {
  engineChoice, heuristicChoice, limitFields, metricChoice, optionFields, qualityChoice, refusals,
  viewOfEngines,
} from "./choices.js";
import { button, bytes, count, field, h, isShortcut, number, save, sentence } from "./dom.js";
import { Player } from "./player.js";
import { Stage, reducedMotion } from "./stage.js";
import { heading, shareButton, title } from "./heading.js";

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
    this.bar = h("progress", { hidden: true }); // one for the whole search, so that it does not start anew
    this.report = h("div", { class: "report" });
    this.solveButton = button("Solve", () => this.start(), { class: "accent" });
    this.stopButton = button("Stop", () => this.search.stop(), { disabled: true });
    this.element = h("div", { class: "table wide" },
      h("section", { class: "board" }, this.stage.element, this.below),
      h("aside", { class: "panel" }, heading(app), this.form(),
        h("div", { class: "buttons" }, this.solveButton, this.stopButton, shareButton(app)),
        this.status, this.bar, this.report));
    this.onkey = (event) => {
      if (isShortcut(event) && this.player?.key(event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", this.onkey);
    this.askEngines();
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    this.search?.leave();
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
    this.engines(new Map());
    return h("div", { class: "card" },
      h("div", { class: "fields" },
        this.engineField, field("heuristic", this.heuristic),
        field("metric", this.metric), field("quality", this.quality)),
      h("details", {}, h("summary", {}, "Limits and options"),
        h("div", { class: "fields" }, this.limits.fields, field("threads", this.threads)), this.more,
        h("label", { class: "switch" }, this.certify, "make a certificate of the proof")));
  }

  engines(refused) {
    const chosen = this.engine?.value ?? "auto";
    this.engine = engineChoice(this.catalogue, this.app.item.kind, refused, () => this.settings());
    const able = [...this.engine.options].some(({ value, disabled }) => value === chosen && !disabled);
    if (able) this.engine.value = chosen;
    this.engineField.replaceChildren(field("engine", this.engine));
    this.settings();
  }

  settings() {
    this.options = optionFields(this.catalogue.engines.find(({ name }) => name === this.engine.value));
    this.more.replaceChildren(...this.options.fields);
  }

  /** Ask the server which engines serve this puzzle, this metric and this quality. */
  async askEngines() {
    const [metric, quality] = [this.metric.value, this.quality.value];
    const found = await this.app.attempt(() => api.info(this.app.item.puzzle, { metric, quality }));
    if (!found || metric !== this.metric.value || quality !== this.quality.value) return;
    this.engines(refusals(found));
    if (found.why && !this.search) this.tell(`No solution: ${found.why}.`, "warning");
  }

  start() {
    this.search?.leave();
    this.player?.pause();
    this.below.replaceChildren();
    this.stage.show(this.app.board.initial, false);
    this.busy(true);
    const request = {
      puzzle: this.app.item.puzzle,
      engine: this.engine.value,
      heuristic: this.heuristic.value || null,
      metric: this.metric.value,
      quality: this.quality.value,
      options: this.options.read(),
      ...this.limits.read(),
      threads: Math.max(1, Number(this.threads.value) || 1),
      certify: this.certify.checked,
    };
    this.tell("Asking…");
    this.search = api.solve(request, (event, data) => this[event]?.(data));
  }

  busy(now) {
    this.solveButton.disabled = now;
    this.stopButton.disabled = !now;
    this.bar.hidden = !now;
    this.bar.removeAttribute("value");
  }

  /** A sentence, read out where it is new, and what belongs below it. */
  tell(words, looks = "", ...parts) {
    this.status.className = looks;
    if (this.status.textContent !== words) this.status.textContent = words;
    this.report.replaceChildren(...parts);
  }

  // Events of the search.

  queued({ position }) {
    if (position > 0) this.tell(`In the queue, place ${position}.`);
  }

  started({ engine }) {
    this.tell(`${engine} is at work…`);
  }

  progress(data) {
    if (data.preparing && data.share) this.bar.value = data.share;
    else this.bar.removeAttribute("value");
    this.tell(
      data.preparing ? `At work: ${data.preparing}` : "Searching…", "",
      facts({
        bound: `≥ ${number(data.bound)}`,
        expanded: number(data.expanded),
        rate: `${number(Math.round(data.rate))}/s`,
        best: number(data.best),
        seconds: data.seconds.toFixed(1),
        memory: bytes(data.bytes ?? 0),
      }));
  }

  problem(told) {
    this.busy(false);
    const last = this.report.querySelectorAll(".facts");
    this.tell(sentence(told.detail ?? told.title), "warning", ...last);
  }

  outcome(data) {
    this.busy(false);
    if (data.status === "optimal" && !Array.isArray(data.cost)) this.app.best[data.metric] = data.cost;
    const why = data.reason ? ` ${sentence(data.reason)}` : "";
    const good = data.status === "optimal" || data.status === "solved";
    const { stats } = data;
    this.tell(
      WORDS[data.status] + why, good ? "good" : "warning",
      facts({
        ...(data.cost === null ? {} : { [data.metric]: number(data.cost) }),
        "lower bound": number(data.lower_bound),
        engine: data.engine,
        ...(data.heuristic ? { heuristic: data.heuristic } : {}),
        expanded: number(stats.expanded),
        generated: number(stats.generated),
        seconds: stats.seconds.toFixed(stats.seconds < 10 ? 3 : 1),
        memory: bytes(stats.peak_bytes),
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

  async showPlan(data) {
    const moves = this.app.board.split(data.plan);
    const player = await this.app.attempt(async () => new Player(this.stage, moves));
    if (!player) return;
    this.player = player;
    this.below.replaceChildren(player.element);
    const costs = Object.entries(data.costs ?? {}).filter(([, cost]) => !Array.isArray(cost));
    const file = (format, words) => button(words, () => this.download(data.plan, format), { class: "quiet" });
    this.report.append(
      h("p", { class: "quiet" }, costs.map(([metric, cost]) => count(cost, metric)).join(" · ")),
      player.text,
      h("div", { class: "buttons" },
        button("Copy plan", () => this.app.copy(data.plan, "The plan was"), { class: "quiet" }),
        file("text", "Text"), file("svg", "SVG"), file("gif", "GIF")));
    if (!reducedMotion()) player.play(); // else when asked to
  }

  async download(plan, format) {
    const file = await this.app.attempt(() => api.render(this.app.item.puzzle, plan, format));
    if (file) save(file.blob, file.filename);
  }
}

function facts(pairs) {
  const fact = ([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h("dl", { class: "facts" }, Object.entries(pairs).map(fact));
}
