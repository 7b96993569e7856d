// What the editors of boards with cells share: a canvas whose width and height can change, and brushes by name.

import { h } from "../dom.js";
import { Canvas } from "./canvas.js";

/** A kind adds `load`, `puzzle`, `resized(width, height)`, `paint(cell, first)` and `describe(cell)`. */
export class GridEditor {
  leastSide = 1;
  mostSide = 64;

  constructor(changed) {
    this.changed = changed;
    this.element = h("div", { class: "canvas" });
  }

  /** An empty canvas of a size, in place of the one before. */
  lay(width, height) {
    const before = this.canvas;
    this.canvas = new Canvas(width, height, {
      paint: (cell, first) => this.paint(cell, first), describe: (cell) => this.describe(cell),
    });
    const same = before?.columns === width && before.rows === height;
    if (same) this.canvas.viewport.show(before.viewport.view); // an undo does not jump
    this.element.replaceChildren(...this.canvas.elements);
  }

  get size() {
    return [this.canvas.columns, this.canvas.rows];
  }

  resize(width, height) {
    this.load(this.resized(width, height));
    this.changed();
  }

  /** Where a cell is on a board of another size: a list of one, or of none where it is cut off. */
  moved(width, height) {
    const [columns] = this.size;
    return (cell) => {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      return row < height && column < width ? [row * width + column] : [];
    };
  }
}

/** A brush for every name in use, and one for the first that is free. */
export function brushesFor(used, names, what) {
  const fresh = names.find((name) => !used.includes(name));
  const brush = (name, words) => ({ name, words, title: `${what} ${name}` });
  return [...used.map((name) => brush(name, name)), ...(fresh ? [brush(fresh, `+ ${fresh}`)] : [])];
}
