// The heading of a view: the name of the puzzle and where it comes from; and the button that copies its link.

import { button, h } from "./dom.js";

/** The puzzle's name, kind and size. */
export function heading(app) {
  const { kind, size } = app.item;
  const suite = app.source?.name?.split("/")[0];
  return h("div", { class: "heading" },
    h("h1", {}, title(app)),
    h("p", { class: "quiet" }, [...new Set([suite, kind, size])].filter(Boolean).join(" · ")));
}

/** What a puzzle is called: its own name, or that of the library in words. */
export function title({ source, item }) {
  if (!source?.name) return item.name || (source?.level ? `Level ${source.level}` : "Unnamed puzzle");
  const [suite, own = suite] = source.name.split("/");
  const words = (/^[a-z]/i.test(own) ? own : `${suite} ${own}`).replaceAll("-", " ");
  return words[0].toUpperCase() + words.slice(1);
}

export function shareButton(app) {
  return button("Copy link", () => app.copy(app.link(), "The link, with the puzzle in it, was"), { class: "quiet" });
}
