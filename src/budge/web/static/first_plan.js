// How feature space search (FESS) found its first plan: the order in which the packing plan fills the places, and every
// box move with the advisor that proposed it. The board shows the selected item: the order, or a position and an arrow.

import { button, count, h } from "./dom.js";

const ADVISORS = {
  packing: "fills the next place of the packing plan",
  connectivity: "joins parts of the floor",
  rooms: "opens paths between rooms",
  "hot spots": "frees the targets of other boxes",
  explorer: "makes new pushes possible",
  opener: "opens a path to the next place",
  "out of plan": "leaves a zone that the plan will soon close",
};
const UNADVISED = ["search", "no advisor proposed it"];

/** A list of the moves in a trace; null if it has none. `onshow` is called before the board changes. */
export function firstPlan(boardView, { packing = [], macro_moves: moves = [] }, onshow) {
  if (!moves.length) return null;
  const { board } = boardView;
  const show = (state, draw) => {
    onshow();
    boardView.show(state, false);
    draw();
  };
  const order = button("Show the packing plan's order", () => {
    show(board.initial, () => boardView.number(packing.map(({ place }) => board.cellAt(place))));
  }, { class: "quiet" });
  const rows = moves.map(({ start, end, advisor }, index) => {
    const [name, meaning] = advisor ? [advisor, ADVISORS[advisor]] : UNADVISED;
    const [from, to] = [start, end].map((place) => board.cellAt(place));
    const onclick = () => show(board.afterMacroMoves(moves.slice(0, index)), () => {
      boardView.arrows([[board.middle(from), board.middle(to)]]);
    });
    const label = `${board.place(from)} → ${board.place(to)}`;
    return h("li", {}, button(label, onclick, { class: "quiet small" }), h("span", { title: meaning }, ` ${name}`));
  });
  return h("details", { class: "advice" },
    h("summary", {}, `How the first plan was found: ${count(moves.length, "box moves")}`),
    packing.length ? h("div", { class: "buttons" }, order) : null,
    h("ol", {}, rows));
}
