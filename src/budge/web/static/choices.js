// What a solve is asked for: engine, heuristic, metric, quality, limits and options, by the same names as everywhere.

import * as api from "./api.js";
import { field, h, select } from "./dom.js";
import { choose, setting } from "./kept.js";

const WEIGHTS = ["1.1", "1.5", "2", "5"];

/** A view that chooses among the engines of the server. */
export const viewOfEngines = async (app, View) => new View(app, await api.engines());

/** Which engines refuse, and why, by POST /info. */
export function refusals({ engines }) {
  return new Map(engines.filter(({ refuses }) => refuses).map(({ name, refuses }) => [name, refuses]));
}

/** The metrics of a puzzle, as a choice. */
export function metricChoice(item, changed) {
  return select(item.metrics, item.metrics[0], changed, { "aria-label": "metric" });
}

/** The qualities: a proof that nothing is shorter, a proven factor, or any plan. */
export function qualityChoice(changed) {
  const within = WEIGHTS.map((weight) => [weight, `within ${weight} × optimum`]);
  const options = [["optimal", "optimal"], ...within, ["any", "any plan"]];
  return select(options, "optimal", changed, { "aria-label": "quality" });
}

/** Whether pattern databases serve a kind. */
export function hasDatabases(catalogue, kind) {
  return catalogue.heuristics.some(({ name, kinds }) => name.startsWith("pdb") && kinds.includes(kind));
}

/** The heuristics of a kind; the empty value leaves it to the engine. */
export function heuristicChoice(catalogue, kind) {
  const fit = catalogue.heuristics.filter(({ name, kinds }) => kinds.includes(kind) && !/[A-Z(]/.test(name));
  const options = [["", "engine's own"], ...fit.map(({ name, summary }) => [name, name, { title: summary }])];
  const databases = ["pdb:auto", "pdb:auto", { title: "pattern databases, built when missing" }];
  if (hasDatabases(catalogue, kind)) options.push(databases);
  return select(options, "", () => {}, { "aria-label": "heuristic" });
}

/** The engines of a kind; `reasons` says why some cannot serve this puzzle. */
export function engineChoice(catalogue, kind, reasons, changed) {
  const fit = catalogue.engines.filter(({ kinds }) => kinds.includes(kind)).map(({ name, summary }) => {
    const refusal = reasons.get(name);
    return [name, name, { title: refusal ?? summary, disabled: Boolean(refusal) }];
  });
  return select([["auto", "auto"], ...fit], "auto", changed, { "aria-label": "engine" });
}

/** The number in a field; where there is none above zero, the usual one, which the field then shows. */
export function numberIn(control, usual) {
  if (!(Number(control.value) > 0)) control.value = usual;
  return Number(control.value);
}

/** Seconds and memory within what the server gives. */
export function limitFields({ limits }) {
  const { max_seconds: longest } = limits;
  const seconds = h("input", { type: "number", min: 1, max: longest, step: 1, value: Math.min(30, longest) });
  const most = Math.floor(limits.max_memory / 1e6);
  const memory = h("input", { type: "number", min: 16, max: most, step: 1, value: most });
  return {
    controls: { seconds, memory },
    fields: [
      field("seconds", seconds, `at most ${longest}`),
      field("memory, MB", memory, `at most ${most}`),
    ],
    read: () => ({
      seconds: Math.min(longest, numberIn(seconds, longest)),
      memory: Math.min(limits.max_memory, Math.round(numberIn(memory, most) * 1e6)),
    }),
  };
}

const valueOf = (control) => (control.type === "checkbox" ? control.checked : control.value);

/** Take a value that was chosen before, where the control has it. */
function take(control, value) {
  if (control.type === "checkbox") control.checked = value === true;
  else if (!control.options || [...control.options].some((option) => option.value === value && !option.disabled)) {
    control.value = value;
  }
}

/** What was last chosen in a form, by the names of its controls. */
export function remembered(form) {
  const kept = () => {
    try {
      return JSON.parse(setting(form, "{}")) ?? {};
    } catch {
      return {};
    }
  };
  return {
    recall(controls) {
      const before = kept();
      for (const [name, control] of Object.entries(controls)) if (name in before) take(control, before[name]);
    },
    keep(controls) {
      const values = Object.entries(controls).map(([name, control]) => [name, valueOf(control)]);
      choose(form, JSON.stringify({ ...kept(), ...Object.fromEntries(values) }));
    },
  };
}

/** The settings of one engine. */
export function optionFields(engine) {
  const controls = (engine?.options ?? []).map(({ name, values, default: usual, summary }) => {
    const all = values.includes(usual) ? values : [usual, ...values];
    return { name, usual, summary, control: select(all.map((value) => [value, value || "–"]), usual) };
  });
  return {
    controls: Object.fromEntries(controls.map(({ name, control }) => [`option ${name}`, control])),
    fields: controls.map(({ name, control, summary }) => field(name, control, summary)),
    read: () => Object.fromEntries(
      controls.filter(({ control, usual }) => control.value !== usual)
        .map(({ name, control }) => [name, control.value])),
  };
}
