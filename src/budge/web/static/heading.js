// What several views show: the puzzle's name and origin, a button that copies a link, and why there is no solution.

import * as api from "./api.js";
import { button, h } from "./dom.js";

/** The puzzle's name, kind and size. */
export function heading(app) {
  const { kind, size } = app.item;
  const suite = app.source?.name?.split("/")[0];
  return h("div", { class: "heading" },
    h("h1", {}, title(app)),
    h("p", { class: "quiet" }, [...new Set([suite, kind, size])].filter(Boolean).join(" · ")));
}

const TITLES = { // where the name in the library is not what people say
  "classic/dads-puzzler": "Dad’s Puzzler", "classic/century-and-a-half": "Century and a Half",
  "classic/super-century": "Super Century", "classic/five-passes": "Five Passes", "classic/three-roads": "Three Roads",
  "classic/only-18": "Only 18", "graphs/theta0": "Wilson’s θ₀", "graphs/petersen": "Petersen graph",
  "rectangle/3x2": "Six-cell board",
};

/** The title of a puzzle: its own name, or that of its library name. */
export function title({ source, item }) {
  if (!source?.name) return item.name || (source?.level ? `Level ${source.level}` : "Unnamed puzzle");
  return titleOf(source.name);
}

/** The title of a puzzle of the library, or a readable form of its name. */
export function titleOf(whole) {
  if (TITLES[whole]) return TITLES[whole];
  const [suite, own = suite] = whole.split("/");
  const name = (/^[a-z]/i.test(own) ? own : `${suite} ${own}`).replaceAll("-", " ");
  return name[0].toUpperCase() + name.slice(1);
}

/** A button that copies a link to a view; `details()` returns what the link contains besides the puzzle. */
export function shareButton(app, view, details = () => ({})) {
  const copy = () => app.copy(app.link(view, details()), "Link copied.");
  return button("Copy link", copy, { class: "quiet", title: "A link to this puzzle, as this view shows it" });
}

/**
 * Why a puzzle has no solution; if it has one for another usual goal, with a button to use that goal. `use(item)`
 * receives the puzzle with that goal.
 */
export function noSolution(app, { why, solvable_goal: goal = null, puzzle }, use) {
  const reason = `This puzzle has no solution: ${why.replace(/; with --goal.*$/, "")}.`;
  if (goal === null) return [reason];
  const change = async () => {
    const found = await app.attempt(() => api.read({ puzzle, goal }));
    if (found) use(found.puzzles[0]);
  };
  return [`${reason} It has one if the goal has ${goal.replace("-", " ").replace("blank", "the blank")}. `,
    button("Use that goal", change)];
}
