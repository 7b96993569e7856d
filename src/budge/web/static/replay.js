// Replay: plays a plan that was pasted or dropped, in any notation that budge reads, up to its first illegal move.

import { count, h, isShortcut, sentence } from "./dom.js";
import { heading } from "./heading.js";
import { linkTo } from "./link.js";
import { Player } from "./player.js";
import { BoardView } from "./board_view.js";

/** A view of the server's verdict on a plan of the current puzzle; `onleave` handles clicks on the link to the game. */
export function replay(app, verdict, onleave) {
  const play = h("a", { class: "button", href: linkTo("play", app.source), onclick: onleave }, "Play it yourself");
  const boardView = new BoardView(app.board, { name: `A plan of ${app.item.name ?? "this puzzle"}` });
  const legalMoves = verdict.legal ? verdict.moves : verdict.moves.slice(0, verdict.broken_at);
  const player = new Player(boardView, legalMoves);
  const onkey = (event) => {
    if (isShortcut(event) && (player.key(event.key) || boardView.viewport.key(event.key))) event.preventDefault();
  };
  document.addEventListener("keydown", onkey);
  const costs = Object.entries(verdict.costs).filter(([, cost]) => !Array.isArray(cost));
  const used = costs.map(([metric, cost]) => count(cost, metric)).join(" · ");
  const element = h("div", { class: "table wide" },
    h("section", { class: "board" },
      boardView.element, boardView.allowZoom(), h("div", { class: "below" }, player.element)),
    h("aside", { class: "panel" }, heading(app),
      h("p", { role: "status", class: verdict.solves ? "good" : "warning" }, verdictText(verdict)),
      h("p", { class: "quiet" }, verdict.legal ? used : `${used} up to that move`),
      player.text,
      h("div", { class: "buttons" }, play)));
  const close = () => {
    document.removeEventListener("keydown", onkey);
    player.pause();
  };
  return { element, close };
}

function verdictText({ legal, solves, broken_at: broken, moves, reason }) {
  if (solves) return "This plan solves the puzzle.";
  if (legal) return `This plan is legal but does not solve the puzzle. ${sentence(reason)}`;
  return `Move ${broken + 1} of ${moves.length}, ${moves[broken]}, is not legal. ${sentence(reason)}`;
}
