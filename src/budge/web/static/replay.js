// Replay: a plan that was pasted or dropped, in any notation that budge reads, played on the board as far as it is legal.

import { count, h, isShortcut, sentence } from "./dom.js";
import { heading } from "./heading.js";
import { linkTo } from "./link.js";
import { Player } from "./player.js";
import { Stage } from "./stage.js";

/** A view of the server's verdict on a plan of the current puzzle; `leave` takes clicks on the way back to the game. */
export function replay(app, verdict, leave) {
  const play = h("a", { class: "button", href: linkTo("play", app.source), onclick: leave }, "Play it yourself");
  const stage = new Stage(app.board, { name: `A plan of ${app.item.name ?? "this puzzle"}` });
  const held = verdict.legal ? verdict.moves : verdict.moves.slice(0, verdict.broken_at);
  const player = new Player(stage, held);
  const onkey = (event) => {
    if (isShortcut(event) && (player.key(event.key) || stage.viewport.key(event.key))) event.preventDefault();
  };
  document.addEventListener("keydown", onkey);
  const costs = Object.entries(verdict.costs).filter(([, cost]) => !Array.isArray(cost));
  const used = costs.map(([metric, cost]) => count(cost, metric)).join(" · ");
  const element = h("div", { class: "table wide" },
    h("section", { class: "board" }, stage.element, stage.allowZoom(), h("div", { class: "below" }, player.element)),
    h("aside", { class: "panel" }, heading(app),
      h("p", { role: "status", class: verdict.solves ? "good" : "warning" }, words(verdict)),
      h("p", { class: "quiet" }, verdict.legal ? used : `${used} up to there`),
      player.text,
      h("div", { class: "buttons" }, play)));
  const close = () => {
    document.removeEventListener("keydown", onkey);
    player.pause();
  };
  return { element, close };
}

function words({ legal, solves, broken_at: broken, moves, reason }) {
  if (solves) return "This plan solves the puzzle.";
  if (legal) return `This plan is legal but does not solve the puzzle: ${sentence(reason)}`;
  return `Move ${broken + 1} of ${moves.length}, ${moves[broken]}, is not legal: ${sentence(reason)}`;
}
