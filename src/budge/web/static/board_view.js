// A board on the screen: draws states, animates pieces between them, and turns pointer and key events into moves.

import { label } from "./board/board.js";
import { boardOf } from "./board/index.js";
import { helpText, pointIn, svg } from "./dom.js";
import { Viewport } from "./viewport.js";

const TAP_SLOP = 5; // pixels that a pointer may move in a tap
const STEP_MILLISECONDS = 55; // between the steps of a walk
const MARGIN = 10;
const HALF = 30; // half a cell
const TAIL = 16; // distance of an arrow's tail from the middle of a piece, so that its label stays readable

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class BoardView {
  /** `onmoves(moves, answer)` is called when the player makes moves; without it the board takes no input. */
  constructor(board, { name, onmoves = null } = {}) {
    this.board = board;
    this.onmoves = onmoves;
    this.selected = null;
    this.drawn = new Map();
    this.reach = svg("path", { class: "reach" }); // the cells that the dragged piece can reach
    this.marks = svg("g", { class: "marks" });
    this.layer = svg("g");
    this.signs = svg("g", { class: "signs" });
    this.element = svg(
      "svg",
      {
        class: `stage ${board.kind}`,
        role: onmoves ? "application" : "img",
        "aria-label": onmoves ? `${name}. ${helpText(board.help)}` : name,
        tabindex: onmoves ? 0 : null,
      },
      svg("g", {}, board.ground()), this.reach, this.marks, this.layer, this.signs,
    );
    const whole = { x: -MARGIN, y: -MARGIN, width: board.width + 2 * MARGIN, height: board.height + 2 * MARGIN };
    this.viewport = new Viewport(this.element, whole);
    if (onmoves) this.listen();
  }

  /** Show a state at once, or animate the pieces. */
  show(state, animate = true) {
    clearTimeout(this.timer);
    this.state = state;
    this.draw(this.board.pieces(state), animate);
    this.showReach();
  }

  /** Show where a piece can go: the one that the player holds, or else the selected one. */
  showReach(id = this.selected) {
    const reach = this.onmoves && id !== null ? this.board.reach(this.state, id, this.selected) : null;
    this.reach.setAttribute("class", `reach ${(reach && this.board.looks?.(id)) ?? ""}`);
    this.reach.setAttribute("d", reach ?? "");
  }

  draw(pieces, animate) {
    this.element.classList.toggle("gliding", animate);
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

  /** Set a piece's position and class. Unchanged attributes are not written, because boards can be large. */
  put(id, x, y, looks) {
    const piece = this.drawn.get(id);
    if (piece.looks !== looks) piece.group.setAttribute("class", looks);
    if (piece.x !== x || piece.y !== y) {
      piece.group.style.transform = `translate(${x}px, ${y}px)`;
      if (piece.x !== undefined) {
        this.viewport.reveal({ x: x + HALF, y: y + HALF });
        piece.group.dataset.facing = facing(x - piece.x, y - piece.y);
      }
    }
    Object.assign(piece, { x, y, looks });
  }

  /** Show several states in quick succession. */
  follow(states) {
    if (reducedMotion() || states.length < 2) return this.show(states.at(-1));
    const [next, ...rest] = states;
    this.show(next);
    this.timer = setTimeout(() => this.follow(rest), Math.min(STEP_MILLISECONDS, 900 / states.length));
  }

  select(id) {
    this.selected = id;
    this.draw(this.board.pieces(this.state), false);
    this.showReach();
  }

  /** Draw the arrows of a move; no arrows for null. */
  point(move) {
    this.arrows(move ? this.board.arrows(this.state, move) : []);
  }

  /** Draw arrows between pairs of points. */
  arrows(pairs) {
    this.signs.replaceChildren(...pairs.map(([from, to]) => {
      const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const place = `translate(${from.x} ${from.y}) rotate(${angle})`;
      const shape = svg("path", { d: `M${TAIL} 0H${length - 8}m-13 -12l15 12l-15 12` });
      return svg("g", { class: "hint", transform: place }, shape);
    }));
  }

  /** Write the index of each cell in a list on the board; a cell that occurs twice gets its last index. */
  number(cells) {
    const last = new Map(cells.map((cell, index) => [cell, index + 1]));
    this.signs.replaceChildren(...[...last].map(([cell, index]) => {
      const { x, y } = this.board.middle(cell);
      return label(String(index), x, y, 2 * HALF, "label order");
    }));
  }

  /** The position of a pointer in the units of the board. */
  position(event) {
    return pointIn(this.element, event);
  }

  listen() {
    let held = null;
    const release = () => {
      held = null;
      this.showReach();
      this.element.classList.remove("grabbing");
    };
    this.viewport.listen(() => {
      release();
      this.show(this.state);
    });
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      const from = this.position(event);
      held = { from, id: this.board.grab(this.state, from), x: event.clientX, y: event.clientY, dragged: null };
      if (held.id !== null) this.showReach(held.id);
      this.element.setPointerCapture(event.pointerId);
      this.element.classList.toggle("grabbing", held.id !== null);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (!held) {
        this.element.classList.toggle("grab", this.board.grab(this.state, this.position(event)) !== null);
        return;
      }
      const moved = Math.hypot(event.clientX - held.x, event.clientY - held.y) >= TAP_SLOP;
      if (held.id === null) {
        held.panned ||= moved && this.viewport.zoomed;
        const { x, y } = this.position(event);
        if (held.panned) this.viewport.pan(held.from.x - x, held.from.y - y);
        return;
      }
      if (!held.dragged && !moved) return;
      held.dragged = this.board.drag(this.state, held.id, held.from, this.position(event), this.selected);
      this.element.classList.remove("gliding");
      for (const [id, x, y] of held.dragged.places) this.put(id, x, y, this.drawn.get(id).looks);
    });
    const drop = (event) => {
      if (!held) return;
      const { dragged, panned } = held;
      release();
      if (panned) return;
      if (event.type === "pointercancel") return this.show(this.state);
      if (!dragged) return this.answer(this.board.tap(this.state, this.position(event), this.selected));
      const moves = typeof dragged.moves === "function" ? dragged.moves() : dragged.moves;
      this.show(this.state);
      this.answer({ moves });
    };
    this.element.addEventListener("pointerup", drop);
    this.element.addEventListener("pointercancel", drop);
  }

  /** Allow to zoom and pan a large board without input. Returns the zoom buttons, or null for a small board. */
  allowZoom() {
    if (!this.viewport.controls) return null;
    this.element.classList.add("zoomable");
    let from = null;
    this.viewport.listen(() => { from = null; });
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary || !this.viewport.zoomed) return;
      from = this.position(event);
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (!from) return;
      const { x, y } = this.position(event);
      this.viewport.pan(from.x - x, from.y - y);
    });
    for (const end of ["pointerup", "pointercancel"]) this.element.addEventListener(end, () => { from = null; });
    return this.viewport.controls;
  }

  /** Handle a key of the board or the zoom. Returns false for any other key. */
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

/** The direction of a movement. */
function facing(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? "left" : "right";
  return dy < 0 ? "up" : "down";
}

/** A small picture of some pieces on a board; without a name it is decoration. */
export function thumbnail(board, pieces, name = null) {
  const boardView = new BoardView(board, { name });
  boardView.draw(pieces, false);
  const { element } = boardView;
  element.classList.add("thumbnail");
  if (name === null) element.setAttribute("aria-hidden", "true");
  return element;
}

/** A picture of a puzzle at its start; the text next to it describes it. */
export function picture(item) {
  const board = boardOf(item);
  return thumbnail(board, board.pieces(board.initial));
}
