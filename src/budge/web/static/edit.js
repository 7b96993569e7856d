// Edit: draw a puzzle of any kind; the checker says what is missing as you draw. Save it in any format, or have one
// made.

import * as api from "./api.js";
import { clamp } from "./board/board.js";
import { ask, button, count, debounced, enable, field, h, helpWords, isTaken, save, select, sentence } from "./dom.js";
import { generator } from "./edit/generator.js";
import { KINDS, editorOf } from "./edit/index.js";
import { forget, keep, recall } from "./kept.js";

const UNDO = 200; // drawings kept

export async function view(app) {
  const catalogue = await app.attempt(api.engines);
  const edit = new Edit(app, catalogue ?? { formats: [], generators: {} });
  return { element: edit.element, close: () => edit.close() };
}

class Edit {
  constructor(app, catalogue) {
    this.app = app;
    this.catalogue = catalogue;
    this.item = null; // the drawing as the server read it; null while something is missing
    this.checker = h("p", { class: "checker", role: "status", "aria-live": "polite" });
    this.board = h("section", { class: "board" });
    this.side = h("aside", { class: "panel" });
    this.element = h("div", { class: "table wide" }, this.board, this.side);
    this.check = debounced(300, () => this.checkNow());
    this.onkey = (event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.board.addEventListener("pointerdown", () => { this.stroke = { begun: false }; }, true); // before the editor
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, this.endStroke);
    const { puzzle, layout } = app.item;
    this.original = { puzzle, layout };
    if (!this.resume()) this.show(this.original);
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    for (const end of ["pointerup", "pointercancel"]) removeEventListener(end, this.endStroke);
    this.closed = true;
  }

  /** Go on with the drawing that was left behind; false where there is none, or none that can be drawn. */
  resume() {
    const draft = recall("draft", this.app.key);
    if (!draft || !KINDS.includes(draft.puzzle.kind)) return false;
    try {
      this.show(draft, [this.original]);
      return true;
    } catch {
      forget("draft", this.app.key);
      return false;
    }
  }

  /** A stroke of the pointer is one step, however many cells it crosses. */
  endStroke = () => { this.stroke = null; };

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTaken(event)) return;
    const undo = () => (event.shiftKey ? this.redo() : this.undo());
    const action = { z: undo, y: () => this.redo() }[event.key.toLowerCase()];
    if (!action) return;
    action();
    event.preventDefault();
  }

  /** A drawing that was kept, in an editor of its kind. */
  show({ puzzle, layout }, past = [], future = []) {
    this.open(puzzle.kind, (editor) => editor.load(puzzle, layout), past, future);
  }

  /** An editor of a kind, filled by `fill`. */
  open(kind, fill, past = [], future = []) {
    if (kind !== this.kind) this.generatorForm = this.generator(kind);
    this.kind = kind;
    this.past = past;
    this.future = future;
    this.editor = new (editorOf(kind))(() => this.changed());
    fill(this.editor);
    this.now = this.snapshot();
    const help = h("p", { class: "help" }, helpWords(this.editor.help));
    this.board.replaceChildren(this.editor.element, this.checker, help);
    this.side.replaceChildren(...this.panel().filter(Boolean));
    this.check();
  }

  /** The form of the generator; it outlives the drawings that it makes. */
  generator(kind) {
    const wishes = this.catalogue.generators[kind];
    const made = (item) => {
      if (this.closed) return;
      this.show(item, [...this.past, this.now]);
      this.keepDraft();
    };
    return wishes ? generator(this.app, editorOf(kind), wishes, made) : null;
  }

  snapshot() {
    return { puzzle: this.editor.puzzle(), layout: this.editor.layout ?? null };
  }

  keepDraft() {
    keep("draft", this.app.key, this.now);
  }

  changed() {
    const now = this.snapshot();
    if (JSON.stringify(now) === JSON.stringify(this.now)) return; // a click that did nothing is nothing to undo
    if (!this.stroke?.begun) this.past.push(this.now);
    if (this.stroke) this.stroke.begun = true;
    if (this.past.length > UNDO) this.past.shift();
    this.future = [];
    this.now = now;
    this.settled();
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  /** Take the drawing from one pile and lay the present one on the other. */
  step(from, to) {
    if (!from.length) return;
    to.push(this.now);
    this.now = from.pop();
    const { puzzle, layout } = this.now;
    if (puzzle.kind === this.kind) {
      this.editor.load(puzzle, layout);
      this.fillIn();
    } else {
      this.show(this.now, this.past, this.future);
      this.undoButton.focus(); // it is another than the one that was pressed
    }
    this.settled();
  }

  /** After every step: what can be undone, what is kept, what is missing. */
  settled() {
    enable(this.undoButton, this.past.length > 0, this.editor.element.querySelector("svg"));
    enable(this.redoButton, this.future.length > 0, this.editor.element.querySelector("svg"));
    if (this.past.length) this.keepDraft();
    else forget("draft", this.app.key);
    this.check();
  }

  clear() {
    this.editor.blank(...this.editor.size ?? []);
    this.fillIn();
    this.changed();
  }

  /** A name is no step of the drawing: an undo leaves it. */
  rename() {
    this.editor.name = this.name.value || null;
    this.now = this.snapshot();
    this.keepDraft();
    this.check();
  }

  /** A drawing of another kind, in place of this one: what was drawn is gone from sight, so ask. */
  async changeKind(kind) {
    const drawn = this.past.length > 0 || this.future.length > 0;
    if (drawn && !await ask(`Begin a drawing of ${kind} in place of this one? Undo brings it back.`, "Begin")) {
      this.kinds.value = this.kind;
      return;
    }
    this.open(kind, (editor) => editor.blank(), [...this.past, this.now]);
    this.keepDraft();
    this.kinds.focus(); // it is another than the one that was changed
  }

  /** The form says what the drawing is called and how large it is. */
  fillIn() {
    this.name.value = this.editor.name ?? "";
    this.sides.forEach((side, axis) => { side.value = this.editor.size[axis]; });
  }

  panel() {
    this.kinds = select(KINDS, this.kind, (kind) => this.changeKind(kind), { "aria-label": "kind" });
    this.name = h("input", { type: "text", maxlength: 60, placeholder: "without a name",
      oninput: () => this.rename() });
    const sizes = this.sizes();
    this.fillIn();
    this.undoButton = button("Undo", () => this.undo(), { disabled: !this.past.length, title: "Ctrl+Z" });
    this.redoButton = button("Redo", () => this.redo(), { disabled: !this.future.length, title: "Ctrl+Y" });
    const play = button("Play", () => this.app.open(this.item), { class: "accent" });
    const solve = button("Solve", () => this.app.open(this.item, "solve"));
    this.forComplete = [play, solve];
    return [
      h("div", { class: "heading" }, h("h1", {}, "Draw a puzzle")),
      h("div", { class: "card asked" },
        h("div", { class: "fields" }, field("kind", this.kinds), field("name", this.name), sizes),
        this.editor.tools,
        h("div", { class: "buttons" }, this.undoButton, this.redoButton, button("Clear", () => this.clear()))),
      h("div", { class: "buttons" }, play, solve, this.saver()),
      this.generatorForm,
    ];
  }

  sizes() {
    const [least, most] = [this.editor.leastSide, this.editor.mostSide];
    const resize = () => {
      this.editor.resize(...this.sides.map(({ value }) => clamp(Math.round(Number(value)) || least, least, most)));
      this.fillIn();
    };
    const side = () => h("input", { type: "number", min: least, max: most, onchange: resize });
    this.sides = this.editor.size ? [side(), side()] : [];
    return this.sides.map((each, axis) => field(["width", "height"][axis], each));
  }

  /** Save in any format that holds this kind. */
  saver() {
    const fit = this.catalogue.formats.filter(({ kinds }) => kinds.includes(this.kind));
    const options = fit.map(({ name, summary }) => [name, name, { title: summary }]);
    const format = select(options, editorOf(this.kind).format, () => {}, { "aria-label": "format" });
    const saveButton = button("Save as", async () => {
      const file = await this.app.attempt(() => api.convert(this.item.puzzle, format.value));
      if (file) save(new Blob([file.text], { type: file.media_type }), file.filename);
    });
    this.forComplete.push(saveButton);
    return h("span", { class: "saver" }, saveButton, format);
  }

  // The checker.

  async checkNow() {
    const { puzzle } = this.snapshot();
    const same = () => !this.closed && JSON.stringify(puzzle) === JSON.stringify(this.snapshot().puzzle);
    try {
      const { puzzles: [item] } = await api.read({ puzzle });
      if (!same()) return;
      const solved = "Complete, and solved already: let the start differ from the goal.";
      this.verdict(item, "good", item.solved ? solved : "Complete.");
      const found = await api.info(item.puzzle);
      if (!same()) return;
      if (found.why) this.verdict(item, "warning", `It cannot be solved: ${found.why}.`);
      else if (!item.solved) {
        const values = Object.values(found.heuristics).map((value) => (Array.isArray(value) ? value[0] : value ?? 0));
        const least = count(Math.max(0, ...values), found.metric);
        this.verdict(item, "good", `Complete. A solution takes at least ${least}; Solve tells the best.`);
      }
    } catch (problem) {
      if (same()) this.verdict(null, "warning", sentence(inDrawing(problem.message)));
    }
  }

  verdict(item, looks, words) {
    this.item = item;
    this.checker.className = `checker ${looks}`;
    this.checker.replaceChildren(words);
    for (const each of this.forComplete) each.disabled = item === null;
  }
}

/** What is wrong with a text, said of a drawing: it has no lines, and things of it are not called by their signs. */
const inDrawing = (words) => words.replace(/^[^:]*, line 1: /, "").replace(/; expected an? [^\w\s].*$/, "");
