// The base of editors of grids: a canvas that can be resized, and a brush for each named piece.

import { h } from "../dom.js";
import { Canvas } from "./canvas.js";

/** Subclasses define `load`, `puzzle`, `resized(width, height)`, `paint(cell, first)` and `describe(cell)`. */
export class GridEditor {
  minSide = 1;
  maxSide = 64;

  constructor(changed) {
    this.changed = changed;
    this.element = h("div", { class: "canvas" });
  }

  /** Replace the canvas by an empty one. */
  createCanvas(width, height) {
    const before = this.canvas;
    this.canvas = new Canvas(width, height, {
      paint: (cell, first) => this.paint(cell, first), describe: (cell) => this.describe(cell),
    });
    const same = before?.columns === width && before.rows === height;
    if (same) this.canvas.viewport.show(before.viewport.view); // an undo does not change the zoom
    this.element.replaceChildren(...this.canvas.elements);
  }

  get size() {
    return [this.canvas.columns, this.canvas.rows];
  }

  resize(width, height) {
    this.load(this.resized(width, height));
    this.changed();
  }

  /** A function from cells to their cells on a board of another size: a list of one cell, or none if it is cut off. */
  moved(width, height) {
    const [columns] = this.size;
    return (cell) => {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      return row < height && column < width ? [row * width + column] : [];
    };
  }
}

/** A brush for every used name, and one for the first free name. */
export function brushesFor(used, names, what) {
  const free = names.find((name) => !used.includes(name));
  const brush = (name, label) => ({ name, label, title: `${what} ${name}` });
  return [...used.map((name) => brush(name, name)), ...(free ? [brush(free, `+ ${free}`)] : [])];
}
