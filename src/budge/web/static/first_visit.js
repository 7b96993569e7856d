// What the library offers first: five easy puzzles with one rule each, and a puzzle of the day.

import { titleOf } from "./heading.js";
import { h } from "./dom.js";
import { linkTo } from "./link.js";
import { picture } from "./board_view.js";
import { progressMark } from "./progress.js";

const STARTERS = [
  ["graphs/star", "A token moves along a line to the empty place."],
  ["robots/corner-room", "A robot slides until something stops it."],
  ["sokoban/rooms-1", "Push the boxes onto the targets. You cannot pull."],
  ["rushhour/10", "Cars drive forwards and backwards. Clear the exit."],
  ["eight/12", "Slide tiles into the gap until they are in order."],
];
const DAILY_MOVES = [8, 60]; // of an optimal plan
const DAY = 24 * 60 * 60 * 1000;
const STRIDE = 7919; // a prime, so that days that follow each other get puzzles of different kinds

/** The first section of the library; null if it lacks these puzzles. */
export function firstVisit(puzzles) {
  const named = new Map(puzzles.map((puzzle) => [puzzle.name, puzzle]));
  const starters = STARTERS.filter(([name]) => named.has(name));
  const daily = puzzleOf(new Date(), puzzles);
  if (!starters.length && !daily) return null;
  return h("div", { class: "first-visit" },
    starters.length ? h("section", {}, h("h2", {}, "Start here"),
      h("ul", { class: "cards" }, starters.map(([name, rule]) => card(named.get(name), rule)))) : null,
    daily ? h("section", {}, h("h2", {}, "Puzzle of the day"),
      h("ul", { class: "cards" }, card(daily, `${daily.kind} · ${daily.size}`))) : null);
}

function card(puzzle, text) {
  return h("li", {}, h("a", { class: "puzzle", href: linkTo("play", { name: puzzle.name }) },
    picture(puzzle), h("strong", {}, titleOf(puzzle.name)), h("span", { class: "quiet" }, text),
    progressMark(puzzle.name)));
}

/** The puzzle of a day: the same for everybody whose calendar shows this date. */
function puzzleOf(date, puzzles) {
  const suitable = puzzles.filter(({ optimum }) => {
    const [moves] = Object.values(optimum ?? {});
    return moves >= DAILY_MOVES[0] && moves <= DAILY_MOVES[1];
  });
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
  return suitable.length ? suitable[(day * STRIDE) % suitable.length] : null;
}
