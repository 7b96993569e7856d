// Deadlock lights: what POST /info says of a position of Sokoban, as marks on the board, their legend and a sentence.

import { h, svg } from "../dom.js";
import { CELL } from "./board.js";

export class DeadlockLights {
  constructor(board) {
    this.board = board;
    this.name = "Deadlock lights";
  }

  /** `{marks, legend, words}` for an answer of POST /info. */
  show({ dead, corrals, frozen, culprits, deadlock }) {
    const corralled = corrals.flat();
    const ring = ({ cell, reason }) => {
      const { x, y } = this.board.middle(cell);
      const looks = culprits.includes(cell) ? "culprit" : "frozen";
      return svg("circle", { class: looks, cx: x, cy: y, r: 29 }, svg("title", {}, reason));
    };
    return {
      marks: [
        svg("path", { class: "dead", d: this.board.area(dead) }),
        svg("path", { class: "corral", d: hatched(this.board, corralled) }),
        ...frozen.map(ring),
      ],
      legend: [
        dead.length && meaning("dead", "Dead square: a box that stands there can never reach a target."),
        corralled.length && meaning("corral", "Out of the player's reach for now (a corral): nothing is lost by that."),
        frozen.length > culprits.length && meaning("frozen", "This box can never move again."),
        culprits.length && meaning("culprit", "This box is lost."),
      ].filter(Boolean),
      words: deadlock ? `Lost: ${deadlock}.` : "Nothing here is known to be lost.",
    };
  }
}

/** Cells under slanting lines: three to a cell, which meet those of the next. */
function hatched(board, cells) {
  const [third, whole] = [CELL / 3, CELL];
  const lines = (x, y) => [1, 2, 3].map((n) => `M${x} ${y + n * third}l${n * third} ${-n * third}`).join("")
    + [1, 2].map((n) => `M${x + n * third} ${y + whole}l${whole - n * third} ${n * third - whole}`).join("");
  return cells.map((cell) => lines(board.x(cell), board.y(cell))).join("");
}

/** What a mark on the board means, beside a small one. */
function meaning(looks, words) {
  const mark = {
    dead: () => svg("path", { class: "dead", d: "M0 0h60v60h-60z" }),
    corral: () => svg("path", { class: "corral", d: "M0 20l20 -20M0 40l40 -40M0 60l60 -60M20 60l40 -40M40 60l20 -20" }),
    frozen: () => svg("circle", { class: "frozen", cx: 30, cy: 30, r: 26 }),
    culprit: () => svg("circle", { class: "culprit", cx: 30, cy: 30, r: 26 }),
  }[looks]();
  return h("li", {}, svg("svg", { viewBox: "0 0 60 60", "aria-hidden": "true" }, mark), words);
}
