// Deadlock lights: the deadlocks that POST /info finds in a Sokoban position, as marks, a legend and a sentence.

import { h, svg } from "../dom.js";
import { CELL } from "./board.js";

export class DeadlockLights {
  constructor(board) {
    this.board = board;
    this.name = "Deadlock lights";
  }

  /** `{marks, legend, text}` for an answer of POST /info. */
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
        dead.length && meaning("dead", "Dead square: a box on it can never reach a target."),
        corralled.length && meaning("corral",
          "Corral: the player cannot reach these cells now. This alone is no deadlock."),
        frozen.length > culprits.length && meaning("frozen", "Frozen: this box can never move again."),
        culprits.length && meaning("culprit", "Lost: this box can never reach a target."),
      ].filter(Boolean),
      text: deadlock ? `Deadlock: ${deadlock}.` : "No deadlock found.",
    };
  }
}

/** A hatching of cells: three slanting lines per cell, which continue in the next cell. */
function hatched(board, cells) {
  const [third, whole] = [CELL / 3, CELL];
  const lines = (x, y) => [1, 2, 3].map((n) => `M${x} ${y + n * third}l${n * third} ${-n * third}`).join("")
    + [1, 2].map((n) => `M${x + n * third} ${y + whole}l${whole - n * third} ${n * third - whole}`).join("");
  return cells.map((cell) => lines(board.x(cell), board.y(cell))).join("");
}

/** An entry of the legend: a small mark and its meaning. */
function meaning(looks, text) {
  const mark = {
    dead: () => svg("path", { class: "dead", d: "M0 0h60v60h-60z" }),
    corral: () => svg("path", { class: "corral", d: "M0 20l20 -20M0 40l40 -40M0 60l60 -60M20 60l40 -40M40 60l20 -20" }),
    frozen: () => svg("circle", { class: "frozen", cx: 30, cy: 30, r: 26 }),
    culprit: () => svg("circle", { class: "culprit", cx: 30, cy: 30, r: 26 }),
  }[looks]();
  return h("li", {}, svg("svg", { viewBox: "0 0 60 60", "aria-hidden": "true" }, mark), text);
}
