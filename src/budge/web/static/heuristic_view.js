// A board that shows what a heuristic counts; the player can move the pieces and see the value change.

import { BoardView } from "./board_view.js";
import { button, h, select } from "./dom.js";
import { drawnHeuristics, heuristicDrawing } from "./heuristic_drawings.js";

export class HeuristicView {
  constructor(app, item, board, { heuristic = null } = {}) {
    this.board = board;
    const names = drawnHeuristics(board.kind).filter((name) => heuristicDrawing(board, board.initial, name));
    this.name = names.includes(heuristic) ? heuristic : names.at(-1);
    this.text = h("p", { class: "heuristic-text", role: "status" });
    this.value = h("strong", { class: "heuristic-value" });
    this.view = new BoardView(board, {
      name: "What the heuristic counts",
      onmoves: (moves) => {
        for (const move of moves) this.state = board.apply(this.state, move) ?? this.state;
        this.draw();
      },
    });
    this.view.element.addEventListener("keydown", (event) => {
      if (!event.altKey && !event.ctrlKey && !event.metaKey && this.view.key(event.key)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    this.element = h("section", { class: "counted-view", hidden: !names.length },
      h("h2", {}, "What a heuristic counts"),
      h("div", { class: "buttons" },
        select(names, this.name, (name) => { this.name = name; this.draw(); }, { "aria-label": "Heuristic to draw" }),
        this.value, button("Back to the start", () => this.restart(), { class: "quiet" })),
      h("div", { class: "counted-board" }, this.view.element, this.text));
    if (names.length) this.restart();
  }

  restart() {
    this.state = this.board.initial;
    this.draw();
  }

  draw() {
    this.view.show(this.state);
    const found = heuristicDrawing(this.board, this.state, this.name);
    this.view.signs.replaceChildren(...found?.marks ?? []);
    this.value.textContent = found ? `h = ${found.value}` : "h = –";
    this.text.textContent = found?.text ?? "There is no drawing for this position.";
  }
}
