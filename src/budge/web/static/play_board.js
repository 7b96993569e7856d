// A board to play on without the rest of the page: for the lesson, and for frames in other pages.

import { BoardView } from "./board_view.js";
import { button, count, h } from "./dom.js";

/** The board with its number of moves. */
export function playBoard(board, name) {
  let [state, moves] = [board.initial, 0];
  const status = h("p", { class: "status", role: "status" });
  const boardView = new BoardView(board, {
    name,
    onmoves: (made) => {
      for (const move of made) {
        const after = board.apply(state, move);
        if (after) [state, moves] = [after, moves + 1];
      }
      draw();
    },
  });
  const draw = () => {
    boardView.show(state);
    const solved = board.isGoal(state) ? " Solved!" : "";
    status.textContent = `${count(moves, "moves")}.${solved}`;
  };
  boardView.element.addEventListener("keydown", (event) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && boardView.key(event.key)) event.preventDefault();
  });
  const again = button("Start again", () => { [state, moves] = [board.initial, 0]; draw(); });
  draw();
  return h("div", { class: "lesson-play" }, boardView.element, status, again);
}
