// The frame of the page: which view is shown, the current puzzle, light or dark, and messages.

import * as api from "./api.js";
import { boardOf } from "./board/index.js";
import { keepCollection, requested } from "./collections.js";
import { button, count, h, sentence } from "./dom.js";
import { Game } from "./game.js";
import { better, choose, forget, imported, isExport, keep, keyOf, onFull, recall } from "./kept.js";
import { address, linkTo, packed, same, unpacked } from "./link.js";
import { title } from "./heading.js";
import { resumeSolves, underWay, watchSolves } from "./solves.js";

const VIEWS = {
  library: { words: "Library", load: () => import("./library.js"), alone: true },
  play: { words: "Play", load: () => import("./play.js") },
  solve: { words: "Solve", load: () => import("./solve.js") },
  compare: { words: "Compare", load: () => import("./compare.js") },
  edit: { words: "Edit", load: () => import("./edit.js") },
};
const FIRST = { name: "eight/hardest-1" }; // the current puzzle until another is chosen

/** What views share: the current puzzle, and ways to change it, to keep what was done and to show messages. */
const app = {
  source: null, // as in the address
  item: null, // of POST /puzzles
  key: null, // that all about the puzzle is kept under
  board: null,
  game: null,
  best: {}, // the least cost by metric, as far as it is proven

  /** Make a puzzle the current one and go to a view of it. */
  open(item, view = "play") {
    const source = { packed: packed(item.puzzle) };
    setPuzzle(source, item);
    go(view, source);
  },

  /** Show a message for a while. */
  say(words, kind = "word") {
    const notice = document.getElementById("notice");
    notice.className = kind;
    notice.replaceChildren(words);
    clearTimeout(app.timer);
    app.timer = setTimeout(() => notice.replaceChildren(), 4000 + 60 * String(words).length);
  },

  /** Run something that may fail, and say so if it does. */
  async attempt(run) {
    try {
      return await run();
    } catch (problem) {
      app.say(sentence(problem.message), "problem");
      return null;
    }
  },

  /** Read a text in any format; one puzzle is opened, several are shown to choose from, a plan is replayed. */
  async openText(text, filename = undefined) {
    if (isExport(text)) return app.attempt(() => app.takeIn(text));
    const found = await app.attempt(() => api.read({ text, filename }).catch((problem) => planOf(text, problem)));
    if (found?.moves) return showReplay(found);
    if (found?.total === 1) return app.open(found.puzzles[0]);
    if (!found) return null;
    const source = keepCollection({ text, filename }, found.total);
    read = { source, found };
    return go("play", source);
  },

  /** Read a file that was chosen or dropped. */
  openFile(file) {
    return app.attempt(async () => {
      const text = await file.text().catch(() => { throw new Error(`${file.name} cannot be read.`); });
      if (!text.trim()) throw new Error(`${file.name} is empty.`);
      return app.openText(text, file.name);
    });
  },

  /** Take in the progress that a file holds, and show what it changes. */
  takeIn(text) {
    const things = imported(text);
    if (app.item) setPuzzle(app.source, app.item);
    show();
    app.say(`The progress in this file was taken in: ${count(things, "things")}.`);
  },

  /** Keep the game as it stands; one that has not begun is forgotten. */
  keepGame() {
    const { game, key, source } = app;
    if (game.past.length || game.future.length) keep("game", key, { ...game.toJSON(), title: title(app), source });
    else forget("game", key);
  },

  /** Keep what a win cost where it is better than before; gives back the record from before, and the new one. */
  keepRecord() {
    const [before, now] = [recall("record", app.key), { best: app.game.costs, seconds: app.game.seconds }];
    const record = before ? better(before, now) : now;
    keep("record", app.key, record);
    return { before, record };
  },

  /** The present position as a puzzle of its own, in another view. */
  async openPosition(view) {
    const { item: { puzzle }, game } = app;
    if (!game.moves.length) return go(view);
    const name = `${title(app)}, after ${count(game.moves.length, "moves")}`;
    const found = await app.attempt(() => api.read({ puzzle: { ...puzzle, name }, state: game.state }));
    return found && app.open(found.puzzles[0], view);
  },

  link() {
    const source = app.source?.name ? app.source : { packed: packed(app.item.puzzle) };
    return new URL(linkTo("play", source), location).href;
  },

  /** A text to the clipboard. */
  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      app.say(`${what} copied.`);
    } catch {
      app.say("The browser does not let the page copy; select the text and copy it yourself.", "problem");
    }
  },
};

function setPuzzle(source, item) {
  Object.assign(app, { source, item, key: keyOf(source, item), board: boardOf(item), best: { ...item.optimum } });
  app.game = new Game(app.board);
  const kept = recall("game", app.key);
  try {
    if (kept) app.game.restore(kept);
  } catch {
    app.game.restart(); // what was kept is of another puzzle, or of other rules
  }
}

function go(view, source = app.source) {
  const link = linkTo(view, source);
  if (location.hash === link) show();
  else location.hash = link;
}

let read = null; // what the server read last: {source, found}
let shown = null; // the view on the screen, to be closed
let latest = 0; // counts what is to be shown: what comes late for an earlier number is dropped

async function show() {
  const mine = ++latest;
  const { view, source } = address();
  const chosen = VIEWS[view] ?? VIEWS.library;
  const wanted = chosen.alone ? app.source : source ?? app.source ?? FIRST;
  const load = () => chosen.load().catch(() => { throw api.noAnswer(); });
  let next;
  try {
    const [module, found] = await Promise.all([load(), same(wanted, app.source) ? null : fetchPuzzles(wanted)]);
    if (mine !== latest) return;
    if (found?.total > 1) return showCollection(wanted, found);
    if (found) setPuzzle(wanted, found.puzzles[0]);
    next = await module.view(app);
  } catch (problem) {
    if (!(problem instanceof api.Problem)) throw problem;
    if (mine === latest) replaceView(nothingHere(problem));
    return;
  }
  if (mine !== latest) return next.close?.();
  replaceView(next);
  document.getElementById("main").className = view;
  document.title = chosen.alone ? `budge · ${chosen.words}` : `${title(app)} · ${chosen.words} · budge`;
  navigation(view);
}

/** Close the view on the screen and show another. */
function replaceView(view) {
  shown?.close?.();
  shown = view;
  document.getElementById("main").replaceChildren(view.element);
}

/** The puzzles of an address. */
async function fetchPuzzles(wanted) {
  return read && same(read.source, wanted) ? read.found : api.read(asked(wanted));
}

/** A source as the API takes it. */
function asked(source) {
  if (source.packed) return { puzzle: unpacked(source.packed) };
  return source.own ? requested(source) : source;
}

/** Why there is no view; where it is only that the server is away, it can be asked once more. */
function nothingHere({ message, status }) {
  const away = status === 0;
  return { element: h("div", { class: "empty" },
    h("h1", {}, away ? "No answer" : "No puzzle here"), h("p", {}, sentence(message)),
    away ? button("Try again", show) : h("a", { class: "button", href: linkTo("library") }, "To the library")) };
}

/** Several puzzles to choose from: the first of them, and where the others are read. */
async function showCollection(source, found) {
  const mine = ++latest;
  const { collection } = await import("./library.js");
  const next = await collection(source, found, (first) => app.attempt(() => api.read(asked(source), first)));
  if (mine !== latest) return next.close();
  replaceView(next);
  document.title = `${next.title} · budge`;
  return navigation("library");
}

/** The verdict on a text as a plan of the current puzzle; if it is none, the problem with it as a puzzle is thrown. */
async function planOf(text, problem) {
  const verdict = app.item && problem.status === 422 ? await api.check(app.item.puzzle, text).catch(() => null) : null;
  if (!verdict) throw problem;
  return verdict;
}

async function showReplay(verdict) {
  const mine = ++latest;
  const { replay } = await import("./replay.js");
  if (mine === latest) replaceView(replay(app, verdict, showAgain));
}

const showAgain = ({ target }) => target.href === location.href && show(); // a collection may be shown at this address
const links = new Map(Object.entries(VIEWS).map(([view, { words }]) => [view, h("a", { onclick: showAgain }, words)]));

function navigation(current) {
  for (const [view, link] of links) {
    link.href = linkTo(view, VIEWS[view].alone ? null : app.source);
    if (view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function theme() {
  const control = document.getElementById("theme");
  const dark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  const label = () => {
    control.textContent = dark() ? "☀" : "☾";
    control.setAttribute("aria-label", dark() ? "Light colours" : "Dark colours");
    control.title = control.getAttribute("aria-label");
  };
  control.addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    choose("theme", document.documentElement.dataset.theme);
    label();
  });
  label();
}

/** A file dropped anywhere, or text pasted outside of a form, is a puzzle. */
function openDropsAndPastes() {
  const over = (now) => document.body.classList.toggle("dropping", now);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget ?? over(false));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text/plain");
    if (file) app.openFile(file);
    else if (text.trim()) app.openText(text);
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    const text = event.clipboardData.getData("text/plain");
    if (text.trim()) app.openText(text);
  });
}

addEventListener("hashchange", show);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
theme();
openDropsAndPastes();
onFull(() => app.say(
  "This browser has no room for more: what you do now is lost when the page is closed. "
  + "Save your progress to a file, at the end of the library, and forget what you need no longer.", "problem"));
watchSolves(() => {
  const running = underWay();
  links.get("solve").replaceChildren(running ? `Solve (${running})` : "Solve");
});
resumeSolves();
document.querySelector("nav").append(...links.values());
navigation("library");
show();
