// The library: every built-in puzzle by kind with a small drawing and its optimum, a form to open your own puzzles, and
// unfinished games.

import * as api from "./api.js";
import { TITLES } from "./board/index.js";
import { aboutOf, solvedIn } from "./collections.js";
import { button, count, h, number } from "./dom.js";
import * as storage from "./storage.js";
import { firstVisit } from "./first_visit.js";
import { titleOf } from "./heading.js";
import { linkTo } from "./link.js";
import { picture } from "./board_view.js";
import { myPuzzles } from "./my_puzzles.js";
import { continueSection, progressMark, progressSection } from "./progress.js";

const PREVIEW = 6; // puzzles shown of each kind before a search

const query = { text: "", kind: "" }; // the last search

export async function view(app) {
  const { puzzles, suites } = await api.library();
  const about = new Map(suites.map(({ name, summary }) => [name, summary]));
  const sections = h("div");
  const welcome = h("div");
  const fill = () => {
    const terms = normalized(query.text).split(/\s+/).filter(Boolean);
    const fits = (puzzle) => {
      const { name, kind, size, source, suite } = puzzle;
      const text = normalized([name, titleOf(name), kind, size, source, about.get(suite)].join(" "));
      return (!query.kind || puzzle.kind === query.kind) && terms.every((term) => text.includes(term));
    };
    const found = puzzles.filter(fits).sort(byDifficulty);
    const showAll = (kind) => { query.kind = kind; mark(); fill(); };
    const shown = Object.keys(TITLES).map((kind) => {
      const ofKind = found.filter((puzzle) => puzzle.kind === kind);
      const listed = query.kind || terms.length ? ofKind : preview(ofKind);
      return section(kind, listed, ofKind.length, () => showAll(kind));
    });
    const none = h("p", { class: "empty" }, "Nothing found. Try 'klotski', or paste your own.");
    const first = query.kind || terms.length ? null : firstVisit(puzzles);
    welcome.replaceChildren(...(first ? [first] : []));
    sections.replaceChildren(...(found.length ? shown.filter(Boolean) : [none]));
  };
  const search = h("input", {
    type: "search", placeholder: "Search the library", "aria-label": "Search the library", value: query.text,
    oninput: () => { query.text = search.value; fill(); },
  });
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Kinds" });
  const chip = (kind, label) => button(label, () => { query.kind = kind; mark(); fill(); }, { "data-kind": kind });
  const mark = () => {
    for (const each of chips.children) each.setAttribute("aria-pressed", String(each.dataset.kind === query.kind));
  };
  chips.append(chip("", "All"), ...Object.keys(TITLES).map((kind) => chip(kind, kind)));
  mark();
  fill();
  const element = h("div", {},
    h("div", { class: "intro" },
      h("div", {},
        h("h1", {}, "Moving-piece puzzles"),
        h("p", { class: "quiet" },
          "Play them, find shortest solutions with proof, and watch the solvers search.")),
      openForm(app)),
    continueSection(),
    welcome,
    myPuzzles(),
    h("div", { class: "finder" }, search, chips),
    sections,
    progressSection(app));
  return { element };
}

/** Text in the form used for searching: `15 puzzle` finds the 15-puzzle, and `4x4` finds 4×4. */
const normalized = (text) => text.toLowerCase().replaceAll("-", " ").replace(/(\d)x(?=\d)/g, "$1×");

/** A form to paste a puzzle or choose a file. */
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

/** Puzzles with a short optimal plan first; those without a plan last. */
function byDifficulty(one, other) {
  const moves = ({ optimum }) => Object.values(optimum ?? {})[0] ?? Infinity;
  const [a, b] = [moves(one), moves(other)];
  return a === b ? 0 : a - b;
}

/** The first puzzles of a kind, taken from its suites in turn. */
function preview(puzzles) {
  const suites = [...Map.groupBy(puzzles, ({ suite }) => suite).values()];
  const rounds = suites.flatMap((suite) => suite.map((puzzle, round) => ({ puzzle, round })));
  return rounds.sort((one, other) => one.round - other.round).slice(0, PREVIEW).map(({ puzzle }) => puzzle);
}

function section(kind, puzzles, total, showAll) {
  if (!puzzles.length) return null;
  const more = puzzles.length < total;
  const all = () => button(`Show all ${total}`, showAll, { class: "quiet small" });
  const rest = more ? all() : h("span", { class: "quiet" }, total);
  return h("section", {}, h("h2", {}, TITLES[kind], " ", rest),
    h("ul", { class: "cards" }, puzzles.map((puzzle) => h("li", {},
      h("a", { class: "puzzle", href: linkTo("play", { name: puzzle.name }), title: puzzle.source },
        picture(puzzle),
        h("strong", {}, titleOf(puzzle.name)),
        h("span", { class: "quiet" }, `${puzzle.suite} · ${puzzle.size}`),
        h("span", { class: "optimum" }, optimumText(puzzle.optimum)),
        progressMark(puzzle.name))))));
}

/** The optimum as text. */
function optimumText(optimum) {
  if (!optimum) return "no solution";
  return Object.entries(optimum).map(([metric, cost]) => count(cost, metric)).join(" · ");
}

/**
 * A view of a collection's puzzles; `more(first)` reads further puzzles when the player scrolls to the end.
 */
export async function collection(source, { puzzles, total }, more) {
  const list = h("ul", { class: "cards" });
  const shown = h("p", { class: "quiet", role: "status" });
  const rest = button("Show more", () => load());
  const card = (item, place) => {
    const level = source.own ? { ...source, level: place } : { name: item.name };
    const name = source.name ? item.name.replace(/^[^/]*\//, "") : item.name;
    return h("li", {}, h("a", { class: "puzzle", href: linkTo("play", level) },
      picture(item),
      h("strong", {}, name ?? `Level ${place}`),
      h("span", { class: "quiet" }, [name && place, item.kind, item.size].filter(Boolean).join(" · ")),
      progressMark(storage.keyOf(level, item))));
  };
  const add = (items) => {
    const before = list.children.length;
    list.append(...items.map((item, index) => card(item, before + index + 1)));
    rest.hidden = list.children.length >= total;
    shown.textContent = rest.hidden ? "" : `${number(list.children.length)} of ${number(total)} shown.`;
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
  const { title, about } = await headersOf(source);
  const solved = solvedIn(source.own ?? source.name);
  const element = h("div", { class: "collection" },
    h("div", { class: "heading" }, h("h1", {}, title),
      about.map((line) => h("p", { class: "quiet" }, line)),
      h("p", {}, `${count(total, "puzzles")}, ${number(solved)} solved. `),
      h("progress", { max: total, value: solved, "aria-label": "Puzzles solved" })),
    list, h("div", { class: "buttons" }, rest, shown));
  return { element, title, close: () => end.disconnect() };
}

/** The title and description of a collection. */
async function headersOf({ own, name }) {
  if (own) {
    const saved = storage.load("collection", own);
    return { title: saved.title, about: aboutOf(saved) };
  }
  const { suites } = await api.library().catch(() => ({ suites: [] }));
  const suite = suites.find((each) => each.name === name);
  return { title: name, about: suite ? [suite.summary] : [] };
}
