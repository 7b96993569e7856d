// The library: every built-in puzzle by kind with a small drawing and its best length, a form to open your own, and
// what you were doing when you left.

import * as api from "./api.js";
import { TITLES, boardOf } from "./board/index.js";
import { aboutOf, solvedIn } from "./collections.js";
import { button, count, h, number } from "./dom.js";
import { keyOf, recall } from "./kept.js";
import { linkTo } from "./link.js";
import { thumbnail } from "./stage.js";
import { marked, progress, yours } from "./yours.js";

const FEW = 6; // puzzles of a kind, until more are asked for

const wanted = { words: "", kind: "" }; // what was searched for last

export async function view(app) {
  const { puzzles, suites } = await api.library();
  const about = new Map(suites.map(({ name, summary }) => [name, summary]));
  const sections = h("div");
  const fill = () => {
    const words = searched(wanted.words).split(/\s+/).filter(Boolean);
    const fits = (puzzle) => {
      const { name, title, kind, size, source, suite } = puzzle;
      const text = searched([name, title, kind, size, source, about.get(suite)].join(" "));
      return (!wanted.kind || puzzle.kind === wanted.kind) && words.every((word) => text.includes(word));
    };
    const found = puzzles.filter(fits);
    const all = (kind) => { wanted.kind = kind; mark(); fill(); };
    const shown = Object.keys(TITLES).map((kind) => {
      const some = found.filter((puzzle) => puzzle.kind === kind);
      return section(kind, wanted.kind || words.length ? some : fewOfEachSuite(some), some.length, () => all(kind));
    });
    const none = h("p", { class: "empty" }, "No puzzle is called that.");
    sections.replaceChildren(...(found.length ? shown.filter(Boolean) : [none]));
  };
  const search = h("input", {
    type: "search", placeholder: "Search the library", "aria-label": "Search the library", value: wanted.words,
    oninput: () => { wanted.words = search.value; fill(); },
  });
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Kinds" });
  const chip = (kind, words) => button(words, () => { wanted.kind = kind; mark(); fill(); }, { "data-kind": kind });
  const mark = () => {
    for (const each of chips.children) each.setAttribute("aria-pressed", String(each.dataset.kind === wanted.kind));
  };
  chips.append(chip("", "All"), ...Object.keys(TITLES).map((kind) => chip(kind, kind)));
  mark();
  fill();
  const element = h("div", {},
    h("div", { class: "intro" },
      h("div", {},
        h("h1", {}, "Puzzles whose pieces move"),
        h("p", { class: "quiet" },
          "Play them, solve them with proof that no shorter way exists, and watch how solvers think.")),
      openForm(app)),
    yours(),
    h("div", { class: "finder" }, search, chips),
    sections,
    progress(app));
  return { element };
}

/** Text as it is searched: the 15-puzzle is found as 15 puzzle, and 4×4 as 4x4. */
const searched = (text) => text.toLowerCase().replaceAll("-", " ").replace(/(\d)x(?=\d)/g, "$1×");

/** Paste, drop or choose a file in any format that budge reads. */
function openForm(app) {
  const text = h("textarea", {
    rows: 3, spellcheck: "false", "aria-label": "A puzzle as text",
    placeholder: "Paste a puzzle in any format, or drop a file on the page:\n1 2 3/4 0 6/7 5 8",
  });
  const file = h("input", { type: "file", hidden: true, onchange: async () => {
    const [chosen] = file.files;
    if (chosen) await app.openFile(chosen);
    file.value = "";
  } });
  const open = () => (text.value.trim() ? app.openText(text.value) : app.say("Paste a puzzle first.", "problem"));
  return h("div", { class: "open-form card" }, text,
    h("div", { class: "buttons" },
      button("Open", open, { class: "accent" }), button("Choose a file…", () => file.click()),
      h("a", { class: "button", href: linkTo("edit", null) }, "Draw one"), file));
}

/** A few puzzles, one of each suite in turn. */
function fewOfEachSuite(puzzles) {
  const suites = [...Map.groupBy(puzzles, ({ suite }) => suite).values()];
  const turns = suites.flatMap((each) => each.map((puzzle, turn) => ({ puzzle, turn })));
  return turns.sort((one, other) => one.turn - other.turn).slice(0, FEW).map(({ puzzle }) => puzzle);
}

function section(kind, puzzles, total, all) {
  if (!puzzles.length) return null;
  const more = puzzles.length < total;
  const rest = more ? button(`All ${total}`, all, { class: "quiet small" }) : h("span", { class: "quiet" }, total);
  return h("section", {}, h("h2", {}, TITLES[kind], " ", rest),
    h("ul", { class: "cards" }, puzzles.map((puzzle) => h("li", {},
      h("a", { class: "puzzle", href: linkTo("play", { name: puzzle.name }), title: puzzle.source },
        h("img", { src: api.drawing(puzzle.name), alt: "", loading: "lazy", width: 132, height: 132 }),
        h("strong", {}, puzzle.title),
        h("span", { class: "quiet" }, `${puzzle.suite} · ${puzzle.size}`),
        h("span", { class: "optimum" }, best(puzzle.optimum)),
        marked(puzzle.name))))));
}

/** The optimum in words. */
function best(optimum) {
  if (!optimum) return "no solution";
  return Object.entries(optimum).map(([metric, cost]) => count(cost, metric)).join(" · ");
}

/**
 * The puzzles of a collection, to choose one from; `more(first)` reads on from a number, as they are scrolled to.
 */
export async function collection(source, { puzzles, total }, more) {
  const list = h("ul", { class: "cards" });
  const shown = h("p", { class: "quiet", role: "status" });
  const rest = button("Show more", () => load());
  const card = (item, place) => {
    const board = boardOf(item);
    const level = source.own ? { ...source, level: place } : { name: item.name };
    const name = source.name ? item.name.replace(/^[^/]*\//, "") : item.name;
    return h("li", {}, h("a", { class: "puzzle", href: linkTo("play", level) },
      thumbnail(board, board.pieces(board.initial), item.size),
      h("strong", {}, name ?? `Level ${place}`),
      h("span", { class: "quiet" }, [name && place, item.kind, item.size].filter(Boolean).join(" · ")),
      marked(keyOf(level, item))));
  };
  const add = (items) => {
    const before = list.children.length;
    list.append(...items.map((item, index) => card(item, before + index + 1)));
    rest.hidden = list.children.length >= total;
    shown.textContent = rest.hidden ? "" : `${number(list.children.length)} of ${number(total)} are shown.`;
  };
  let loading = false;
  const load = async () => {
    if (loading) return;
    loading = true;
    const found = await more(list.children.length + 1);
    loading = false;
    if (found) add(found.puzzles);
  };
  const end = new IntersectionObserver(([seen]) => seen.isIntersecting && load(), { rootMargin: "600px" });
  add(puzzles);
  end.observe(rest);
  const { title, about } = await told(source);
  const solved = solvedIn(source.own ?? source.name);
  const element = h("div", { class: "collection" },
    h("div", { class: "heading" }, h("h1", {}, title),
      about.map((words) => h("p", { class: "quiet" }, words)),
      h("p", {}, `${count(total, "puzzles")} to choose from, ${number(solved)} solved. `),
      h("progress", { max: total, value: solved, "aria-label": "Solved so far" })),
    list, h("div", { class: "buttons" }, rest, shown));
  return { element, title, close: () => end.disconnect() };
}

/** What a collection is called and what is said of it. */
async function told({ own, name }) {
  if (own) {
    const { title, text } = recall("collection", own);
    return { title, about: aboutOf(text) };
  }
  const { suites } = await api.library().catch(() => ({ suites: [] }));
  const suite = suites.find((each) => each.name === name);
  return { title: name, about: suite ? [suite.summary] : [] };
}
