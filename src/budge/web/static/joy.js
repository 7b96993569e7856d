// A moment of joy when a puzzle is won: a burst of paper, and three notes where sound is wanted.

import { h } from "./dom.js";
import { setting } from "./kept.js";
import { reducedMotion } from "./stage.js";

const PIECES = 48;
const COLOURS = 8; // of style.css
const NOTES = [523.25, 659.25, 783.99, 1046.5]; // C major, going up

/** Celebrate on an element that has a position of its own. */
export function celebrate(place) {
  if (setting("sound", false)) NOTES.forEach((pitch, turn) => note(pitch, 0.11 * turn, 0.35));
  if (reducedMotion()) return;
  const paper = h("div", { class: "joy", "aria-hidden": "true" }, Array.from({ length: PIECES }, (_, turn) => {
    const piece = h("i", { class: `series-${turn % COLOURS}` });
    const [angle, far] = [2.4 * turn, 6 + 12 * Math.random()]; // 2.4: the golden angle, so that they spread evenly
    piece.style.setProperty("--x", `${(far * Math.cos(angle)).toFixed(2)}rem`);
    piece.style.setProperty("--y", `${(far * Math.sin(angle) - 4).toFixed(2)}rem`);
    piece.style.setProperty("--turn", `${Math.round(720 * Math.random() - 360)}deg`);
    return piece;
  }));
  place.append(paper);
  setTimeout(() => paper.remove(), 1800);
}

/** A soft knock for a move, where sound is wanted. */
export function knock() {
  if (setting("sound", false)) note(196, 0, 0.06);
}

let audio = null; // made when it is first heard: browsers want a gesture before it

function note(pitch, after, long) {
  audio ??= new AudioContext();
  const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + long);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + long);
}
