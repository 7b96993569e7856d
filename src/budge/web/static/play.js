// Play: the board, what you have used beside the best possible, hints, and for Sokoban the lights that show lost boxes.

import * as api from "./api.js";
import { CELL } from "./board/board.js";
import { button, count, h, isTaken, number, sentence, svg } from "./dom.js";
import { linkTo } from "./link.js";
import { Stage, thumbnail } from "./stage.js";
import { heading, shareButton, title } from "./table.js";

const WAIT = ".";
const DIRECTIONS = { u: "up", l: "left", r: "right", d: "down" };

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
    this.pending = null; // letters of a joint step that is being put together
    this.stage = new Stage(this.board, { name: title(app), onmoves: (...asked) => this.asked(...asked) });
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    this.legend = h("ul", { class: "legend", "aria-label": "What the lights mean" });
    this.counters = h("table", { class: "counters" });
    this.clock = h("span", { class: "clock" });
    this.undoButton = button("Undo", () => this.undo(), { title: "Backspace, Ctrl+Z" });
    this.redoButton = button("Redo", () => this.redo(), { title: "Shift+Backspace, Ctrl+Y" });
    this.lights = this.board.kind === "sokoban" ? toggle("Deadlock lights", () => this.light()) : null;
    this.together = this.board.several ? toggle("Step together", () => this.gather()) : null;
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
    if (this.together?.on && answer.player !== undefined && answer.letter) return this.putTogether(answer);
    const states = this.game.make(moves);
    if (!states.length) return;
    this.stage.follow(states);
    this.moved();
  }

  /** Begin or cease to collect steps. Whoever clicked goes on with the space bar, so the board takes the focus. */
  gather() {
    this.stepButton.hidden = !this.together.on;
    this.putTogether(null);
    if (!document.querySelector(":focus-visible")) this.stage.element.focus({ preventScroll: true });
  }

  /** Collect a letter from each player; the step is made when all have said theirs, or with the space bar. */
  putTogether(answer) {
    this.pending = answer && { ...this.pending, [answer.player]: answer.letter };
    const { players } = this.game.state;
    if (this.pending && Object.keys(this.pending).length === players.length) return this.stepTogether();
    const way = (player) => DIRECTIONS[this.pending?.[player]] ?? "?";
    const said = players.map((_, player) => `player ${player + 1} ${way(player)}`).join(", ");
    this.say(this.together.on ? `Next step: ${said}. The space bar steps now, and the others wait.` : "");
  }

  stepTogether() {
    const letters = this.game.state.players.map((_, player) => this.pending?.[player] ?? WAIT).join(",");
    this.pending = null;
    const legal = this.board.apply(this.game.state, letters);
    const states = legal ? this.game.make([this.board.written(this.game.state, letters)]) : [];
    if (!states.length) return this.say(`The players cannot step so together: ${letters}`);
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

  /** Dead squares, floor out of reach, frozen boxes and the boxes that are lost, each with its meaning in words. */
  async light() {
    const marks = this.stage.marks;
    if (!this.lights?.on) {
      marks.replaceChildren();
      this.legend.replaceChildren();
      return this.say("");
    }
    const state = this.game.state;
    const found = await this.app.attempt(() => api.info(this.app.item.puzzle, { state }));
    if (!found || state !== this.game.state || !this.lights.on) return;
    const ring = ({ cell, reason }) => {
      const { x, y } = this.board.middle(cell);
      const looks = found.culprits.includes(cell) ? "culprit" : "frozen";
      return svg("circle", { class: looks, cx: x, cy: y, r: 29 }, svg("title", {}, reason));
    };
    const corrals = found.corrals.flat();
    marks.replaceChildren(
      svg("path", { class: "dead", d: this.board.area(found.dead) }),
      svg("path", { class: "corral", d: hatched(this.board, corrals) }),
      ...found.frozen.map(ring),
    );
    const lost = found.culprits.length;
    this.legend.replaceChildren(...[
      found.dead.length && legend("dead", "Dead square: a box that stands there can never reach a target."),
      corrals.length && legend("corral", "Out of the player's reach for now (a corral): nothing is lost by that."),
      found.frozen.length > lost && legend("frozen", "This box can never move again."),
      lost && legend("culprit", "This box is lost."),
    ].filter(Boolean));
    this.say(found.deadlock ? `Lost: ${found.deadlock}.` : "Nothing here is known to be lost.");
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

/** Cells under slanting lines: three to a cell, which meet those of the next. */
function hatched(board, cells) {
  const [third, whole] = [CELL / 3, CELL];
  const lines = (x, y) => [1, 2, 3].map((n) => `M${x} ${y + n * third}l${n * third} ${-n * third}`).join("")
    + [1, 2].map((n) => `M${x + n * third} ${y + whole}l${whole - n * third} ${n * third - whole}`).join("");
  return cells.map((cell) => lines(board.x(cell), board.y(cell))).join("");
}

/** What a mark on the board means, beside a small one. */
function legend(looks, words) {
  const mark = {
    dead: () => svg("path", { class: "dead", d: "M0 0h60v60h-60z" }),
    corral: () => svg("path", { class: "corral", d: "M0 20l20 -20M0 40l40 -40M0 60l60 -60M20 60l40 -40M40 60l20 -20" }),
    frozen: () => svg("circle", { class: "frozen", cx: 30, cy: 30, r: 26 }),
    culprit: () => svg("circle", { class: "culprit", cx: 30, cy: 30, r: 26 }),
  }[looks]();
  return h("li", {}, svg("svg", { viewBox: "0 0 60 60", "aria-hidden": "true" }, mark), words);
}

/** A switch with words; `on` says how it stands. */
function toggle(words, changed) {
  const box = h("input", { type: "checkbox", role: "switch", onchange: () => changed() });
  const element = h("label", { class: "switch" }, box, words);
  return { element, get on() { return box.checked; } };
}
