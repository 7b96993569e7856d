// Have a puzzle made: by difficulty, and by all that the generator of its kind takes.

import * as api from "../api.js";
import { button, count, field, h, select } from "../dom.js";

// By the length of the best plan; for tiles by walks of the blank, since random boards are all hard.
const DIFFICULTIES = {
  tiles: { easy: { wishes: { walk: 20 } }, medium: { wishes: { walk: 40 } }, hard: {} },
  tokens: { easy: { most: 8 }, medium: { least: 9, most: 16 }, hard: { least: 17 } },
  blocks: { easy: { most: 6 }, medium: { least: 7, most: 12, hardest: true }, hard: { least: 13, hardest: true } },
  sokoban: { easy: { most: 10 }, medium: { least: 11, most: 20 }, hard: { least: 21 } },
};

/** A form for a kind with the wishes of its generator, as GET /engines lists them; `made(item)` takes what comes. */
export function generator(app, kind, wishes, made) {
  const controls = wishes.map((wish) => ({ name: wish.name, ...control(wish) }));
  const hard = select([...Object.keys(DIFFICULTIES[kind]), "any"], "easy", () => {}, { "aria-label": "difficulty" });
  const seed = h("input", { type: "number", value: Math.floor(Math.random() * 10_000) });
  const go = button("Generate", async () => {
    go.disabled = true;
    const bounds = DIFFICULTIES[kind][hard.value] ?? {};
    const asked = Object.fromEntries(controls.map(({ name, read }) => [name, read()]));
    const request = { kind, seed: Number(seed.value) || 0, ...bounds, wishes: { ...asked, ...bounds.wishes } };
    const items = await app.attempt(() => api.generate(request));
    go.disabled = false;
    if (!items?.length) return;
    seed.value = request.seed + 1;
    const [{ optimum, effort }] = items;
    const best = Object.entries(optimum).map(([metric, cost]) => count(cost, metric)).join(", ");
    app.say(`Made: ${best}; ${count(effort, "positions")} expanded to prove it.`);
    made(items[0]);
  }, { class: "accent" });
  return h("details", { class: "card", open: true }, h("summary", {}, "Generate"),
    h("div", { class: "fields" }, field("difficulty", hard), field("seed", seed),
      controls.map(({ name, element }) => field(name, element))),
    h("div", { class: "buttons" }, go));
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
