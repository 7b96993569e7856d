// A board on the screen: draws a state, glides pieces from one to the next, and turns pointer and keys into moves.

import { label } from "./board/board.js";
import { helpWords, pointIn, svg } from "./dom.js";
import { Viewport } from "./viewport.js";

const SLOP = 5; // pixels that a finger may stray in a tap
const PACE = 55; // milliseconds between the steps of a walk
const MARGIN = 10;
const HALF = 30; // of a cell: from the corner of a piece to its middle
const TAIL = 16; // from the middle of a piece to where an arrow begins: its label stays readable

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Stage {
  /** `onmoves(moves, answer)` is called when the player asks for moves; without it the board is only looked at. */
  constructor(board, { name, onmoves = null } = {}) {
    this.board = board;
    this.onmoves = onmoves;
    this.selected = null;
    this.drawn = new Map();
    this.reach = svg("path", { class: "reach" }); // where the piece in hand can go
    this.marks = svg("g", { class: "marks" });
    this.layer = svg("g");
    this.signs = svg("g", { class: "signs" });
    this.element = svg(
      "svg",
      {
        class: `stage ${board.kind}`,
        role: onmoves ? "application" : "img",
        "aria-label": onmoves ? `${name}. ${helpWords(board.help)}` : name,
        tabindex: onmoves ? 0 : null,
      },
      svg("g", {}, board.ground()), this.reach, this.marks, this.layer, this.signs,
    );
    const whole = { x: -MARGIN, y: -MARGIN, width: board.width + 2 * MARGIN, height: board.height + 2 * MARGIN };
    this.viewport = new Viewport(this.element, whole);
    if (onmoves) this.listen();
  }

  /** Show a state at once, or let the pieces glide there. */
  show(state, glide = true) {
    clearTimeout(this.timer);
    this.state = state;
    this.draw(this.board.pieces(state), glide);
  }

  draw(pieces, glide) {
    this.element.classList.toggle("gliding", glide);
    const gone = new Set(this.drawn.keys());
    for (const { id, x, y, looks, draw } of pieces) {
      if (!this.drawn.has(id)) {
        const group = svg("g", {}, draw());
        this.drawn.set(id, { group });
        this.layer.append(group);
      }
      this.put(id, x, y, `piece ${looks}${id === this.selected ? " selected" : ""}`);
      gone.delete(id);
    }
    for (const id of gone) {
      this.drawn.get(id).group.remove();
      this.drawn.delete(id);
    }
  }

  /** A piece to its place and into its looks; what has not changed is left alone, since boards can be large. */
  put(id, x, y, looks) {
    const piece = this.drawn.get(id);
    if (piece.looks !== looks) piece.group.setAttribute("class", looks);
    if (piece.x !== x || piece.y !== y) {
      piece.group.style.transform = `translate(${x}px, ${y}px)`;
      if (piece.x !== undefined) this.viewport.reveal({ x: x + HALF, y: y + HALF });
    }
    Object.assign(piece, { x, y, looks });
  }

  /** Show several states, one after another, quickly. */
  follow(states) {
    if (reducedMotion() || states.length < 2) return this.show(states.at(-1));
    const [next, ...rest] = states;
    this.show(next);
    this.timer = setTimeout(() => this.follow(rest), Math.min(PACE, 900 / states.length));
  }

  select(id) {
    this.selected = id;
    this.draw(this.board.pieces(this.state), false);
  }

  /** Arrows over the board for a move, or none. */
  point(move) {
    this.arrows(move ? this.board.arrows(this.state, move) : []);
  }

  /** Arrows over the board between pairs of points. */
  arrows(pairs) {
    this.signs.replaceChildren(...pairs.map(([from, to]) => {
      const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      const long = Math.hypot(to.x - from.x, to.y - from.y);
      const place = `translate(${from.x} ${from.y}) rotate(${angle})`;
      const shape = svg("path", { d: `M${TAIL} 0H${long - 8}m-13 -12l15 12l-15 12` });
      return svg("g", { class: "hint", transform: place }, shape);
    }));
  }

  /** Numbers over the board: the places of cells on a list, for those that are on it twice the last. */
  number(cells) {
    const last = new Map(cells.map((cell, index) => [cell, index + 1]));
    this.signs.replaceChildren(...[...last].map(([cell, index]) => {
      const { x, y } = this.board.middle(cell);
      return label(String(index), x, y, 2 * HALF, "label order");
    }));
  }

  /** Where a pointer is, in the units of the board. */
  where(event) {
    return pointIn(this.element, event);
  }

  listen() {
    let held = null;
    const letGo = () => {
      held = null;
      this.reach.removeAttribute("d");
      this.element.classList.remove("grabbing");
    };
    this.viewport.listen(() => {
      letGo();
      this.show(this.state);
    });
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      const from = this.where(event);
      held = { from, id: this.board.grab(this.state, from), x: event.clientX, y: event.clientY, pulled: null };
      if (held.id !== null) this.reach.setAttribute("d", this.board.reach(this.state, held.id, this.selected) ?? "");
      this.element.setPointerCapture(event.pointerId);
      this.element.classList.toggle("grabbing", held.id !== null);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (!held) {
        this.element.classList.toggle("grab", this.board.grab(this.state, this.where(event)) !== null);
        return;
      }
      const strayed = Math.hypot(event.clientX - held.x, event.clientY - held.y) >= SLOP;
      if (held.id === null) {
        held.panned ||= strayed && this.viewport.zoomed;
        const { x, y } = this.where(event);
        if (held.panned) this.viewport.pan(held.from.x - x, held.from.y - y);
        return;
      }
      if (!held.pulled && !strayed) return;
      held.pulled = this.board.pull(this.state, held.id, held.from, this.where(event), this.selected);
      this.element.classList.remove("gliding");
      for (const [id, x, y] of held.pulled.places) this.put(id, x, y, this.drawn.get(id).looks);
    });
    const release = (event) => {
      if (!held) return;
      const { pulled, panned } = held;
      letGo();
      if (panned) return;
      if (event.type === "pointercancel") return this.show(this.state);
      if (!pulled) return this.answer(this.board.tap(this.state, this.where(event), this.selected));
      const moves = typeof pulled.moves === "function" ? pulled.moves() : pulled.moves;
      this.show(this.state);
      this.answer({ moves });
    };
    this.element.addEventListener("pointerup", release);
    this.element.addEventListener("pointercancel", release);
  }

  /** Let a large board that is only looked at be zoomed and moved; gives back the buttons for that, where it is large. */
  allowZoom() {
    if (!this.viewport.controls) return null;
    this.element.classList.add("zoomable");
    let from = null;
    this.viewport.listen(() => { from = null; });
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary || !this.viewport.zoomed) return;
      from = this.where(event);
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (!from) return;
      const { x, y } = this.where(event);
      this.viewport.pan(from.x - x, from.y - y);
    });
    for (const end of ["pointerup", "pointercancel"]) this.element.addEventListener(end, () => { from = null; });
    return this.viewport.controls;
  }

  /** A key that the board understands, or that zooms; false if it does neither. */
  key(key) {
    const answer = this.board.key(this.state, key, this.selected);
    this.answer(answer);
    return answer !== null || this.viewport.key(key);
  }

  answer(answer) {
    if (!answer) return;
    if (answer.select !== undefined && answer.select !== this.selected) this.select(answer.select);
    if (answer.moves.length || answer.player !== undefined) this.onmoves(answer.moves, answer);
  }
}

/** A small picture of a board in some state, or of a goal's pieces. */
export function thumbnail(board, pieces, name) {
  const stage = new Stage(board, { name });
  stage.draw(pieces, false);
  stage.element.classList.add("thumbnail");
  return stage.element;
}
