// A plan on the board: played at a chosen speed, stepped through, scrubbed.

import { button, h, select } from "./dom.js";
import { choose, setting } from "./kept.js";
import { reducedMotion } from "./stage.js";

const SPEEDS = [["2", "½×"], ["1", "1×"], ["0.5", "2×"], ["0.2", "5×"], ["0.06", "16×"]];
const PACE = 320; // milliseconds for a move at 1×
const NEAR = 150; // moves of the plan's text shown on either side of the current one

export class Player {
  /** Moves that are legal by the board's rules, shown on a stage. */
  constructor(stage, moves) {
    const { board } = stage;
    this.stage = stage;
    this.moves = moves;
    this.states = [board.initial];
    for (const move of moves) {
      const after = board.apply(this.states.at(-1), move);
      if (!after) throw new Error(`This plan is not legal: move ${this.states.length}, ${move}.`);
      this.states.push(after);
    }
    this.at = 0;
    this.slider = h("input", {
      type: "range", min: 0, max: moves.length, value: 0, "aria-label": "Move of the plan",
      oninput: () => { this.pause(); this.go(Number(this.slider.value), false); },
    });
    const faster = (speed) => {
      choose("speed", speed);
      if (this.playing) this.play();
    };
    this.speed = select(SPEEDS, moves.length > 60 ? "0.2" : "1", faster, { "aria-label": "Speed" });
    if (SPEEDS.some(([speed]) => speed === setting("speed", ""))) this.speed.value = setting("speed", "");
    this.playButton = button("Play", () => this.toggle(), { class: "accent" });
    this.place = h("span", { class: "quiet" });
    this.text = h("div", { class: "plan mono", tabindex: 0, "aria-label": "The plan" });
    this.element = h("div", { class: "player" }, this.slider,
      h("div", { class: "buttons" },
        button("|◀", () => this.jump(0), { "aria-label": "To the start" }),
        button("◀", () => this.jump(this.at - 1), { "aria-label": "Back one move" }),
        this.playButton,
        button("▶", () => this.jump(this.at + 1), { "aria-label": "On one move" }),
        button("▶|", () => this.jump(moves.length), { "aria-label": "To the end" }),
        this.speed, this.place));
    this.go(0, false);
  }

  /** Arrows step and the space bar plays, wherever no form is being filled in; false for any other key. */
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

  go(index, glide = true) {
    this.at = Math.max(0, Math.min(this.moves.length, index));
    this.stage.point(null);
    this.stage.show(this.states[this.at], glide && !reducedMotion());
    this.slider.value = this.at;
    this.place.textContent = `${this.at} / ${this.moves.length}`;
    const { board } = this.stage;
    const gap = board.join(["", ""]);
    const [from, to] = [Math.max(0, this.at - NEAR), Math.min(this.moves.length, this.at + NEAR)];
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
    }, PACE * Number(this.speed.value));
    this.playButton.textContent = "Pause";
  }

  pause() {
    clearInterval(this.playing);
    this.playing = null;
    this.playButton.textContent = "Play";
  }
}
