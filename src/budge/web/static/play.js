// Play: the board, the player's costs next to the optimum, hints, and deadlock lights.

import * as api from "./api.js";
import { placeOf, solvedIn } from "./collections.js";
import { button, clock, count, enable, h, helpText, isTaken, number, sentence, spokenLine, touchOnly } from "./dom.js";
import { celebrate, knock } from "./celebration.js";
import { showShortcuts } from "./shortcuts.js";
import * as storage from "./storage.js";
import { linkTo } from "./link.js";
import { BoardView, thumbnail } from "./board_view.js";
import { heading, noSolution, shareButton, title } from "./heading.js";

export async function view(app) {
  const place = await placeOf(app.source, app.item).catch(() => null);
  const play = new Play(app, place);
  return { element: play.element, close: () => play.close(), refresh: () => play.refresh() };
}

class Play {
  /** `place` is the puzzle's place in its collection, or null. */
  constructor(app, place) {
    this.app = app;
    this.place = place;
    this.board = app.board;
    this.game = app.game;
    this.hinted = null;
    this.joint = this.board.jointStep(); // the joint step being composed
    this.boardView = new BoardView(this.board, { name: title(app), onmoves: (...input) => this.onMoves(...input) });
    this.banner = h("p", { class: "banner good", role: "status", "aria-live": "polite" });
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    this.spoken = spokenLine();
    this.rowTexts = h("ol", {});
    this.legend = h("ul", { class: "legend", "aria-label": "Legend of the lights" });
    this.counters = h("table", { class: "counters" });
    this.clock = h("span", { class: "clock" });
    this.tally = h("p", { class: "tally", "aria-hidden": "true" }); // the counters, above the board of a phone
    this.placeBar = h("progress", { max: place?.total, "aria-label": "Solved puzzles of this collection" });
    this.placeText = h("p", { class: "quiet" });
    this.undoButton = button("Undo", () => this.undo(), { title: "Backspace, Ctrl+Z" });
    this.hintButton = button("Hint", () => this.hint(), { class: "accent", title: "?" });
    this.redoButton = button("Redo", () => this.redo(), { title: "Shift+Backspace, Ctrl+Y" });
    this.lights = this.board.lights && toggle(this.board.lights.name, () => this.light(), "lights");
    this.sound = toggle("Sound", () => knock(), "sound");
    this.together = this.joint && toggle("Step together", () => this.toggleJointSteps());
    this.stepButton = button("Step now", () => this.stepTogether(), { hidden: true, title: "Space" });
    this.element = h("div", { class: "table" }, this.boardSide(), this.panel());
    this.timer = setInterval(() => this.tick(), 500);
    this.onkey = (event) => this.key(event);
    this.onleave = () => this.leave();
    document.addEventListener("keydown", this.onkey);
    addEventListener("pagehide", this.onleave);
    this.game.resume();
    this.boardView.show(this.game.state, false);
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

  /** Stop the clock and store the time. Another tab plays the game if the clock does not run. */
  leave() {
    if (!this.game.running) return;
    this.game.pause();
    this.app.saveGame();
  }

  /** Show the game again after another tab has changed it. */
  refresh() {
    this.forgetHint();
    this.boardView.show(this.game.state);
    if (this.lights?.on) this.light();
    this.update();
  }

  boardSide() {
    const help = h("p", { class: "help" }, helpText(this.board.help));
    const asText = h("details", { class: "words", ontoggle: () => this.describeRows() },
      h("summary", {}, "The board as text"), this.rowTexts);
    this.boardText = asText;
    return h("section", { class: "board" }, this.tally,
      this.boardView.element, this.boardView.viewport.controls, this.banner, this.status, this.spoken, this.legend, help, asText);
  }

  panel() {
    const goal = this.board.goalPieces();
    return h(
      "aside",
      { class: "panel" },
      heading(this.app),
      this.place && this.collection(),
      this.app.item.why
        ? h("p", { class: "warning" }, noSolution(this.app, this.app.item, (item) => this.app.open(item))) : null,
      h("div", { class: "card costs" }, this.counters, this.clock),
      h("div", { class: "buttons" },
        this.undoButton, this.redoButton,
        button("Restart", () => this.restart(), { title: "Home" }),
        this.hintButton),
      this.lights?.element, this.together?.element, this.sound.element,
      this.together && h("div", { class: "buttons" }, this.stepButton),
      goal && h("figure", { class: "goal" }, thumbnail(this.board, goal, "the goal"), h("figcaption", {}, "Goal")),
      h("div", { class: "buttons more" },
        button("Solve from here", () => this.app.openPosition("solve"), { class: "quiet" }),
        shareButton(this.app, "play"),
        button("Copy my moves", () => this.copy(), { class: "quiet" }),
        touchOnly() ? null : button("Keys", () => showShortcuts(this.board), { class: "quiet" })),
    );
  }

  /** The puzzle's collection: how many of its levels are solved, and links to the previous and next level. */
  collection() {
    const { title: name, about, whole, at, total, previous, next } = this.place;
    const levelLink = (source, label) => {
      if (!source) return h("span", { class: "button", "aria-disabled": "true" }, label);
      return h("a", { class: "button", href: linkTo("play", source) }, label);
    };
    return h("nav", { class: "collection-place", "aria-label": `Collection ${name}` },
      h("div", { class: "buttons" },
        levelLink(previous, "‹ Previous"), h("a", { href: linkTo("play", whole) }, `${number(at)} of ${number(total)}`),
        levelLink(next, "Next ›")),
      this.placeBar, this.placeText,
      about.map((line) => h("p", { class: "quiet" }, line)));
  }

  showPlace() {
    const { title: name, own, total } = this.place;
    const solved = solvedIn(own);
    this.placeBar.value = solved;
    this.placeText.textContent = `${name}: ${number(solved)} of ${number(total)} solved`;
  }

  // Input.

  onMoves(moves, answer) {
    if (this.together?.on && answer.letter) return this.addToJointStep(answer);
    this.make(moves);
  }

  /** Make moves and show them. Returns false if the first of them is not legal. */
  make(moves) {
    const [before, won] = [this.game.state, this.game.won];
    const states = this.game.make(moves);
    if (!states.length) return false;
    this.boardView.follow(states);
    knock();
    const last = this.board.describeMove(states.at(-2) ?? before, moves[states.length - 1]);
    this.spoken.textContent = states.length === 1 ? sentence(last) : `${states.length} moves, the last: ${last}.`;
    const wins = this.game.solved && !won;
    if (wins && !this.game.hints) this.saved = this.app.saveRecord();
    this.moved();
    if (wins) {
      this.app.keep();
      celebrate(this.boardView.element.parentElement);
    }
    return true;
  }

  /** Turn the mode of joint steps on or off. After a click the board takes the focus, so that the space bar works. */
  toggleJointSteps() {
    this.stepButton.hidden = !this.together.on;
    this.joint.clear();
    this.sayNextStep();
    if (!document.querySelector(":focus-visible")) this.boardView.element.focus({ preventScroll: true });
  }

  /** Add one player's direction; the step is made when all players have one. */
  addToJointStep(answer) {
    this.joint.add(answer);
    if (this.joint.complete) this.stepTogether();
    else this.sayNextStep();
  }

  sayNextStep() {
    const key = touchOnly() ? "Step now" : "the space bar";
    this.say(this.together.on ? `Next step: ${this.joint.description}. Press ${key} to step; the others wait.` : "");
  }

  stepTogether() {
    const move = this.joint.take(this.game.state);
    if (!this.make([move])) this.say(`The players cannot make this step together: ${move}`);
  }

  key(event) {
    const { key, shiftKey, altKey } = event;
    if (altKey || isTaken(event)) return;
    const undo = () => (shiftKey ? this.redo() : this.undo());
    if (event.ctrlKey || event.metaKey) {
      const action = { z: undo, y: () => this.redo() }[key.toLowerCase()];
      if (!action) return;
      action();
    } else if (!this.boardView.key(key)) {
      const step = this.together?.on ? { " ": () => this.stepTogether() } : {};
      const { next } = this.place ?? {};
      const enter = next && this.game.solved ? { Enter: () => { location.hash = linkTo("play", next); } } : {};
      const action = { Backspace: undo, Home: () => this.restart(), "?": () => this.hint(), ...step, ...enter }[key];
      if (!action) return;
      action();
    }
    event.preventDefault();
  }

  undo() {
    this.game.undo();
    this.stepBack("Undone");
  }

  redo() {
    this.game.redo();
    this.stepBack("Redone");
  }

  restart() {
    this.game.restart();
    this.saved = null;
    this.stepBack("Restarted. Undo returns to your game");
  }

  stepBack(what) {
    this.boardView.show(this.game.state);
    this.spoken.textContent = `${what}: ${count(this.game.moves.length, "moves")} made.`;
    this.moved();
  }

  copy() {
    this.app.copy(this.board.join(this.game.moves), "Moves copied.");
  }

  async hint() {
    if (this.game.solved) return;
    if (this.hinted) return this.onMoves([this.hinted], {});
    this.say("Looking for the best move…");
    const state = this.game.state;
    const found = await this.app.attempt(() => api.hint(this.app.item.puzzle, state, this.board.metrics[0]));
    if (state !== this.game.state) return;
    if (!found) return this.say("");
    if (!found.move) return this.say(`No hint: ${found.why ?? "the goal cannot be reached from here"}.`);
    this.hinted = found.move;
    this.game.hints += 1;
    this.boardView.point(found.move);
    const left = found.remaining === null ? "" : `; ${count(found.remaining, this.board.metrics[0])} to go`;
    const proof = found.optimal === false ? " (a good move, not proven optimal)" : "";
    this.say(`Hint: ${this.board.describeMove(state, found.move)}${left}${proof}. Press Hint again to play it.`);
  }

  /** Mark the deadlocks that the server finds in this position, with a legend. */
  async light() {
    const show = ({ marks, legend, text }) => {
      this.boardView.marks.replaceChildren(...marks);
      this.legend.replaceChildren(...legend);
      this.say(text);
    };
    if (!this.lights.on) return show({ marks: [], legend: [], text: "" });
    const state = this.game.state;
    const found = await this.app.attempt(() => api.info(this.app.item.puzzle, { state }));
    if (found && state === this.game.state && this.lights.on) show(this.board.lights.show(found));
  }

  // Output.

  forgetHint() {
    this.hinted = null;
    this.boardView.point(null);
    this.say("");
  }

  moved() {
    this.forgetHint();
    if (this.lights?.on) this.light();
    this.app.saveGame();
    this.update();
  }

  say(text) {
    this.status.replaceChildren(text);
  }

  /** Describe the board row by row for screen readers, if that part of the page is open. */
  describeRows() {
    if (!this.boardText.open) return;
    this.rowTexts.replaceChildren(...this.board.describeRows(this.game.state).map((row) => h("li", {}, row)));
  }

  update() {
    const [costs, record] = [this.game.costs, storage.load("record", this.app.key)];
    const rows = this.board.metrics.map((metric) => h("tr", {},
      h("th", { scope: "row" }, metric),
      h("td", { class: "mine", "data-metric": metric }, number(costs[metric])),
      record && h("td", { class: "own" }, number(record.best[metric])),
      h("td", { class: "best" }, this.bestOf(metric))));
    const column = (label) => h("th", { scope: "col" }, label);
    const head = h("tr", {}, h("td", {}), column("you"), record && column("your best"), column("optimum"));
    this.counters.replaceChildren(h("thead", {}, head), h("tbody", {}, rows));
    this.record = record;
    if (this.place) this.showPlace();
    enable(this.undoButton, this.game.canUndo, this.boardView.element);
    enable(this.redoButton, this.game.future.length > 0, this.boardView.element);
    enable(this.hintButton, !this.game.solved, this.boardView.element);
    this.describeRows();
    this.banner.replaceChildren(...(this.game.solved ? this.praise() : []));
    this.tick();
  }

  bestOf(metric) {
    const known = this.app.best[metric];
    if (known !== undefined) return number(known);
    if (this.app.item.why) return "none";
    const looks = { class: "quiet small", "aria-label": `find the optimum in ${metric}` };
    return button("find", () => this.find(metric), looks);
  }

  /** Solve the puzzle in the background to find its optimum. */
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

  /** What the banner of a solved puzzle says. */
  praise() {
    const { costs, hints, seconds } = this.game;
    const best = this.board.metrics.filter((metric) => costs[metric] === this.app.best[metric]);
    const used = this.board.metrics.map((metric) => count(costs[metric], metric)).join(", ");
    const units = best.map((metric) => count(2, metric).slice(2)).join(" or ");
    const optimal = best.length ? ` No solution has fewer ${units}.` : "";
    const verdict = hints ? `Solved with ${count(hints, "hints")}: ` : "Solved! ";
    const { next } = this.place ?? {};
    const nextLink = next ? h("a", { class: "button", href: linkTo("play", next) }, "Next level") : "";
    return [h("strong", {}, verdict), `${used} in ${clock(seconds)}.${optimal}${this.newBests()} `, nextLink];
  }

  /** The personal bests that this win has improved, as a sentence. */
  newBests() {
    const { before, record } = this.saved ?? {};
    if (!before || this.game.hints) return "";
    const isBetter = (metric) => record.best[metric] < (before.best[metric] ?? Infinity);
    const improved = Object.keys(record.best).filter(isBetter);
    if (record.seconds < before.seconds) improved.push("time");
    return improved.length ? ` A personal best in ${improved.join(" and ")}!` : "";
  }

  tick() {
    const best = this.record ? ` · your best ${clock(this.record.seconds)}` : "";
    const { costs, seconds } = this.game;
    this.clock.textContent = clock(seconds) + best;
    const used = this.board.metrics.map((metric) => count(costs[metric], metric));
    this.tally.textContent = [...used, clock(seconds)].join(" · ");
  }
}

/** A labelled switch; if it has a name, its state is stored as a setting. */
function toggle(label, changed, name = null) {
  const box = h("input", { type: "checkbox", role: "switch", checked: name !== null && storage.setting(name, false),
    onchange: () => {
      if (name) storage.saveSetting(name, box.checked);
      changed();
    } });
  const element = h("label", { class: "switch" }, box, label);
  return { element, get on() { return box.checked; } };
}
