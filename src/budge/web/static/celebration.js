// A celebration when a puzzle is solved: confetti, and four notes if sound is on.

import { reducedMotion } from "./board_view.js";
import { h } from "./dom.js";
import * as storage from "./storage.js";

const PIECES = 48;
const COLOURS = 8; // of style.css
const NOTES = [523.25, 659.25, 783.99, 1046.5]; // C major, ascending
const GOLDEN_ANGLE = 2.4; // spreads the pieces evenly

/** Celebrate on a positioned element. */
export function celebrate(element) {
  if (storage.setting("sound", false)) NOTES.forEach((pitch, index) => playNote(pitch, 0.11 * index, 0.35));
  if (reducedMotion()) return;
  const confetti = h("div", { class: "confetti", "aria-hidden": "true" }, Array.from({ length: PIECES }, (_, index) => {
    const piece = h("i", { class: `series-${index % COLOURS}` });
    const [angle, distance] = [GOLDEN_ANGLE * index, 6 + 12 * Math.random()];
    piece.style.setProperty("--x", `${(distance * Math.cos(angle)).toFixed(2)}rem`);
    piece.style.setProperty("--y", `${(distance * Math.sin(angle) - 4).toFixed(2)}rem`);
    piece.style.setProperty("--turn", `${Math.round(720 * Math.random() - 360)}deg`);
    return piece;
  }));
  element.append(confetti);
  setTimeout(() => confetti.remove(), 1800);
}

/** A soft knock for a move, if sound is on. */
export function knock() {
  if (storage.setting("sound", false)) playNote(196, 0, 0.06);
}

let audio = null; // created on the first note: browsers require a gesture before it

function playNote(pitch, delay, duration) {
  audio ??= new AudioContext();
  const [oscillator, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + delay];
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + duration);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + duration);
}
