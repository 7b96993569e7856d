// What the views of a puzzle have in common: its name and where it comes from, and the link that carries it.

import { button, h } from "./dom.js";

/** The puzzle's name, kind and size. */
export function heading(app) {
  const { kind, size } = app.item;
  const [suite, own] = splitName(app.item.name ?? app.item.puzzle.name);
  return h("div", { class: "heading" },
    h("h1", {}, own ?? `A ${size} puzzle`),
    h("p", { class: "quiet" }, [suite, kind, size].filter(Boolean).join(" · ")));
}

function splitName(name) {
  if (!name) return [null, null];
  const cut = name.indexOf("/");
  return cut < 0 ? [null, name] : [name.slice(0, cut), name.slice(cut + 1)];
}

export function shareButton(app) {
  return button("Copy link", () => app.copy(app.link(), "The link, with the puzzle in it, was"), { class: "quiet" });
}
