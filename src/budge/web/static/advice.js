// How feature space search made its first plan: in which order the packing plan fills places, and every move of a box
// with who advised it. What is chosen is shown on the board: the position before a move, with an arrow, or the order.

import { button, count, h } from "./dom.js";

const MEANINGS = {
  packing: "fills the next place of the packing plan",
  connectivity: "joins parts of the floor",
  rooms: "frees the way between rooms",
  "hot spots": "gives other boxes their targets back",
  explorer: "makes new pushes possible",
  opener: "clears the way to the next place",
  "out of plan": "leaves a zone that the plan will soon shut",
  "few moves": "there was hardly another move",
};
const NOBODY = ["search", "nobody advised it: tried in its turn"];

/** What a trace tells of it, for the panel; null where it tells nothing. `onshow` is called before the board changes. */
export function advice(stage, { packing = [], macro_moves: moves = [] }, onshow) {
  if (!moves.length) return null;
  const { board } = stage;
  const show = (state, draw) => {
    onshow();
    stage.show(state, false);
    draw();
  };
  const order = button("Show the packing plan's order", () => {
    show(board.initial, () => stage.number(packing.map(({ place }) => board.square(place))));
  }, { class: "quiet" });
  const rows = moves.map(({ start, end, advisor }, index) => {
    const [who, why] = advisor ? [advisor, MEANINGS[advisor]] : NOBODY;
    const [from, to] = [start, end].map((place) => board.square(place));
    const onclick = () => show(board.brought(moves.slice(0, index)), () => {
      stage.arrows([[board.middle(from), board.middle(to)]]);
    });
    const words = `${board.place(from)} → ${board.place(to)}`;
    return h("li", {}, button(words, onclick, { class: "quiet small" }), h("span", { title: why }, ` ${who}`));
  });
  return h("details", { class: "advice" },
    h("summary", {}, `How the first plan was made: ${count(moves.length, "moves")} of boxes`),
    packing.length ? h("div", { class: "buttons" }, order) : null,
    h("ol", {}, rows));
}
