// The form of the generator: a difficulty and the parameters of the kind's generator.

import * as api from "../api.js";
import { button, count, field, h, select } from "../dom.js";

/**
 * A form for the kind of an editor, with the parameters that GET /engines lists. `onpuzzle(item)` receives the puzzle.
 * A difficulty is a set of request fields, usually bounds on the optimum.
 */
export function generator(app, { kind, difficulties }, params, onpuzzle) {
  const controls = params.map((param) => ({ name: param.name, ...control(param) }));
  const difficulty = select([...Object.keys(difficulties), "any"], "easy", () => {}, { "aria-label": "difficulty" });
  const seed = h("input", { type: "number", value: Math.floor(Math.random() * 10_000) });
  const make = async () => {
    const bounds = difficulties[difficulty.value] ?? {};
    const chosen = ({ name, read }) => [name, read() ?? bounds.params?.[name] ?? null];
    const request = {
      kind, seed: Number(seed.value) || 0, ...bounds, params: Object.fromEntries(controls.map(chosen)),
    };
    const items = await app.attempt(() => api.generate(request));
    if (!items?.length) return;
    seed.value = request.seed + 1;
    const [{ optimum, effort }] = items;
    const costs = Object.entries(optimum).map(([metric, cost]) => count(cost, metric)).join(", ");
    app.say(`Optimum: ${costs}; ${count(effort, "positions")} expanded to prove it.`);
    onpuzzle(items[0]);
  };
  const generateButton = button("Generate", async () => {
    generateButton.disabled = true;
    await make();
    generateButton.disabled = false;
    if (document.activeElement === document.body) generateButton.focus(); // a disabled button loses the focus
  }, { class: "accent" });
  return h("details", { class: "card", open: true }, h("summary", {}, "Generate"),
    h("div", { class: "fields" }, field("difficulty", difficulty), field("seed", seed),
      controls.map(({ name, element }) => field(name, element))),
    h("div", { class: "buttons" }, generateButton));
}

/** The control of a parameter and a function that reads it; null means the generator's choice. */
function control({ default: standard, type, values }) {
  if (values) {
    const element = select(values, standard);
    return { element, read: () => element.value };
  }
  if (type === "bool") {
    const element = select([["", "no"], ["yes", "yes"]], standard ? "yes" : "");
    return { element, read: () => Boolean(element.value) };
  }
  const number = type.startsWith("int");
  const element = h("input", { type: number ? "number" : "text", value: standard ?? "", placeholder: "any" });
  return { element, read: () => (element.value === "" ? null : number ? Number(element.value) : element.value) };
}
