// Replays the searches of several engines on one puzzle, side by side on the graph of its positions, expansion by
// expansion. One counter drives all of them.

import * as api from "./api.js";
import { BoardView, reducedMotion } from "./board_view.js";
import { MAX_POSITIONS, stateGraph } from "./core/graph.js";
import { KINDS } from "./core/kinds/index.js";
import { button, count, field, h, isShortcut, number } from "./dom.js";
import { ENGINE_NOTES } from "./engine_notes.js";
import { linkTo } from "./link.js";
import { Run } from "./run.js";
import { SearchCanvas } from "./search_canvas.js";
import { SearchReplay, touched } from "./search_replay.js";
import { layout } from "./stategraph.js";

const REPLAYED = ["dijkstra", "astar", "ida", "sma", "bidirectional", "nbs", "bae"];
const MAX_EXPANSIONS = 20_000; // as in request_schemas.py
const SECONDS = 10;
const FRAMES = 30; // a second, while the replay plays
const SUGGESTED = ["rectangle/3x2", "eight/12", "classic/quzzle"];
const KEYS = [["Space", "play or pause"], ["→ ←", "one expansion"], ["Shift → ←", "ten"], ["Home End", "start, end"]];

/** The engines whose searches of a kind can be replayed: IDA* with a table of positions does not record them. */
export const replayed = (kind) => REPLAYED.filter((name) => name !== "ida" || KINDS[kind].storesPathOnly);

export class SearchPlayer {
  constructor(app, item, board, catalogue) {
    Object.assign(this, { app, item, board, catalogue });
    this.at = this.length = 0;
    this.panels = [];
    this.status = h("p", { class: "status", role: "status" });
    this.slider = h("input", {
      type: "range", min: 0, max: 0, value: 0, "aria-label": "Expansion",
      oninput: () => { this.pause(); this.go(Number(this.slider.value)); },
    });
    this.speed = h("input", { type: "range", min: 0, max: 3, step: 0.1, value: 1, "aria-label": "Speed" });
    this.playButton = button("Play", () => this.toggle(), { class: "accent" });
    this.place = h("span", { class: "quiet" });
    this.controls = h("div", { class: "player watch-controls", hidden: true }, this.slider,
      h("div", { class: "buttons" },
        button("|◀", () => this.jump(0), { "aria-label": "To the start" }),
        button("◀", () => this.jump(this.at - 1), { "aria-label": "Back one expansion" }),
        this.playButton,
        button("▶", () => this.jump(this.at + 1), { "aria-label": "Forward one expansion" }),
        button("▶|", () => this.jump(this.length), { "aria-label": "To the end" }),
        field("speed", this.speed), this.place),
      h("p", { class: "quiet keys" }, KEYS.flatMap(([key, does]) => [h("kbd", {}, key), ` ${does}  `])));
    this.legend = h("ul", { class: "legend search-legend", hidden: true }, [
      ["current", "the position expanded last"], ["closed", "expanded, from the start"],
      ["frontier", "frontier: generated, not expanded"], ["back-closed", "expanded, from the goal"],
      ["back-frontier", "frontier of the search from the goal"], ["path", "the path of IDA*, all that it stores"],
      ["seen", "visited in this iteration, forgotten"], ["goal", "goals"],
    ].map(([looks, text]) => h("li", {}, h("i", { class: `spot ${looks}` }), text)));
    this.side = h("div", { class: "searches" });
    this.element = h("div", {}, this.status, this.controls, this.legend, this.side);
    this.onkey = (event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
  }

  close() {
    this.pause();
    this.closed = true;
    for (const { search } of this.runs ?? []) search.leave();
    document.removeEventListener("keydown", this.onkey);
  }

  /** Run the engines and show the start of the replay. */
  async load(engines, heuristic = null) {
    this.pause();
    this.status.textContent = "Searching…";
    for (const { search } of this.runs ?? []) search.leave();
    const runs = engines.map((engine) => this.run(engine, heuristic));
    this.runs = runs;
    await Promise.all(runs.map(({ done }) => done));
    if (this.closed || runs !== this.runs) return;
    this.show(runs);
  }

  run(engine, heuristic) {
    const informed = this.catalogue.engines.find(({ name }) => name === engine).takes_heuristic;
    const run = Object.assign(new Run(), { name: engine });
    const request = {
      puzzle: this.item.puzzle, metric: this.item.metrics[0], engine, seconds: SECONDS,
      heuristic: informed ? heuristic : null, trace: true, max_expansions: MAX_EXPANSIONS,
    };
    run.done = new Promise((resolve) => {
      run.search = api.solve(request, (event, data) => {
        run.receive(event, data);
        if (run.ended) resolve();
      });
    });
    return run;
  }

  /** Draw the graph and a panel for each engine. */
  show(runs) {
    const failed = runs.filter(({ problem }) => problem);
    const recorded = runs.filter(({ outcome, trace }) => outcome && trace?.expansions?.length);
    const graph = recorded.length ? this.graph(recorded) : null;
    this.status.replaceChildren(...this.explain(failed, recorded, graph));
    const drawn = Boolean(graph);
    this.controls.hidden = this.legend.hidden = !drawn;
    this.panels = drawn ? recorded.map((run) => new Panel(this.board, run, graph)) : [];
    this.side.replaceChildren(...this.panels.map(({ element }) => element));
    this.length = Math.max(0, ...this.panels.map(({ replay }) => replay.length));
    this.slider.max = this.length;
    this.go(0);
    if (drawn && !reducedMotion()) this.play();
  }

  /** Why something is not shown, and which puzzles are suitable. */
  explain(failed, recorded, graph) {
    const lines = failed.map(({ name, problem }) => h("p", {}, `${name}: ${problem.detail}`));
    if (graph) return lines;
    const why = recorded.length
      ? `These searches touch more than ${number(MAX_POSITIONS)} positions, too many to draw. Compare shows plots.`
      : "No expansions were recorded: the searches of this kind are not replayed, or the start decides the puzzle.";
    const links = SUGGESTED.map((name) => h("a", { class: "button", href: linkTo("watch", { name }) }, name));
    return [...lines, h("p", {}, why), h("p", {}, "Puzzles to watch: "), h("div", { class: "buttons" }, links)];
  }

  /** All positions, or, if there are too many, those that the searches touch; null if these are too many, too. */
  graph(runs) {
    const { board } = this;
    const metric = this.item.metrics[0];
    const kind = KINDS[board.kind];
    const keyOf = (state) => kind.stateKey(board, state);
    let found;
    try {
      found = stateGraph(board, { metric });
    } catch (problem) {
      if (!(problem instanceof api.Problem)) throw problem;
      const expanded = runs.flatMap(({ trace }) => trace.expansions.map(({ state }) => state));
      const movesOf = (state) => kind.movesOf(board, state, metric);
      found = touched(board, expanded, { movesOf, keyOf, max: MAX_POSITIONS });
      if (!found) return null;
    }
    const size = found.states.length;
    const [next, previous] = [0, 1].map(() => Array.from({ length: size }, () => []));
    const link = (from, to) => {
      next[from].push(to);
      previous[to].push(from);
    };
    for (const [from, to] of found.edges) {
      link(from, to);
      if (!found.directed) link(to, from);
    }
    const goals = [...found.states.keys()].filter((node) => board.isGoal(found.states[node]));
    const nodes = new Map(found.states.map((state, node) => [keyOf(state), node]));
    const numberOf = (state) => nodes.get(keyOf(state)) ?? -1;
    return { ...found, next, previous, goals, numberOf, points: layout(size, found.edges) };
  }

  key(event) {
    const isSlider = [this.slider, this.speed].includes(event.target);
    if (this.controls.hidden || isSlider || !isShortcut(event)) return;
    const step = event.shiftKey ? 10 : 1;
    if (event.key === " ") this.toggle();
    else if (event.key === "ArrowRight") this.jump(this.at + step);
    else if (event.key === "ArrowLeft") this.jump(this.at - step);
    else if (event.key === "Home") this.jump(0);
    else if (event.key === "End") this.jump(this.length);
    else return;
    event.preventDefault();
  }

  jump(to) {
    this.pause();
    this.go(to);
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.length, Math.floor(to)));
    this.slider.value = this.at;
    this.place.textContent = `${count(this.at, "expansions")} of ${number(this.length)}`;
    for (const panel of this.panels) panel.show(this.at);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Play at the chosen speed: 1 to 1,000 expansions a second. */
  play() {
    this.pause();
    if (this.at >= this.length) this.go(0);
    let place = this.at;
    this.playing = setInterval(() => {
      place += 10 ** Number(this.speed.value) / FRAMES;
      if (Math.floor(place) !== this.at) this.go(place);
      if (this.at >= this.length) this.pause();
    }, 1000 / FRAMES);
    this.playButton.textContent = "Pause";
  }

  pause() {
    clearInterval(this.playing);
    this.playing = null;
    this.playButton.textContent = "Play";
  }
}

/** One engine: its drawing, its counters, its board and its pseudo-code. */
class Panel {
  constructor(board, run, graph) {
    const { name, outcome, trace } = run;
    this.notes = ENGINE_NOTES[name];
    this.graph = graph;
    this.replay = new SearchReplay({
      engine: name, next: graph.next, previous: graph.previous, start: 0, stats: outcome.stats, cost: outcome.cost,
      iterations: trace.iterations,
      steps: trace.expansions.map((each) => ({ ...each, node: graph.numberOf(each.state) })),
    });
    this.plan = (outcome.frames ?? []).map(graph.numberOf);
    this.canvas = new SearchCanvas(graph, `The search of ${name}`);
    this.board = new BoardView(board, { name: `The position that ${name} expanded last` });
    this.facts = h("dl", { class: "facts" });
    this.lines = this.notes.code.map(([key, text]) => h("li", { "data-line": key }, text));
    this.element = h("section", { class: "search", "aria-label": name },
      h("h2", {}, this.notes.title, " ", h("span", { class: "quiet" }, outcome.heuristic ?? "")),
      h("div", { class: "search-side" }, this.canvas.element, this.board.element),
      this.facts,
      h("ol", { class: "code mono" }, this.lines),
      h("p", { class: "quiet" }, this.notes.text),
      h("p", { class: "quiet paper" }, this.notes.paper, "."));
  }

  show(at) {
    const { replay } = this;
    replay.seek(at);
    const { current } = replay;
    const finished = replay.ended && replay.complete;
    this.canvas.draw(replay, finished ? this.plan : []);
    this.board.show(current?.state ?? this.board.board.initial, false);
    const f = current && `${current.g} + ${current.h} = ${current.g + current.h}`;
    const facts = {
      expanded: `${number(replay.at)} of ${number(replay.stats.expanded)}`, generated: number(replay.generated),
      "in memory": number(replay.stored), "g + h = f": f ?? "–",
      ...(replay.remembersPath ? { bound: number(replay.bound), iteration: number(replay.round) } : {}),
      ...(replay.sizes.outside ? { "not reachable from the start": number(replay.sizes.outside) } : {}),
      ...(finished ? { result: replay.cost === null ? "no plan" : `${number(replay.cost)} moves` } : {}),
    };
    this.facts.replaceChildren(...Object.entries(facts).map(([name, value]) => {
      return h("div", {}, h("dt", {}, name), h("dd", {}, value));
    }));
    for (const line of this.lines) {
      const now = line.dataset.line === replay.line;
      line.classList.toggle("now", now);
      if (now) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
  }
}
