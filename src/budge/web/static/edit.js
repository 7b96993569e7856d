// Edit: draw a puzzle of any kind or generate one. A checker reports what is missing while you draw. Save the puzzle in
// any format.

import * as api from "./api.js";
import { clamp } from "./board/board.js";
import { ask, button, count, debounced, enable, field, h, helpText, isTaken, save, select, sentence } from "./dom.js";
import { generator } from "./edit/generator.js";
import { KINDS, editorOf } from "./edit/index.js";
import { noSolution } from "./heading.js";
import * as storage from "./storage.js";

const MAX_UNDO = 200; // drawings

export async function view(app) {
  const catalogue = await app.attempt(api.engines);
  const edit = new Edit(app, catalogue ?? { formats: [], generators: {} });
  return { element: edit.element, close: () => edit.close() };
}

class Edit {
  constructor(app, catalogue) {
    this.app = app;
    this.catalogue = catalogue;
    this.item = null; // the server's answer about the drawing; null while the drawing is incomplete
    this.checker = h("p", { class: "checker", role: "status", "aria-live": "polite" });
    this.board = h("section", { class: "board" });
    this.side = h("aside", { class: "panel" });
    this.element = h("div", { class: "table wide" }, this.board, this.side);
    this.check = debounced(300, () => this.checkNow());
    this.onkey = (event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.board.addEventListener("pointerdown", () => { this.stroke = { started: false }; }, true); // before the editor
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

  /** Continue the stored draft. Returns false if there is none or it is not valid. */
  resume() {
    const draft = storage.load("draft", this.app.key);
    if (!draft || !KINDS.includes(draft.puzzle.kind)) return false;
    try {
      this.show(draft, [this.original]);
      return true;
    } catch {
      storage.remove("draft", this.app.key);
      return false;
    }
  }

  /** A stroke of the pointer is one undo step, however many cells it crosses. */
  endStroke = () => { this.stroke = null; };

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTaken(event)) return;
    const undo = () => (event.shiftKey ? this.redo() : this.undo());
    const action = { z: undo, y: () => this.redo() }[event.key.toLowerCase()];
    if (!action) return;
    action();
    event.preventDefault();
  }

  /** Show a drawing in an editor of its kind. */
  show({ puzzle, layout }, past = [], future = []) {
    this.open(puzzle.kind, (editor) => editor.load(puzzle, layout), past, future);
  }

  /** Open an editor of a kind; `fill` loads its drawing. */
  open(kind, fill, past = [], future = []) {
    if (kind !== this.kind) this.generatorForm = this.generator(kind);
    this.kind = kind;
    this.past = past;
    this.future = future;
    this.editor = new (editorOf(kind))(() => this.changed());
    fill(this.editor);
    this.now = this.snapshot();
    const help = h("p", { class: "help" }, helpText(this.editor.help));
    this.board.replaceChildren(this.editor.element, this.checker, help);
    this.side.replaceChildren(...this.panel().filter(Boolean));
    this.check();
  }

  /** The form of the generator. It stays open when it generates a drawing. */
  generator(kind) {
    const params = this.catalogue.generators[kind];
    const onpuzzle = (item) => {
      if (this.closed) return;
      this.show(item, [...this.past, this.now]);
      this.saveDraft();
    };
    return params ? generator(this.app, editorOf(kind), params, onpuzzle) : null;
  }

  snapshot() {
    return { puzzle: this.editor.puzzle(), layout: this.editor.layout ?? null };
  }

  saveDraft() {
    storage.save("draft", this.app.key, this.now);
  }

  changed() {
    const now = this.snapshot();
    if (JSON.stringify(now) === JSON.stringify(this.now)) return; // a click without effect is not an undo step
    if (!this.stroke?.started) this.past.push(this.now);
    if (this.stroke) this.stroke.started = true;
    if (this.past.length > MAX_UNDO) this.past.shift();
    this.future = [];
    this.now = now;
    this.afterStep();
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  /** Move the current drawing to one stack and take the new one from the other. */
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
      this.undoButton.focus(); // show() has created a new button
    }
    this.afterStep();
  }

  /** After every step: update the buttons, store the draft, check the drawing. */
  afterStep() {
    enable(this.undoButton, this.past.length > 0, this.editor.element.querySelector("svg"));
    enable(this.redoButton, this.future.length > 0, this.editor.element.querySelector("svg"));
    if (this.past.length) this.saveDraft();
    else storage.remove("draft", this.app.key);
    this.check();
  }

  clear() {
    this.editor.blank(...this.editor.size ?? []);
    this.fillIn();
    this.changed();
  }

  /** A change of the name is not an undo step. */
  rename() {
    this.editor.name = this.name.value || null;
    this.now = this.snapshot();
    this.saveDraft();
    this.check();
  }

  /** Replace the drawing by one of another kind, after a question. */
  async changeKind(kind) {
    const drawn = this.past.length > 0 || this.future.length > 0;
    if (drawn && !await ask(`Replace this drawing with a new one of ${kind}? Undo restores it.`, "Replace")) {
      this.kinds.value = this.kind;
      return;
    }
    this.open(kind, (editor) => editor.blank(), [...this.past, this.now]);
    this.saveDraft();
    this.kinds.focus(); // open() has created a new list
  }

  /** Show the name and the size of the drawing in the form. */
  fillIn() {
    this.name.value = this.editor.name ?? "";
    this.sides.forEach((side, axis) => { side.value = this.editor.size[axis]; });
  }

  panel() {
    this.kinds = select(KINDS, this.kind, (kind) => this.changeKind(kind), { "aria-label": "kind" });
    this.name = h("input", { type: "text", maxlength: 60, placeholder: "unnamed",
      oninput: () => this.rename() });
    const sizes = this.sizes();
    this.fillIn();
    this.undoButton = button("Undo", () => this.undo(), { disabled: !this.past.length, title: "Ctrl+Z" });
    this.redoButton = button("Redo", () => this.redo(), { disabled: !this.future.length, title: "Ctrl+Y" });
    const open = async (other) => {
      if (!await this.isComplete()) return;
      this.app.open(this.item, other);
      this.app.keep();
    };
    const play = button("Play", () => open("play"), { class: "accent" });
    const solve = button("Solve", () => open("solve"));
    this.completeOnly = [play, solve];
    return [
      h("div", { class: "heading" }, h("h1", {}, "Draw a puzzle")),
      h("div", { class: "card request-form" },
        h("div", { class: "fields" }, field("kind", this.kinds), field("name", this.name), sizes),
        this.editor.tools,
        h("div", { class: "buttons" }, this.undoButton, this.redoButton, button("Clear", () => this.clear()))),
      h("div", { class: "buttons" }, play, solve, this.saver()),
      this.generatorForm,
    ];
  }

  sizes() {
    const [min, max] = [this.editor.minSide, this.editor.maxSide];
    const resize = () => {
      this.editor.resize(...this.sides.map(({ value }) => clamp(Math.round(Number(value)) || min, min, max)));
      this.fillIn();
    };
    const side = () => h("input", { type: "number", min, max, onchange: resize });
    this.sides = this.editor.size ? [side(), side()] : [];
    return this.sides.map((each, axis) => field(["width", "height"][axis], each));
  }

  /** A button to save in any format that supports this kind. */
  saver() {
    const suitable = this.catalogue.formats.filter(({ kinds }) => kinds.includes(this.kind));
    const options = suitable.map(({ name, summary }) => [name, name, { title: summary }]);
    const usual = suitable.find(({ name }) => name === editorOf(this.kind).format) ?? suitable[0];
    const format = select(options, usual?.name, () => {}, { "aria-label": "format" });
    const saveButton = button("Save as", async () => {
      if (!await this.isComplete()) return;
      const file = await this.app.attempt(() => api.convert(this.item.puzzle, format.value));
      if (file) save(new Blob([file.text], { type: file.media_type }), file.filename);
    });
    this.completeOnly.push(saveButton);
    return h("span", { class: "saver" }, saveButton, format);
  }

  // The checker.

  /** True if the drawing as it is now is complete: a button may be pressed before the check of the last stroke. */
  async isComplete() {
    if (this.checked !== this.drawing()) await this.checkNow();
    return this.item !== null && this.checked === this.drawing();
  }

  drawing() {
    return JSON.stringify(this.snapshot().puzzle);
  }

  async checkNow() {
    const drawing = this.drawing();
    const same = () => !this.closed && drawing === this.drawing();
    try {
      const { puzzles: [item] } = await api.read({ puzzle: JSON.parse(drawing) });
      if (!same()) return;
      this.checked = drawing;
      const solved = "Already solved: change the start or the goal.";
      this.verdict(item, "good", item.solved ? solved : "Ready to play.");
      const found = await api.info(item.puzzle);
      if (!same()) return;
      const use = (better) => {
        this.show(better, [...this.past, this.now]);
        this.saveDraft();
      };
      if (found.why) this.verdict(item, "warning", ...noSolution(this.app, { ...item, why: found.why }, use));
      else if (!item.solved) {
        const values = Object.values(found.heuristics).map((value) => (Array.isArray(value) ? value[0] : value ?? 0));
        const bound = Math.max(0, ...values);
        this.verdict(item, "good", bound ? `Ready to play: at least ${count(bound, found.metric)}.` : "Ready to play.");
      }
    } catch (problem) {
      if (!same()) return;
      this.checked = drawing;
      this.verdict(null, "warning", sentence(withoutText(problem.message)));
    }
  }

  verdict(item, looks, ...content) {
    this.item = item;
    this.checker.className = `checker ${looks}`;
    this.checker.replaceChildren(...content);
    for (const each of this.completeOnly) each.disabled = item === null;
  }
}

/** A message about a text, without the place and the expected characters, which a drawing does not show. */
const withoutText = (message) => message.replace(/^(the puzzle|[^:]*, line 1): /, "").replace(/; expected an? [^\w\s].*$/, "");
