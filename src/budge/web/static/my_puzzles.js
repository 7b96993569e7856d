// The player's own puzzles: those that were drawn, generated, pasted or opened from a link and then won. The library
// lists them.

import { picture } from "./board_view.js";
import { button, h } from "./dom.js";
import { linkTo, packed } from "./link.js";
import { progressMark } from "./progress.js";
import * as storage from "./storage.js";

const PREVIEW = 6; // puzzles shown at first
const MAX_KEPT = 200;

/** Store a puzzle in the list, as its latest. */
export function keepPuzzle({ puzzle, layout, size }, title) {
  storage.save("puzzle", storage.keyOf({}, { puzzle }), { title, puzzle, layout, size });
  for (const { key } of storage.list("puzzle").slice(MAX_KEPT)) storage.remove("puzzle", key);
}

/** The list, the latest first; null if it is empty. */
export function myPuzzles() {
  const all = storage.list("puzzle");
  if (!all.length) return null;
  const list = h("ul", { class: "cards" }, all.slice(0, PREVIEW).map(card));
  const showAll = button(`Show all ${all.length}`, () => {
    list.append(...all.slice(PREVIEW).map(card));
    showAll.remove();
  }, { class: "quiet small" });
  return h("section", {}, h("h2", {}, "My puzzles ", all.length > PREVIEW ? showAll : null), list);
}

function card({ key, value: { title, puzzle, layout, size } }) {
  const remove = button("×", () => {
    storage.remove("puzzle", key);
    element.remove();
  }, { class: "quiet small remove", "aria-label": `Remove ${title} from this list`, title: "Remove from this list" });
  const element = h("li", {}, h("a", { class: "puzzle", href: linkTo("play", { packed: packed(puzzle) }) },
    picture({ puzzle, layout }),
    h("strong", {}, title), h("span", { class: "quiet" }, `${puzzle.kind} · ${size}`), progressMark(key)), remove);
  return element;
}
