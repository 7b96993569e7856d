// Edit: draw a puzzle of any kind; the checker says what is missing as you draw. Save it in any format, or have one
// made.

import * as api from "./api.js";
import { clamp } from "./board/board.js";
import { button, count, debounced, field, h, save, select, sentence } from "./dom.js";
import { generator } from "./edit/generator.js";
import { KINDS, editorOf } from "./edit/index.js";

const UNDO = 200; // drawings kept
const MOST = 64; // cells a side

let draft = null; // the drawing left behind, with the puzzle that it began from

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
    const from = draft?.item === app.item ? draft : { puzzle: app.item.puzzle, layout: app.item.layout };
    this.open(from.puzzle.kind, (editor) => editor.load(from.puzzle, from.layout));
  }

  close() {
    draft = { item: this.app.item, ...this.snapshot() };
    this.closed = true;
  }

  /** An editor of a kind, filled by `fill`. */
  open(kind, fill, past = []) {
    if (kind !== this.kind) this.generatorForm = this.generator(kind);
    this.kind = kind;
    this.past = past;
    this.editor = new (editorOf(kind))(() => this.changed());
    fill(this.editor);
    this.now = this.snapshot();
    this.board.replaceChildren(this.editor.element, this.checker, h("p", { class: "help" }, this.editor.help));
    this.side.replaceChildren(...this.panel().filter(Boolean));
    this.check();
  }

  /** The form of the generator; it outlives the drawings that it makes. */
  generator(kind) {
    const wishes = this.catalogue.generators[kind];
    const made = ({ puzzle, layout }) => {
      if (!this.closed) this.open(kind, (editor) => editor.load(puzzle, layout), [...this.past, this.now]);
    };
    return wishes ? generator(this.app, editorOf(kind), wishes, made) : null;
  }

  snapshot() {
    return { puzzle: this.editor.puzzle(), layout: this.editor.layout };
  }

  changed() {
    const now = this.snapshot();
    if (JSON.stringify(now) === JSON.stringify(this.now)) return; // a click that did nothing is nothing to undo
    this.past.push(this.now);
    if (this.past.length > UNDO) this.past.shift();
    this.now = now;
    this.undoButton.disabled = false;
    this.check();
  }

  undo() {
    if (!this.past.length) return;
    this.now = this.past.pop();
    this.editor.load(this.now.puzzle, this.now.layout);
    this.fillIn();
    this.undoButton.disabled = !this.past.length;
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
    this.check();
  }

  /** The form says what the drawing is called and how large it is. */
  fillIn() {
    this.name.value = this.editor.name ?? "";
    this.sides.forEach((side, axis) => { side.value = this.editor.size[axis]; });
  }

  panel() {
    const fresh = (kind) => {
      this.open(kind, (editor) => editor.blank());
      this.kinds.focus(); // it is another than the one that was changed
    };
    this.kinds = select(KINDS, this.kind, fresh, { "aria-label": "kind" });
    this.name = h("input", { type: "text", maxlength: 60, placeholder: "without a name",
      oninput: () => this.rename() });
    const sizes = this.sizes();
    this.fillIn();
    this.undoButton = button("Undo", () => this.undo(), { disabled: !this.past.length });
    this.forComplete = [
      button("Play", () => this.app.open(this.item), { class: "accent" }),
      button("Solve", () => this.app.open(this.item, "solve")),
    ];
    return [
      h("div", { class: "heading" }, h("h1", {}, "Draw a puzzle")),
      h("div", { class: "card asked" },
        h("div", { class: "fields" }, field("kind", this.kinds), field("name", this.name), sizes),
        this.editor.tools,
        h("div", { class: "buttons" }, this.undoButton, button("Clear", () => this.clear()))),
      h("div", { class: "buttons" }, this.forComplete, this.saver()),
      this.generatorForm,
    ];
  }

  sizes() {
    const least = this.editor.leastSide;
    const resize = () => {
      this.editor.resize(...this.sides.map(({ value }) => clamp(Math.round(Number(value)) || least, least, MOST)));
      this.fillIn();
    };
    const side = () => h("input", { type: "number", min: least, max: MOST, onchange: resize });
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
      if (same()) this.verdict(null, "warning", sentence(problem.message.replace(/^[^:]*, line 1: /, "")));
    }
  }

  verdict(item, looks, words) {
    this.item = item;
    this.checker.className = `checker ${looks}`;
    this.checker.replaceChildren(words);
    for (const each of this.forComplete) each.disabled = item === null;
  }
}
