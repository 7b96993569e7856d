// The engines that run in the browser, and what they need to know about a puzzle: engines/native/*.py in short.

import { ask } from "./client.js";
import { KINDS } from "./kinds/index.js";

const INFORMED = ["astar", "ida", "sma", "nbs", "bae"]; // follow a heuristic
export const TWO_HEURISTICS = ["nbs", "bae"]; // towards the start and towards the goal
const ANY_WEIGHT = [3, 1]; // of other engines for quality `any`: fast, and the lower bound is still proven
export const IMPROVING = ["construct", "fess"];

export const takesHeuristic = (engine) => INFORMED.includes(engine);

/** The command that solves the puzzle with this engine in a terminal. */
function command(puzzle, engine) {
  const source = puzzle.name?.includes("/") ? puzzle.name : "FILE";
  return `budge solve ${source} --engine ${engine}`;
}

/** Which engines of a kind need Python, and the command; null if none does. */
export function needsPython(engines, puzzle) {
  const names = engines.filter(({ kinds, native }) => kinds.includes(puzzle.kind) && !native).map(({ name }) => name);
  if (!names.length) return null;
  const all = names.length === 1 ? `${names} needs` : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} need`;
  return `${all} Python: ${command(puzzle, names[0])}`;
}

/** Why an engine of the catalogue cannot solve a puzzle, or null. */
export async function refusal({ name, kinds, native }, board, puzzle, quality) {
  if (!kinds.includes(board.kind)) return `${name} solves ${kinds.join(", ")}, not ${board.kind}`;
  if (!native) return `${name} needs Python: ${command(puzzle, name)}`;
  if (name === "construct" && quality !== "any") {
    return "construct proves nothing about the length of its plans; it serves quality any";
  }
  return KINDS[board.kind].refuses(name, board, quality);
}

/** The engine of a request: `auto` selects one, and a named heuristic an engine that uses it. */
export function chosen({ engine = "auto", heuristic = null }, board, quality) {
  if (engine !== "auto") return engine;
  const choice = KINDS[board.kind].choose(board, quality);
  return heuristic !== null && !takesHeuristic(choice) ? "astar" : choice;
}

/** The value of a heuristic at a state, a lower bound in the metric; negative if it proves that there is no plan. */
export async function evaluated(board, state, heuristic, metric) {
  return (await ask("evaluate", board.kind, heuristic, metric, ...KINDS[board.kind].values(board, state))).value;
}

/** The largest allowed ratio of cost to optimum, as numerator and denominator. */
export function weightOf(quality) {
  if (quality === "optimal") return [1, 1];
  if (quality === "any") return ANY_WEIGHT;
  const [numerator, denominator] = [Math.round(Number(quality) * 1000), 1000];
  const divisor = gcd(numerator, denominator);
  return [numerator / divisor, denominator / divisor];
}

const gcd = (one, other) => (other === 0 ? one : gcd(other, one % other));
