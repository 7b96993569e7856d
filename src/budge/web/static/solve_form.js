// The form of a solve request. The catalogue lists all settings of a solve; each becomes a field, with a control by its
// type unless CONTROLS has a special one. A new setting needs no code here.

import * as api from "./api.js";
import { field, h, select } from "./dom.js";
import * as storage from "./storage.js";

const WEIGHTS = ["1.1", "1.5", "2", "5"];
const SECONDS = 30;
const FIRST = ["engine", "heuristic", "metric", "quality"]; // shown above the other settings

/** A view that needs the catalogue of engines. */
export const viewOfEngines = async (app, View) => new View(app, await api.engines());

/** The engines that refuse a puzzle and their reasons, from POST /info. */
export function refusals({ engines }) {
  return new Map(engines.filter(({ refuses }) => refuses).map(({ name, refuses }) => [name, refuses]));
}

/** The engines of a puzzle's kind. */
export const enginesFor = (catalogue, item) => catalogue.engines.filter(({ kinds }) => kinds.includes(item.kind));

/** Whether a kind has pattern databases. */
export function hasDatabases(catalogue, kind) {
  return catalogue.heuristics.some(({ name, kinds }) => name.startsWith("pdb") && kinds.includes(kind));
}

/** The heuristics of a kind, as options of a list; the first is the default of the engine. */
export function heuristicsFor(catalogue, kind) {
  const suitable = catalogue.heuristics.filter(({ name, kinds }) => kinds.includes(kind) && !/[A-Z(]/.test(name));
  const options = [["", "default"], ...suitable.map(({ name, summary }) => [name, name, { title: summary }])];
  const databases = ["pdb:auto", "pdb:auto", { title: "pattern databases, built if missing" }];
  return hasDatabases(catalogue, kind) ? [...options, databases] : options;
}

/** The settings whose values depend on the puzzle or on the server: functions that return `{control, read}`. */
const CONTROLS = {
  engine({ catalogue, item, changed }) {
    const engines = enginesFor(catalogue, item).map(({ name, summary }) => [name, name, { title: summary }]);
    return list("engine", [["auto", "auto"], ...engines], "auto", () => changed("engine"));
  },

  heuristic({ catalogue, item: { kind }, changed }) {
    const { control } = list("heuristic", heuristicsFor(catalogue, kind), "", () => changed("heuristic"));
    return { control, read: () => control.value || null };
  },

  metric: ({ item, changed }) => list("metric", item.metrics, item.metrics[0], () => changed("metric")),

  quality({ changed }) {
    const within = WEIGHTS.map((weight) => [weight, `within ${weight} × optimum`]);
    const options = [["optimal", "optimal"], ...within, ["any", "any plan"]];
    return list("quality", options, "optimal", () => changed("quality"));
  },

  seconds({ catalogue: { limits } }) {
    const max = limits.max_seconds;
    const { control, read } = numberField({ minimum: 1, maximum: max, default: Math.min(SECONDS, max) }, max);
    return { control, read: () => Math.min(max, read()), help: `at most ${max}` };
  },

  memory({ catalogue: { limits } }) {
    const max = Math.floor(limits.max_memory / 1e6);
    const { control, read } = numberField({ minimum: 16, maximum: max, default: max }, max);
    const toBytes = () => Math.min(limits.max_memory, Math.round(read() * 1e6));
    return { control, read: toBytes, label: "memory, MB", help: `at most ${max}` };
  },
};

function list(name, options, value, onchange) {
  const control = select(options, value, onchange, { "aria-label": name });
  return { control, read: () => control.value };
}

/** A field for a number. A fallback replaces a value that is not positive; without one, the field may be empty. */
function numberField({ minimum, maximum, default: standard }, fallback = standard) {
  const control = h("input", {
    type: "number", min: minimum, max: maximum, value: standard, placeholder: standard === null ? "none" : null,
  });
  const read = () => {
    if (control.value === "" && fallback === null) return null;
    if (!(Number(control.value) > 0)) control.value = fallback ?? "";
    return control.value === "" ? null : Number(control.value);
  };
  return { control, read };
}

/** The control of any other setting, by its type. */
function controlOf(setting) {
  const types = [setting.type].flat();
  if (setting.values.length) return list(setting.name, setting.values, setting.default);
  if (types.includes("boolean")) {
    const control = h("input", { type: "checkbox", checked: setting.default });
    return { control, read: () => control.checked };
  }
  if (types.includes("integer")) {
    const { control, read } = numberField(setting);
    return { control, read: () => read() && Math.ceil(read()) };
  }
  if (types.includes("number")) return numberField(setting);
  const control = h("input", { type: "text", value: setting.default });
  return { control, read: () => control.value || setting.default };
}

/** The options of an engine for a kind. */
export function optionFields(engine, kind, changed) {
  const suitable = (engine?.options ?? []).filter(({ kinds }) => !kinds.length || kinds.includes(kind));
  return suitable.map(({ name, values, default: standard, summary }) => {
    const all = values.includes(standard) ? values : [standard, ...values];
    const control = select(all.map((value) => [value, value || "–"]), standard, changed);
    return { name, standard, control, element: field(name, control, summary) };
  });
}

export class SolveForm {
  /**
   * A form for the settings of the catalogue except `without`; its values are stored under `name`, and those of a link,
   * if it has any, replace them. It calls `changed()` when other engines or options may have become suitable.
   */
  constructor(catalogue, item, { name, linked = {}, without = [], changed = () => {} }) {
    this.catalogue = catalogue;
    this.item = item;
    this.name = name;
    this.linked = Object.keys(linked).length ? linked : null;
    const settings = catalogue.settings.filter((setting) => !["options", ...without].includes(setting.name));
    this.fields = new Map(settings.map((setting) => [setting.name, this.field(setting)]));
    this.options = [];
    this.changed = changed;
    this.main = h("div", { class: "fields" });
    this.limits = h("div", { class: "fields" });
    this.optionFields = h("div", { class: "fields" });
    this.note = h("p", { class: "quiet", hidden: true });
    this.element = h("div", { class: "solve-form", onchange: () => this.save() }, this.main, this.note,
      h("details", {}, h("summary", {}, "Limits and options"), this.limits, this.optionFields));
    this.restore(this.controls);
    this.draw();
  }

  field(setting) {
    const { catalogue, item } = this;
    const changed = (name) => {
      if (name === "engine") this.drawOptions();
      this.changed();
    };
    const special = CONTROLS[setting.name]?.({ catalogue, item, changed });
    const { label = setting.name, help } = setting;
    const found = { setting, label, help, ...(special ?? controlOf(setting)) };
    return { ...found, standard: valueOf(found.control) };
  }

  get controls() {
    return Object.fromEntries([...this.fields].map(([name, { control }]) => [name, control]));
  }

  /** The control of a setting. */
  control(name) {
    return this.fields.get(name).control;
  }

  draw() {
    const elements = (names) => names.map((name) => this.fields.get(name)).filter(Boolean).map(element);
    this.main.replaceChildren(...elements(FIRST));
    this.limits.replaceChildren(...elements([...this.fields.keys()].filter((name) => !FIRST.includes(name))));
    this.drawOptions();
  }

  drawOptions() {
    if (!this.fields.has("engine")) return;
    const engine = this.catalogue.engines.find(({ name }) => name === this.control("engine").value);
    this.options = optionFields(engine, this.item.kind, () => this.changed());
    this.restore(this.optionControls);
    this.optionFields.replaceChildren(...this.options.map((option) => option.element));
  }

  get optionControls() {
    return Object.fromEntries(this.options.map(({ name, control }) => [`option ${name}`, control]));
  }

  /** Disable the engines that refuse the puzzle, and hide the options without effect; null means that all have one. */
  restrict(refused, effective) {
    const control = this.control("engine");
    for (const option of control.options) {
      const refusal = refused.get(option.value);
      option.disabled = Boolean(refusal);
      option.title = refusal ?? this.catalogue.engines.find(({ name }) => name === option.value)?.summary ?? "";
    }
    const before = control.value;
    if (control.selectedOptions[0]?.disabled) control.value = "auto";
    setValue(control, this.values.engine);
    if (control.value !== before) {
      this.drawOptions();
      this.changed(); // ask for the options of this engine
      return;
    }
    for (const { name, element: shown } of this.options) shown.hidden = effective !== null && !effective.includes(name);
  }

  /** Show a line about engines that are not available here, or none. */
  say(note = null) {
    this.note.hidden = !note;
    this.note.textContent = note ?? "";
  }

  /** The fields of the request. */
  read() {
    const values = [...this.fields].map(([name, { read }]) => [name, read()]);
    const effective = this.options.filter(({ element: shown }) => !shown.hidden);
    const set = effective.filter(({ control, standard }) => control.value !== standard);
    const options = Object.fromEntries(set.map(({ name, control }) => [name, control.value]));
    return { ...Object.fromEntries(values), ...(this.fields.has("engine") ? { options } : {}) };
  }

  get stored() {
    try {
      return JSON.parse(storage.setting(this.name, "{}")) ?? {};
    } catch {
      return {};
    }
  }

  /** The values of a link, or else the stored ones. */
  get values() {
    return this.linked ?? this.stored;
  }

  restore(controls) {
    const { values } = this;
    for (const [name, control] of Object.entries(controls)) if (name in values) setValue(control, values[name]);
  }

  /** The settings that are not the defaults, for a link. */
  get details() {
    const settings = [...this.fields].map(([name, { control, standard }]) => [name, control, standard]);
    const effective = this.options.filter(({ element: shown }) => !shown.hidden);
    const options = effective.map(({ name, control, standard }) => [`option ${name}`, control, standard]);
    const changed = [...settings, ...options].filter(([, control, standard]) => valueOf(control) !== standard);
    return Object.fromEntries(changed.map(([name, control]) => [name, String(valueOf(control))]));
  }

  save() {
    this.linked = null;
    const controls = Object.entries({ ...this.controls, ...this.optionControls });
    const values = controls.map(([name, control]) => [name, valueOf(control)]);
    storage.saveSetting(this.name, JSON.stringify({ ...this.stored, ...Object.fromEntries(values) }));
  }
}

function element({ label, control, help }) {
  if (control.type !== "checkbox") return field(label, control, help);
  return h("label", { class: "switch", title: help }, control, label);
}

const valueOf = (control) => (control.type === "checkbox" ? control.checked : control.value);

/** Set a value if the control accepts it. */
function setValue(control, value) {
  if (control.type === "checkbox") control.checked = String(value) === "true";
  else if (!control.options || [...control.options].some((option) => option.value === value && !option.disabled)) {
    control.value = value;
  }
}
