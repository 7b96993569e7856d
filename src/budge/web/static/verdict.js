// What a comparison shows, in words.

import { bytes, count, number } from "./dom.js";

const ORDINALS = [
  "half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
  "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
];
const ALMOST_NONE = 20_000; // bytes
const MIN_SECONDS = 0.002; // shorter times are not compared: a clock's tick and a thread's start weigh as much

/** The memory of a run; that of a search which stores little more than a path, such as IDA*, is almost none. */
export function memory(peak) {
  if (peak === null || peak === undefined || peak >= ALMOST_NONE) return bytes(peak);
  return peak ? `almost none (${bytes(peak)})` : "almost none";
}

/** `as many`, `9 times as many`, `a third as many`. */
export function times(ratio) {
  if (ratio > 0.87 && ratio < 1.15) return "about as many";
  if (ratio >= 1.15) return `${ratio < 10 ? +ratio.toPrecision(2) : number(Math.round(ratio))} times as many`;
  return `${fraction(1 / ratio)} as many`;
}

/** `the same time`, `3 times as long`, `a seventeenth of the time`. */
export function duration(ratio) {
  if (ratio > 0.87 && ratio < 1.15) return "about the same time";
  if (ratio >= 1.15) return `${ratio < 10 ? +ratio.toPrecision(2) : number(Math.round(ratio))} times as long`;
  return `${fraction(1 / ratio)} of the time`;
}

/** One part of `whole`, in words: 17 is `a seventeenth`. */
function fraction(whole) {
  if (whole < 1.45) return `${Math.round(100 / whole)} %`;
  const name = ORDINALS[Math.round(whole) - 2];
  if (!name) return `1/${number(Math.round(whole))}`;
  return name === "half" ? name : `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** Sentences about the finished runs `{name, state, outcome}`; none before two of them have found the answer. */
export function verdict(runs, metric) {
  const ended = runs.filter(({ outcome }) => outcome);
  const proven = ended.filter(({ outcome: { status } }) => ["optimal", "unsolvable"].includes(status));
  if (ended.length < runs.length || runs.length < 2) return [];
  return [answer(proven, metric), ...pairs(proven), ...ended.filter((run) => !proven.includes(run)).map(unproven)]
    .filter(Boolean);
}

function answer(proven, metric) {
  if (!proven.length) return null;
  const { status, cost } = proven[0].outcome;
  const what = status === "unsolvable" ? "that no plan exists" : `that ${count(cost, metric)} is the optimum`;
  const all = { 1: proven[0].name, 2: proven.map(({ name }) => name).join(" and ") }[proven.length];
  return `${all ?? `All ${proven.length}`} ${proven.length > 1 ? "prove" : "proves"} ${what}.`;
}

/** Every other run, compared with the one that expanded fewest positions. */
function pairs(proven) {
  const effort = proven.filter(({ outcome: { stats } }) => stats.expanded > 0);
  if (effort.length < 2) return [];
  const expanded = ({ outcome: { stats } }) => stats.expanded;
  const least = effort.reduce((one, other) => (expanded(other) < expanded(one) ? other : one));
  return effort.filter((run) => run !== least).map((run) => {
    const [mine, best] = [run.outcome.stats, least.outcome.stats];
    const timed = Math.max(mine.seconds, best.seconds) >= MIN_SECONDS
      ? `, in ${duration(Math.max(mine.seconds, 1e-6) / Math.max(best.seconds, 1e-6))}` : "";
    const room = [mine, best].every(({ peak_bytes: peak }) => peak !== null && peak !== undefined)
      && mine.peak_bytes !== best.peak_bytes
      ? `; memory: ${memory(mine.peak_bytes)}, ${least.name} ${memory(best.peak_bytes)}` : "";
    return `${run.name} expanded ${times(mine.expanded / best.expanded)} positions as ${least.name}${timed}${room}.`;
  });
}

function unproven({ name, outcome: { status, cost, lower_bound: bound, reason } }) {
  if (status === "solved") return `${name} has a plan of ${number(cost)} and proves a bound of ${number(bound)}.`;
  return `${name} stopped with a bound of ${number(bound)}${reason ? `: ${reason}` : ""}.`;
}
