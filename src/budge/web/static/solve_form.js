// The form of a solve request: engine, heuristic, metric, quality, limits and options, with the names used everywhere.

import * as api from "./api.js";
import { field, h, select } from "./dom.js";
import * as storage from "./storage.js";

const WEIGHTS = ["1.1", "1.5", "2", "5"];

/** A view that needs the catalogue of engines. */
export const viewOfEngines = async (app, View) => new View(app, await api.engines());

/** The engines that refuse a puzzle and their reasons, from POST /info. */
export function refusals({ engines }) {
  return new Map(engines.filter(({ refuses }) => refuses).map(({ name, refuses }) => [name, refuses]));
}

/** A list of the puzzle's metrics. */
export function metricChoice(item, changed) {
  return select(item.metrics, item.metrics[0], changed, { "aria-label": "metric" });
}

/** A list of qualities: a proven optimum, a proven factor, or any plan. */
export function qualityChoice(changed) {
  const within = WEIGHTS.map((weight) => [weight, `within ${weight} × optimum`]);
  const options = [["optimal", "optimal"], ...within, ["any", "any plan"]];
  return select(options, "optimal", changed, { "aria-label": "quality" });
}

/** Whether a kind has pattern databases. */
export function hasDatabases(catalogue, kind) {
  return catalogue.heuristics.some(({ name, kinds }) => name.startsWith("pdb") && kinds.includes(kind));
}

/** A list of the heuristics of a kind; the empty value means the engine's default. */
export function heuristicChoice(catalogue, kind) {
  const suitable = catalogue.heuristics.filter(({ name, kinds }) => kinds.includes(kind) && !/[A-Z(]/.test(name));
  const options = [["", "default"], ...suitable.map(({ name, summary }) => [name, name, { title: summary }])];
  const databases = ["pdb:auto", "pdb:auto", { title: "pattern databases, built if missing" }];
  if (hasDatabases(catalogue, kind)) options.push(databases);
  return select(options, "", () => {}, { "aria-label": "heuristic" });
}

/** A list of the engines of a kind; `reasons` has the refusals of this puzzle. */
export function engineChoice(catalogue, kind, reasons, changed) {
  const suitable = catalogue.engines.filter(({ kinds }) => kinds.includes(kind)).map(({ name, summary }) => {
    const refusal = reasons.get(name);
    return [name, name, { title: refusal ?? summary, disabled: Boolean(refusal) }];
  });
  return select([["auto", "auto"], ...suitable], "auto", changed, { "aria-label": "engine" });
}

/** The number in a field. A value that is not positive is replaced by the default. */
export function numberIn(control, standard) {
  if (!(Number(control.value) > 0)) control.value = standard;
  return Number(control.value);
}

/** Fields for seconds and memory within the limits of the server. */
export function limitFields({ limits }) {
  const { max_seconds: maxSeconds } = limits;
  const seconds = h("input", { type: "number", min: 1, max: maxSeconds, step: 1, value: Math.min(30, maxSeconds) });
  const maxMegabytes = Math.floor(limits.max_memory / 1e6);
  const memory = h("input", { type: "number", min: 16, max: maxMegabytes, step: 1, value: maxMegabytes });
  return {
    controls: { seconds, memory },
    fields: [
      field("seconds", seconds, `at most ${maxSeconds}`),
      field("memory, MB", memory, `at most ${maxMegabytes}`),
    ],
    read: () => ({
      seconds: Math.min(maxSeconds, numberIn(seconds, maxSeconds)),
      memory: Math.min(limits.max_memory, Math.round(numberIn(memory, maxMegabytes) * 1e6)),
    }),
  };
}

const valueOf = (control) => (control.type === "checkbox" ? control.checked : control.value);

/** Set a stored value if the control accepts it. */
function restore(control, value) {
  if (control.type === "checkbox") control.checked = value === true;
  else if (!control.options || [...control.options].some((option) => option.value === value && !option.disabled)) {
    control.value = value;
  }
}

/** The stored choices of a form, by the names of its controls. */
export function remembered(form) {
  const saved = () => {
    try {
      return JSON.parse(storage.setting(form, "{}")) ?? {};
    } catch {
      return {};
    }
  };
  return {
    load(controls) {
      const before = saved();
      for (const [name, control] of Object.entries(controls)) if (name in before) restore(control, before[name]);
    },
    store(controls) {
      const values = Object.entries(controls).map(([name, control]) => [name, valueOf(control)]);
      storage.saveSetting(form, JSON.stringify({ ...saved(), ...Object.fromEntries(values) }));
    },
  };
}

/** Fields for the options of an engine. */
export function optionFields(engine) {
  const controls = (engine?.options ?? []).map(({ name, values, default: standard, summary }) => {
    const all = values.includes(standard) ? values : [standard, ...values];
    return { name, standard, summary, control: select(all.map((value) => [value, value || "–"]), standard) };
  });
  return {
    controls: Object.fromEntries(controls.map(({ name, control }) => [`option ${name}`, control])),
    fields: controls.map(({ name, control, summary }) => field(name, control, summary)),
    read: () => Object.fromEntries(
      controls.filter(({ control, standard }) => control.value !== standard)
        .map(({ name, control }) => [name, control.value])),
  };
}
