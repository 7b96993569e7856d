// Play: the board, what you have used beside the best possible, hints, and lights that show what is lost.

import * as api from "./api.js";
import { placeOf, solvedIn } from "./collections.js";
import { button, clock, count, enable, h, helpWords, isTaken, number, sentence, spokenLine, touchOnly } from "./dom.js";
import { celebrate, knock } from "./joy.js";
import { choose, recall, setting } from "./kept.js";
import { linkTo } from "./link.js";
import { Stage, thumbnail } from "./stage.js";
import { heading, shareButton, title } from "./heading.js";

export async function view(app) {
  const place = await placeOf(app.source, app.item).catch(() => null);
  const play = new Play(app, place);
  return { element: play.element, close: () => play.close() };
}

class Play {
  /** `place` is where the puzzle stands in its collection, or null. */
  constructor(app, place) {
    this.app = app;
    this.place = place;
    this.board = app.board;
    this.game = app.game;
    this.hinted = null;
    this.joint = this.board.jointStep(); // being put together
    this.stage = new Stage(this.board, { name: title(app), onmoves: (...asked) => this.asked(...asked) });
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    this.spoken = spokenLine();
    this.inWords = h("ol", {});
    this.legend = h("ul", { class: "legend", "aria-label": "What the lights mean" });
    this.counters = h("table", { class: "counters" });
    this.clock = h("span", { class: "clock" });
    this.placeBar = h("progress", { max: place?.total, "aria-label": "Solved of this collection" });
    this.placeWords = h("p", { class: "quiet" });
    this.undoButton = button("Undo", () => this.undo(), { title: "Backspace, Ctrl+Z" });
    this.redoButton = button("Redo", () => this.redo(), { title: "Shift+Backspace, Ctrl+Y" });
    this.lights = this.board.lights && toggle(this.board.lights.name, () => this.light(), "lights");
    this.sound = toggle("Sound", () => knock(), "sound");
    this.together = this.joint && toggle("Step together", () => this.gather());
    this.stepButton = button("Step now", () => this.stepTogether(), { hidden: true, title: "Space" });
    this.element = h("div", { class: "table" }, this.boardSide(), this.panel());
    this.timer = setInterval(() => this.tick(), 500);
    this.onkey = (event) => this.key(event);
    this.onleave = () => this.leave();
    document.addEventListener("keydown", this.onkey);
    addEventListener("pagehide", this.onleave);
    this.game.resume();
    this.stage.show(this.game.state, false);
    if (this.lights?.on) this.light();
    this.update();
  }

  close() {
    clearInterval(this.timer);
    this.search?.leave();
    document.removeEventListener("keydown", this.onkey);
    removeEventListener("pagehide", this.onleave);
    this.leave();
  }

  /** The clock stands while nobody plays. */
  leave() {
    this.game.pause();
    this.app.keepGame();
  }

  boardSide() {
    const help = h("p", { class: "help" }, helpWords(this.board.help));
    const words = h("details", { class: "words", ontoggle: () => this.putInWords() },
      h("summary", {}, "The board in words"), this.inWords);
    this.words = words;
    return h("section", { class: "board" },
      this.stage.element, this.stage.viewport.controls, this.status, this.spoken, this.legend, help, words);
  }

  panel() {
    const goal = this.board.goalPieces();
    return h(
      "aside",
      { class: "panel" },
      heading(this.app),
      this.place && this.collection(),
      this.app.item.why ? h("p", { class: "warning" }, `This puzzle has no solution: ${this.app.item.why}.`) : null,
      h("div", { class: "card costs" }, this.counters, this.clock),
      h("div", { class: "buttons" },
        this.undoButton, this.redoButton,
        button("Restart", () => this.restart(), { title: "Home" }),
        button("Hint", () => this.hint(), { class: "accent", title: "?" })),
      this.lights?.element, this.together?.element, this.sound.element,
      this.together && h("div", { class: "buttons" }, this.stepButton),
      goal && h("figure", { class: "goal" }, thumbnail(this.board, goal, "the goal"), h("figcaption", {}, "Goal")),
      h("div", { class: "buttons more" },
        button("Solve from here", () => this.app.openPosition("solve"), { class: "quiet" }),
        shareButton(this.app),
        button("Copy my moves", () => this.copy(), { class: "quiet" })),
    );
  }

  /** The collection that the puzzle is in: how far it is solved, and ways to the levels beside this one. */
  collection() {
    const { title: name, about, whole, at, total, previous, next } = this.place;
    const way = (source, words) => {
      if (!source) return h("span", { class: "button", "aria-disabled": "true" }, words);
      return h("a", { class: "button", href: linkTo("play", source) }, words);
    };
    return h("nav", { class: "collection-place", "aria-label": `Collection ${name}` },
      h("div", { class: "buttons" },
        way(previous, "‹ Previous"), h("a", { href: linkTo("play", whole) }, `${number(at)} of ${number(total)}`),
        way(next, "Next ›")),
      this.placeBar, this.placeWords,
      about.map((words) => h("p", { class: "quiet" }, words)));
  }

  showPlace() {
    const { title: name, own, total } = this.place;
    const solved = solvedIn(own);
    this.placeBar.value = solved;
    this.placeWords.textContent = `${name}: ${number(solved)} of ${number(total)} solved`;
  }

  // What the player asks for.

  asked(moves, answer) {
    if (this.together?.on && answer.letter) return this.putTogether(answer);
    this.make(moves);
  }

  /** Make moves, show them and say them; false where the first of them is not allowed. */
  make(moves) {
    const [before, won] = [this.game.state, this.game.won];
    const states = this.game.make(moves);
    if (!states.length) return false;
    this.stage.follow(states);
    knock();
    const last = this.board.say(states.at(-2) ?? before, moves[states.length - 1]);
    this.spoken.textContent = states.length === 1 ? sentence(last) : `${states.length} moves, the last: ${last}.`;
    if (this.game.solved && !won) this.triumph = this.app.keepRecord();
    this.moved();
    if (this.game.solved && !won) celebrate(this.stage.element.parentElement);
    return true;
  }

  /** Begin or cease to collect steps. Whoever clicked goes on with the space bar, so the board takes the focus. */
  gather() {
    this.stepButton.hidden = !this.together.on;
    this.joint.clear();
    this.sayNextStep();
    if (!document.querySelector(":focus-visible")) this.stage.element.focus({ preventScroll: true });
  }

  /** Collect a direction from each player; the step is made when all have theirs, or with the space bar. */
  putTogether(answer) {
    this.joint.add(answer);
    if (this.joint.complete) this.stepTogether();
    else this.sayNextStep();
  }

  sayNextStep() {
    const now = touchOnly() ? "Step now" : "The space bar";
    this.say(this.together.on ? `Next step: ${this.joint.words}. ${now} lets the others wait.` : "");
  }

  stepTogether() {
    const move = this.joint.take(this.game.state);
    if (!this.make([move])) this.say(`The players cannot step so together: ${move}`);
  }

  key(event) {
    const { key, shiftKey, altKey } = event;
    if (altKey || isTaken(event)) return;
    const undo = () => (shiftKey ? this.redo() : this.undo());
    if (event.ctrlKey || event.metaKey) {
      const action = { z: undo, y: () => this.redo() }[key.toLowerCase()];
      if (!action) return;
      action();
    } else if (!this.stage.key(key)) {
      const step = this.together?.on ? { " ": () => this.stepTogether() } : {};
      const action = { Backspace: undo, Home: () => this.restart(), "?": () => this.hint(), ...step }[key];
      if (!action) return;
      action();
    }
    event.preventDefault();
  }

  undo() {
    this.game.undo();
    this.back("Undone");
  }

  redo() {
    this.game.redo();
    this.back("Done again");
  }

  restart() {
    this.game.restart();
    this.triumph = null;
    this.back("At the start");
  }

  back(words) {
    this.stage.show(this.game.state);
    this.spoken.textContent = `${words}: ${count(this.game.moves.length, "moves")} made.`;
    this.moved();
  }

  copy() {
    this.app.copy(this.board.join(this.game.moves), "Your moves were");
  }

  async hint() {
    if (this.game.solved) return this.say("It is solved.");
    if (this.hinted) return this.asked([this.hinted], {});
    this.say("Looking for the best move…");
    const state = this.game.state;
    const found = await this.app.attempt(() => api.hint(this.app.item.puzzle, state, this.board.metrics[0]));
    if (state !== this.game.state) return;
    if (!found) return this.say("");
    if (!found.move) return this.say(`No hint: ${found.why ?? "nothing leads from here to the goal"}.`);
    this.hinted = found.move;
    this.stage.point(found.move);
    const left = found.remaining === null ? "" : `; ${count(found.remaining, this.board.metrics[0])} to go`;
    const sure = found.optimal === false ? " (a good move; the best is not known)" : "";
    this.say(`Hint: ${this.board.say(state, found.move)}${left}${sure}. Once more makes the move.`);
  }

  /** Light up what the server knows of this position, each mark with its meaning in words. */
  async light() {
    const show = ({ marks, legend, words }) => {
      this.stage.marks.replaceChildren(...marks);
      this.legend.replaceChildren(...legend);
      this.say(words);
    };
    if (!this.lights.on) return show({ marks: [], legend: [], words: "" });
    const state = this.game.state;
    const found = await this.app.attempt(() => api.info(this.app.item.puzzle, { state }));
    if (found && state === this.game.state && this.lights.on) show(this.board.lights.show(found));
  }

  // What is shown.

  moved() {
    this.hinted = null;
    this.stage.point(null);
    this.say("");
    if (this.lights?.on) this.light();
    this.app.keepGame();
    this.update();
  }

  say(words) {
    this.status.replaceChildren(words);
  }

  /** The board row by row, for whoever cannot see it; only where it is looked at. */
  putInWords() {
    if (!this.words.open) return;
    this.inWords.replaceChildren(...this.board.words(this.game.state).map((row) => h("li", {}, row)));
  }

  update() {
    const [costs, record] = [this.game.costs, recall("record", this.app.key)];
    const rows = this.board.metrics.map((metric) => h("tr", {},
      h("th", { scope: "row" }, metric),
      h("td", { class: "mine", "data-metric": metric }, number(costs[metric])),
      record && h("td", { class: "own" }, number(record.best[metric])),
      h("td", { class: "best" }, this.bestOf(metric))));
    const column = (words) => h("th", { scope: "col" }, words);
    const head = h("tr", {}, h("td", {}), column("you"), record && column("your best"), column("best possible"));
    this.counters.replaceChildren(h("thead", {}, head), h("tbody", {}, rows));
    this.record = record;
    if (this.place) this.showPlace();
    enable(this.undoButton, this.game.past.length > 0, this.stage.element);
    enable(this.redoButton, this.game.future.length > 0, this.stage.element);
    this.putInWords();
    this.element.classList.toggle("solved", this.game.solved);
    if (this.game.solved) this.won();
    this.tick();
  }

  bestOf(metric) {
    const known = this.app.best[metric];
    if (known !== undefined) return number(known);
    if (this.app.item.why) return "none";
    const looks = { class: "quiet small", "aria-label": `find the best possible in ${metric}` };
    return button("find", () => this.find(metric), looks);
  }

  /** Solve the puzzle in the background to know its optimum. */
  find(metric) {
    this.search?.leave();
    this.say(`Solving for the fewest ${metric}…`);
    const request = { puzzle: this.app.item.puzzle, metric, engine: "auto", quality: "optimal" };
    this.search = api.solve(request, (event, data) => {
      if (event === "progress" && data.bound) this.say(`Solving: at least ${number(data.bound)} ${metric} so far…`);
      if (event === "problem") this.say(sentence(data.detail ?? data.title));
      if (event !== "outcome") return;
      if (data.status === "optimal") this.app.best[metric] = data.cost;
      this.say(data.status === "optimal" ? "" : `Not found: ${data.reason ?? data.status}.`);
      this.update();
    });
  }

  won() {
    const costs = this.game.costs;
    const best = this.board.metrics.filter((metric) => costs[metric] === this.app.best[metric]);
    const used = this.board.metrics.map((metric) => count(costs[metric], metric)).join(", ");
    const fewer = best.map((metric) => count(2, metric).slice(2)).join(" or ");
    const praise = best.length ? ` No plan has fewer ${fewer}.` : "";
    const { next } = this.place ?? {};
    const on = next ? h("a", { class: "button", href: linkTo("play", next) }, "Next level") : "";
    this.status.replaceChildren(
      h("strong", {}, "Solved! "), `${used} in ${clock(this.game.seconds)}.${praise}${this.surpassed()} `, on);
  }

  /** Which of your own bests this win has broken. */
  surpassed() {
    const { before, record } = this.triumph ?? {};
    if (!before) return "";
    const broken = Object.keys(record.best).filter((metric) => record.best[metric] < (before.best[metric] ?? Infinity));
    if (record.seconds < before.seconds) broken.push("time");
    return broken.length ? ` A personal best in ${broken.join(" and ")}!` : "";
  }

  tick() {
    const best = this.record ? ` · your best ${clock(this.record.seconds)}` : "";
    this.clock.textContent = clock(this.game.seconds) + best;
  }
}

/** A switch with words; `on` says how it stands, which is kept where it has a name. */
function toggle(words, changed, name = null) {
  const box = h("input", { type: "checkbox", role: "switch", checked: name !== null && setting(name, false),
    onchange: () => {
      if (name) choose(name, box.checked);
      changed();
    } });
  const element = h("label", { class: "switch" }, box, words);
  return { element, get on() { return box.checked; } };
}
