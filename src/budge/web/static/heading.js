// The heading of a view: the puzzle's name and origin; and the button that copies its link.

import { button, h } from "./dom.js";

/** The puzzle's name, kind and size. */
export function heading(app) {
  const { kind, size } = app.item;
  const suite = app.source?.name?.split("/")[0];
  return h("div", { class: "heading" },
    h("h1", {}, title(app)),
    h("p", { class: "quiet" }, [...new Set([suite, kind, size])].filter(Boolean).join(" · ")));
}

/** The title of a puzzle: its own name, or a readable form of its library name. */
export function title({ source, item }) {
  if (!source?.name) return item.name || (source?.level ? `Level ${source.level}` : "Unnamed puzzle");
  const [suite, own = suite] = source.name.split("/");
  const name = (/^[a-z]/i.test(own) ? own : `${suite} ${own}`).replaceAll("-", " ");
  return name[0].toUpperCase() + name.slice(1);
}

export function shareButton(app) {
  return button("Copy link", () => app.copy(app.link(), "Link copied. It contains the puzzle."), { class: "quiet" });
}
