// The searches of a comparison: engines to tick, and for each of them its heuristic and its options. An engine may run
// several times, with different heuristics.

import { button, field, h, select } from "./dom.js";
import { enginesFor, heuristicsFor, optionFields } from "./solve_form.js";

const DEFAULT = ["astar", "ida"];

const plain = (engine, heuristic = null) => ({ engine, heuristic, options: {} });

export class Entrants {
  /** `list` are the first entrants; with none, the default engines compete. */
  constructor(catalogue, item, list) {
    this.catalogue = catalogue;
    this.kind = item.kind;
    this.engines = enginesFor(catalogue, item);
    this.list = list.filter(({ engine }) => this.engines.some(({ name }) => name === engine));
    if (!this.list.length) this.list = DEFAULT.map((name) => plain(name));
    this.choices = h("div", { class: "choices", role: "group", "aria-label": "Engines" });
    this.rows = h("div", { class: "entrants" });
    this.element = h("div", {}, this.choices, this.rows);
    this.refuse(new Map());
  }

  /** The entrants in the order of the engines. */
  get chosen() {
    const place = ({ engine }) => this.engines.findIndex(({ name }) => name === engine);
    return this.list.filter(({ engine }) => !this.refused.has(engine)).sort((one, other) => place(one) - place(other));
  }

  /** Draw the engines; those that refuse the puzzle, with their reasons, cannot be ticked. */
  refuse(refused) {
    this.refused = refused;
    this.choices.replaceChildren(...this.engines.map(({ name, summary }) => {
      const refusal = refused.get(name);
      const box = h("input", {
        type: "checkbox", value: name, disabled: Boolean(refusal),
        checked: !refusal && this.list.some(({ engine }) => engine === name),
        onchange: () => this.tick(name, box.checked),
      });
      return h("label", { class: refusal ? "switch refused" : "switch", title: refusal ?? summary }, box, name);
    }));
    this.draw();
  }

  tick(name, on) {
    this.list = on ? [...this.list, plain(name)] : this.list.filter(({ engine }) => engine !== name);
    this.draw();
  }

  draw() {
    this.rows.replaceChildren(...this.chosen.map((entrant) => this.row(entrant)).filter(Boolean));
  }

  /** The controls of an entrant; null if it has none. */
  row(entrant) {
    const engine = this.engines.find(({ name }) => name === entrant.engine);
    const options = optionFields(engine, this.kind, () => {
      const set = options.filter(({ control, standard }) => control.value !== standard);
      entrant.options = Object.fromEntries(set.map(({ name, control }) => [name, control.value]));
    });
    for (const { name, control } of options) if (name in entrant.options) control.value = entrant.options[name];
    if (!engine.takes_heuristic && !options.length) return null;
    const own = this.list.filter((each) => each.engine === entrant.engine);
    const again = button("+", () => {
      this.list.push(plain(entrant.engine));
      this.draw();
    }, { class: "quiet small", "aria-label": `Another heuristic for ${engine.name}`, title: "Another heuristic" });
    const remove = button("×", () => {
      this.list = this.list.filter((each) => each !== entrant);
      this.draw();
    }, { class: "quiet small", "aria-label": `Remove ${engine.name} ${own.indexOf(entrant) + 1}` });
    const heuristic = engine.takes_heuristic ? select(
      heuristicsFor(this.catalogue, this.kind), entrant.heuristic ?? "",
      (value) => { entrant.heuristic = value || null; }, { "aria-label": `Heuristic of ${engine.name}` },
    ) : null;
    return h("div", { class: "entrant", role: "group", "aria-label": `Settings of ${engine.name}` },
      h("strong", {}, engine.name),
      heuristic && field("heuristic", heuristic),
      engine.takes_heuristic ? again : null, own.length > 1 ? remove : null,
      options.length ? h("details", {}, h("summary", {}, "Options"),
        h("div", { class: "fields" }, options.map((option) => option.element))) : null);
  }
}
