// A guided lesson of ten minutes: how searches solve puzzles, and why they differ. Each step has a live board. A step
// has an address of its own, `#view=learn&step=4`, to which a teacher can link.

import * as api from "./api.js";
import { boardOf } from "./board/index.js";
import { button, h } from "./dom.js";
import { HeuristicView } from "./heuristic_view.js";
import { linkTo, packed } from "./link.js";
import { playBoard } from "./play_board.js";
import { SearchPlayer } from "./search_player.js";
import { StateGraph } from "./stategraph.js";

const SMALL = "4 1 2/0 5 3"; // 4 moves from its goal: to be solved by hand
const FAR = "4 5 0/1 2 3"; // the farthest positions of 3×2 are the most instructive to search for
const EIGHT = "8 1 3/4 0 2/7 6 5"; // 14 moves

const NEXT_VIEWS = { compare: "Compare engines", watch: "Watch searches", play: "Play this puzzle" };

const STEPS = [
  {
    title: "A puzzle is a graph",
    text: [
      "Move the tiles until they are in order. Each arrangement of the tiles is a position; a move leads from one "
      + "position to another.",
      "So a puzzle is a graph: positions are its nodes, and moves are its edges. To solve it optimally is to find a "
      + "shortest path to the goal.",
    ],
    puzzle: SMALL,
    show: (lesson, item, board) => playBoard(board, "The puzzle"),
  },
  {
    title: "All positions at once",
    text: [
      "This is the whole graph of the 3×2 board: 360 positions. The dark dot is the start, the ring is the goal, and "
      + "the line is a shortest path.",
      "The 15-puzzle has ten trillion positions, so searches must not look at all of them.",
    ],
    puzzle: FAR,
    show(lesson, item, board) {
      const graph = new StateGraph({ ...lesson.app, item, board }, () => ({ metric: "moves" }));
      graph.load();
      return graph.element;
    },
  },
  {
    title: "Flood the graph",
    text: [
      "Dijkstra's algorithm expands the position that is nearest to the start, again and again. To expand a position "
      + "is to generate all positions that are one move away.",
      "It keeps a frontier: positions that are generated, but not yet expanded. Step through it, or play it.",
    ],
    puzzle: FAR,
    show: (lesson, item, board) => lesson.search(item, board, ["dijkstra"]),
  },
  {
    title: "A lower bound",
    text: [
      "How many moves are left at least? A tile that is two steps from home needs two moves, whatever the others do. "
      + "The sum over all tiles is the Manhattan distance.",
      "It never exceeds the true distance, so it is admissible. Move the tiles and watch the value.",
    ],
    puzzle: EIGHT,
    show: (lesson, item, board) => new HeuristicView(lesson.app, item, board, { heuristic: "manhattan" }).element,
  },
  {
    title: "A*: moves so far plus moves to come",
    text: [
      "A* expands the position with the smallest f = g + h, where g is the moves so far and h the lower bound on those "
      + "to come. Positions that lead away from the goal have a larger f and wait.",
      "Compare: both algorithms expand one position in each step. A* needs fewer of them.",
    ],
    puzzle: FAR,
    show: (lesson, item, board) => lesson.search(item, board, ["dijkstra", "astar"], "manhattan"),
  },
  {
    title: "Better bounds, fewer positions",
    text: [
      "Two tiles in their home row, in the wrong order, cannot pass each other: one of them has to leave the row and "
      + "come back. Linear conflict adds two moves for that.",
      "A larger lower bound is a better one, as long as it is admissible. Choose a heuristic and compare the values.",
    ],
    puzzle: "2 1 3/4 5 6/8 7 0",
    show: (lesson, item, board) => new HeuristicView(lesson.app, item, board, { heuristic: "linear-conflict" }).element,
  },
  {
    title: "IDA*: no memory at all",
    text: [
      "A* stores every position that it generates. IDA* stores only its path, and goes back as soon as f exceeds a "
      + "bound.",
      "If it finds no goal, it raises the bound and begins again, with everything forgotten. Watch it restart. It "
      + "expands more positions, but each of them costs far less time.",
    ],
    puzzle: FAR,
    show: (lesson, item, board) => lesson.search(item, board, ["astar", "ida"], "manhattan"),
  },
  {
    title: "From both ends",
    text: [
      "A search from the start and one from the goal meet in the middle. Each has to go only half as deep.",
      "Where every position has b successors, a search of depth d expands about b to the power of d positions, and two "
      + "searches of half that depth only twice the square root of it.",
    ],
    puzzle: FAR,
    show: (lesson, item, board) => lesson.search(item, board, ["dijkstra", "bidirectional"]),
  },
  {
    title: "Optimal means proven",
    text: [
      "When a search ends, every position with a smaller f has been expanded, and none was a goal. That is the proof "
      + "that no plan is shorter.",
      "Now compare engines on a puzzle of your choice, watch other searches, or play.",
    ],
    puzzle: EIGHT,
    show: (lesson, item) => h("div", { class: "buttons" },
      Object.entries(NEXT_VIEWS).map(([name, label]) => {
        return h("a", { class: "button", href: linkTo(name, { packed: packed(item.puzzle) }) }, label);
      })),
  },
];

export async function view(app) {
  const asked = Math.floor(Number(app.details.step ?? 1));
  const at = Math.max(1, Math.min(STEPS.length, asked || 1));
  const { puzzles: [item] } = await api.read({ text: STEPS[at - 1].puzzle });
  return new Lesson(app, await api.engines(), at, item);
}

class Lesson {
  constructor(app, catalogue, at, item) {
    Object.assign(this, { app, catalogue, players: [] });
    const { title, text, show } = STEPS[at - 1];
    const board = boardOf(item);
    const to = (step) => linkTo("learn", null, { step });
    const step = (label, target) => (target < 1 || target > STEPS.length
      ? h("span", { class: "button", "aria-disabled": "true" }, label)
      : h("a", { class: "button", href: to(target) }, label));
    this.element = h("article", { class: "lesson" },
      h("p", { class: "quiet" }, `How searches solve puzzles · step ${at} of ${STEPS.length}`),
      h("h1", {}, title),
      text.map((paragraph) => h("p", {}, paragraph)),
      h("div", { class: "lesson-board" }, show(this, item, board)),
      h("nav", { class: "buttons", "aria-label": "Steps" },
        step("‹ Back", at - 1), step("Next ›", at + 1),
        button("Copy link", () => app.copy(new URL(to(at), location).href, "Link copied."), { class: "quiet" })),
      h("ol", { class: "lesson-steps" }, STEPS.map((each, index) => {
        const here = index + 1 === at ? "step" : null;
        return h("li", {}, h("a", { href: to(index + 1), "aria-current": here }, each.title));
      })));
  }

  /** The replay of searches. */
  search(item, board, engines, heuristic = null) {
    const player = new SearchPlayer(this.app, item, board, this.catalogue);
    this.players.push(player);
    player.load(engines, heuristic);
    return player.element;
  }

  close() {
    for (const player of this.players) player.close();
  }
}
