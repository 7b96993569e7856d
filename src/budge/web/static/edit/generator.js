// Have a puzzle made: by difficulty, and by all that the generator of its kind takes.

import * as api from "../api.js";
import { button, count, field, h, select } from "../dom.js";

/**
 * A form for the kind of an editor with the wishes of its generator, as GET /engines lists them; `made(item)` takes
 * what comes. Difficulties are bounds on the length of the best plan, or whatever else the editor says.
 */
export function generator(app, { kind, difficulties }, wishes, made) {
  const controls = wishes.map((wish) => ({ name: wish.name, ...control(wish) }));
  const difficulty = select([...Object.keys(difficulties), "any"], "easy", () => {}, { "aria-label": "difficulty" });
  const seed = h("input", { type: "number", value: Math.floor(Math.random() * 10_000) });
  const make = async () => {
    const bounds = difficulties[difficulty.value] ?? {};
    const wished = ({ name, read }) => [name, read() ?? bounds.wishes?.[name] ?? null]; // what is said beats the usual
    const request = {
      kind, seed: Number(seed.value) || 0, ...bounds, wishes: Object.fromEntries(controls.map(wished)),
    };
    const items = await app.attempt(() => api.generate(request));
    if (!items?.length) return;
    seed.value = request.seed + 1;
    const [{ optimum, effort }] = items;
    const best = Object.entries(optimum).map(([metric, cost]) => count(cost, metric)).join(", ");
    app.say(`Made: ${best}; ${count(effort, "positions")} expanded to prove it.`);
    made(items[0]);
  };
  const generateButton = button("Generate", async () => {
    generateButton.disabled = true;
    await make();
    generateButton.disabled = false;
    if (document.activeElement === document.body) generateButton.focus(); // a disabled button loses it
  }, { class: "accent" });
  return h("details", { class: "card", open: true }, h("summary", {}, "Generate"),
    h("div", { class: "fields" }, field("difficulty", difficulty), field("seed", seed),
      controls.map(({ name, element }) => field(name, element))),
    h("div", { class: "buttons" }, generateButton));
}

/** The control of a wish, and how to read it; null leaves it to the generator. */
function control({ default: usual, type, values }) {
  if (values) {
    const element = select(values, usual);
    return { element, read: () => element.value };
  }
  if (type === "bool") {
    const element = select([["", "no"], ["yes", "yes"]], usual ? "yes" : "");
    return { element, read: () => Boolean(element.value) };
  }
  const number = type.startsWith("int");
  const element = h("input", { type: number ? "number" : "text", value: usual ?? "", placeholder: "any" });
  return { element, read: () => (element.value === "" ? null : number ? Number(element.value) : element.value) };
}
