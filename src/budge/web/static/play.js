// Play: the board, what you have used beside the best possible, hints, and lights that show what is lost.

import * as api from "./api.js";
import { button, count, h, isTaken, number, sentence } from "./dom.js";
import { linkTo } from "./link.js";
import { Stage, thumbnail } from "./stage.js";
import { heading, shareButton, title } from "./heading.js";

export async function view(app) {
  const play = new Play(app);
  return { element: play.element, close: () => play.close() };
}

class Play {
  constructor(app) {
    this.app = app;
    this.board = app.board;
    this.game = app.game;
    this.hinted = null;
    this.joint = this.board.jointStep(); // being put together
    this.stage = new Stage(this.board, { name: title(app), onmoves: (...asked) => this.asked(...asked) });
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    this.legend = h("ul", { class: "legend", "aria-label": "What the lights mean" });
    this.counters = h("table", { class: "counters" });
    this.clock = h("span", { class: "clock" });
    this.undoButton = button("Undo", () => this.undo(), { title: "Backspace, Ctrl+Z" });
    this.redoButton = button("Redo", () => this.redo(), { title: "Shift+Backspace, Ctrl+Y" });
    this.lights = this.board.lights && toggle(this.board.lights.name, () => this.light());
    this.together = this.joint && toggle("Step together", () => this.gather());
    this.stepButton = button("Step now", () => this.stepTogether(), { hidden: true, title: "Space" });
    this.element = h("div", { class: "table" }, this.boardSide(), this.panel());
    this.timer = setInterval(() => this.tick(), 500);
    this.onkey = (event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.stage.show(this.game.state, false);
    this.update();
  }

  close() {
    clearInterval(this.timer);
    this.search?.leave();
    document.removeEventListener("keydown", this.onkey);
  }

  boardSide() {
    const help = h("p", { class: "help" }, this.board.help);
    return h("section", { class: "board" }, this.stage.element, this.status, this.legend, help);
  }

  panel() {
    const goal = this.board.goalPieces();
    return h(
      "aside",
      { class: "panel" },
      heading(this.app),
      this.app.item.why ? h("p", { class: "warning" }, `This puzzle has no solution: ${this.app.item.why}.`) : null,
      h("div", { class: "card costs" }, this.counters, this.clock),
      h("div", { class: "buttons" },
        this.undoButton, this.redoButton,
        button("Restart", () => this.restart(), { title: "Home" }),
        button("Hint", () => this.hint(), { class: "accent", title: "?" })),
      this.lights?.element, this.together?.element,
      this.together && h("div", { class: "buttons" }, this.stepButton),
      goal && h("figure", { class: "goal" }, thumbnail(this.board, goal, "the goal"), h("figcaption", {}, "Goal")),
      h("div", { class: "buttons more" },
        shareButton(this.app),
        button("Copy my moves", () => this.copy(), { class: "quiet" })),
    );
  }

  // What the player asks for.

  asked(moves, answer) {
    if (this.together?.on && answer.letter) return this.putTogether(answer);
    const states = this.game.make(moves);
    if (!states.length) return;
    this.stage.follow(states);
    this.moved();
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
    const words = `Next step: ${this.joint.words}. The space bar steps now, and the others wait.`;
    this.say(this.together.on ? words : "");
  }

  stepTogether() {
    const move = this.joint.take(this.game.state);
    const states = this.game.make([move]);
    if (!states.length) return this.say(`The players cannot step so together: ${move}`);
    this.stage.follow(states);
    this.moved();
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
    this.back();
  }

  redo() {
    this.game.redo();
    this.back();
  }

  restart() {
    this.game.restart();
    this.back();
  }

  back() {
    this.stage.show(this.game.state);
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
    this.update();
  }

  say(words) {
    this.status.replaceChildren(words);
  }

  update() {
    const costs = this.game.costs;
    const rows = this.board.metrics.map((metric) => h("tr", {},
      h("th", { scope: "row" }, metric),
      h("td", { class: "mine", "data-metric": metric }, number(costs[metric])),
      h("td", { class: "best" }, this.bestOf(metric))));
    const head = h("tr", {}, h("th", {}), h("th", { scope: "col" }, "you"), h("th", { scope: "col" }, "best possible"));
    this.counters.replaceChildren(h("thead", {}, head), h("tbody", {}, rows));
    this.undoButton.disabled = !this.game.past.length;
    this.redoButton.disabled = !this.game.future.length;
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
    const praise = best.length ? ` No plan has fewer ${best.join(" or ")}.` : "";
    this.status.replaceChildren(h("strong", {}, "Solved! "), `${used}.${praise} `, this.next());
  }

  /** A link to the puzzle after this one in the library. */
  next() {
    const link = h("a", {});
    if (this.app.source?.name) {
      api.library().then(({ puzzles }) => {
        const at = puzzles.findIndex(({ name }) => name === this.app.source.name);
        const after = puzzles[at + 1];
        if (at >= 0 && after) {
          link.href = linkTo("play", { name: after.name });
          link.textContent = `Next: ${after.title ?? after.name}`;
        }
      }).catch(() => {});
    }
    return link;
  }

  tick() {
    const seconds = Math.floor(this.game.seconds);
    this.clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

/** A switch with words; `on` says how it stands. */
function toggle(words, changed) {
  const box = h("input", { type: "checkbox", role: "switch", onchange: () => changed() });
  const element = h("label", { class: "switch" }, box, words);
  return { element, get on() { return box.checked; } };
}
