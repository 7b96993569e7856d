// Replays a plan on the board: plays it at a chosen speed, steps through it, or jumps to any move.

import { button, h, select } from "./dom.js";
import * as storage from "./storage.js";
import { reducedMotion } from "./board_view.js";

const SPEEDS = [["2", "½×"], ["1", "1×"], ["0.5", "2×"], ["0.2", "5×"], ["0.06", "16×"]];
const MOVE_MILLISECONDS = 320; // at 1×
const CONTEXT = 150; // moves of the plan's text shown on either side of the current one

export class Player {
  /** Throws if a move is not legal. */
  constructor(boardView, moves) {
    const { board } = boardView;
    this.boardView = boardView;
    this.moves = moves;
    this.states = [board.initial];
    for (const move of moves) {
      const after = board.apply(this.states.at(-1), move);
      if (!after) throw new Error(`This plan is not legal: move ${this.states.length} (${move}).`);
      this.states.push(after);
    }
    this.at = 0;
    this.slider = h("input", {
      type: "range", min: 0, max: moves.length, value: 0, "aria-label": "Move of the plan",
      oninput: () => { this.pause(); this.go(Number(this.slider.value), false); },
    });
    const faster = (speed) => {
      storage.saveSetting("speed", speed);
      if (this.playing) this.play();
    };
    this.speed = select(SPEEDS, moves.length > 60 ? "0.2" : "1", faster, { "aria-label": "Speed" });
    const saved = storage.setting("speed", "");
    if (SPEEDS.some(([speed]) => speed === saved)) this.speed.value = saved;
    this.playButton = button("Play", () => this.toggle(), { class: "accent" });
    this.place = h("span", { class: "quiet" });
    this.text = h("div", { class: "plan mono", tabindex: 0, "aria-label": "The plan" });
    this.element = h("div", { class: "player" }, this.slider,
      h("div", { class: "buttons" },
        button("|◀", () => this.jump(0), { "aria-label": "To the start" }),
        button("◀", () => this.jump(this.at - 1), { "aria-label": "Back one move" }),
        this.playButton,
        button("▶", () => this.jump(this.at + 1), { "aria-label": "Forward one move" }),
        button("▶|", () => this.jump(moves.length), { "aria-label": "To the end" }),
        this.speed, this.place));
    this.go(0, false);
  }

  /** Handle a key: arrows step and the space bar plays. Returns false for any other key. */
  key(key) {
    if (key === "ArrowLeft") this.jump(this.at - 1);
    else if (key === "ArrowRight") this.jump(this.at + 1);
    else if (key === " ") this.toggle();
    else return false;
    return true;
  }

  jump(index) {
    this.pause();
    this.go(index);
  }

  go(index, animate = true) {
    this.at = Math.max(0, Math.min(this.moves.length, index));
    this.boardView.point(null);
    this.boardView.show(this.states[this.at], animate && !reducedMotion());
    this.slider.value = this.at;
    this.place.textContent = `${this.at} / ${this.moves.length}`;
    const { board } = this.boardView;
    const gap = board.join(["", ""]);
    const [from, to] = [Math.max(0, this.at - CONTEXT), Math.min(this.moves.length, this.at + CONTEXT)];
    const before = board.join(this.moves.slice(from, Math.max(from, this.at - 1)));
    const after = board.join(this.moves.slice(this.at, to));
    const now = this.at ? h("b", {}, this.moves[this.at - 1]) : "";
    const [more, rest] = [from ? "… " : "", to < this.moves.length ? " …" : ""];
    this.text.replaceChildren(more, before, before && gap, now, this.at && after ? gap : "", after, rest);
    const mark = this.text.querySelector("b");
    if (mark) this.text.scrollTop = mark.offsetTop - this.text.offsetTop - 40;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    this.pause();
    if (this.at === this.moves.length) this.go(0, false);
    this.playing = setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.moves.length) this.pause();
    }, MOVE_MILLISECONDS * Number(this.speed.value));
    this.playButton.textContent = "Pause";
  }

  pause() {
    clearInterval(this.playing);
    this.playing = null;
    this.playButton.textContent = "Play";
  }
}
