// The frame of the page: navigation between views, the current puzzle, light and dark colours, messages.

import * as api from "./api.js";
import { boardOf } from "./board/index.js";
import { readCollection, readText } from "./collections.js";
import { button, count, h, sentence } from "./dom.js";
import { Game } from "./game.js";
import * as storage from "./storage.js";
import { address, linkTo, packed, same, unpacked } from "./link.js";
import { title } from "./heading.js";
import { keepPuzzle } from "./my_puzzles.js";
import { resumeSolves, runningCount, watchSolves } from "./solves.js";

const VIEWS = {
  library: { title: "Library", load: () => import("./library.js"), needsPuzzle: false },
  play: { title: "Play", load: () => import("./play.js") },
  solve: { title: "Solve", load: () => import("./solve.js") },
  compare: { title: "Compare", load: () => import("./compare.js") },
  watch: { title: "Watch", load: () => import("./watch.js") },
  learn: { title: "Learn", load: () => import("./learn.js"), needsPuzzle: false },
  edit: { title: "Edit", load: () => import("./edit.js") },
  embed: { title: "Board", load: () => import("./embed.js"), hidden: true },
};
const FIRST = { name: "eight/hardest-1" }; // the first current puzzle

/** The state that views share: the current puzzle and its game, and functions to change them and to show messages. */
const app = {
  source: null, // as in the address
  item: null, // of POST /puzzles
  key: null, // the puzzle's key in the storage
  board: null,
  game: null,
  best: {}, // by metric: the optimum, if it is proven
  details: {}, // of the view, in the address

  /** Make a puzzle the current one and show it. */
  open(item, view = "play") {
    const source = { packed: packed(item.puzzle) };
    setPuzzle(source, item);
    go(view, source);
  },

  /** Show a message for some seconds. */
  say(text, kind = "word") {
    const notice = document.getElementById("notice");
    notice.className = kind;
    notice.replaceChildren(text);
    clearTimeout(app.timer);
    app.timer = setTimeout(() => notice.replaceChildren(), 4000 + 60 * String(text).length);
  },

  /** Run a function; show a message and return null if it throws. */
  async attempt(run) {
    try {
      return await run();
    } catch (problem) {
      app.say(sentence(problem.message), "problem");
      return null;
    }
  },

  /** Read a text in any format: open a puzzle, list several, replay a plan, or import progress. */
  async openText(text, filename = undefined) {
    if (storage.isExport(text)) return app.attempt(() => app.importProgress(text));
    const found = await app.attempt(() => readText({ text, filename }).catch((problem) => planOf(text, problem)));
    if (!found) return null;
    if (found.moves) return showReplay(found);
    const { source = null, puzzles: [item] } = found;
    if (source === null) {
      app.open(item);
      return app.keep();
    }
    lastRead = { source, found };
    return go("play", source);
  },

  /** Open a file that the user chose or dropped. */
  openFile(file) {
    return app.attempt(async () => {
      const text = await file.text().catch(() => { throw new Error(`${file.name} cannot be read.`); });
      if (!text.trim()) throw new Error(`${file.name} is empty.`);
      return app.openText(text, file.name);
    });
  },

  /** Import the progress in a file and show the current view again. */
  importProgress(text) {
    const entries = storage.imported(text);
    if (app.item) setPuzzle(app.source, app.item);
    show();
    app.say(`Progress loaded: ${count(entries, "items")}.`);
  },

  /** List the current puzzle among the player's own, unless the library or a collection has it. */
  keep() {
    if (app.source.packed) keepPuzzle(app.item, title(app));
  },

  /** Store the game, or remove it if it has no moves. */
  saveGame() {
    const { game, key, source } = app;
    if (!game.canUndo && !game.future.length) storage.remove("game", key);
    else storage.save("game", key, { ...game.toJSON(), title: title(app), source });
  },

  /** Store the costs of a win that improve the record. Returns the record before and after. */
  saveRecord() {
    const [before, now] = [storage.load("record", app.key), { best: app.game.costs, seconds: app.game.seconds }];
    const record = before ? storage.better(before, now) : now;
    storage.save("record", app.key, record);
    return { before, record };
  },

  /** Open the current position as a puzzle in another view. */
  async openPosition(view) {
    const { item: { puzzle }, game } = app;
    if (!game.moves.length) return go(view);
    const name = `${title(app)}, after ${count(game.moves.length, "moves")}`;
    const found = await app.attempt(() => api.read({ puzzle: { ...puzzle, name }, state: game.state }));
    return found && app.open(found.puzzles[0], view);
  },

  /** A link to a view of the current puzzle that works in any browser. */
  link(view, details = {}) {
    const source = app.source?.name ? app.source : { packed: packed(app.item.puzzle) };
    return new URL(linkTo(view, source, details), location).href;
  },

  /** Remove the details of the view from the address, because they no longer describe what it shows. */
  dropDetails() {
    app.details = {};
    const { view, source } = address();
    history.replaceState(history.state, "", linkTo(view, source));
  },

  /** Copy a text to the clipboard. */
  async copy(text, message) {
    try {
      await navigator.clipboard.writeText(text);
      app.say(message);
    } catch {
      app.say("The browser does not allow the page to copy. Select the text and copy it yourself.", "problem");
    }
  },
};

function setPuzzle(source, item) {
  const key = storage.keyOf(source, item);
  Object.assign(app, { source, item, key, board: boardOf(item), best: { ...item.optimum } });
  app.game = new Game(app.board);
  loadGame();
}

function loadGame() {
  const saved = storage.load("game", app.key);
  app.game.clear();
  try {
    if (saved) app.game.restore(saved);
  } catch {
    app.game.clear(); // the saved game is not legal for this puzzle
  }
}

/** Show what another tab has changed. */
function follow(type, key) {
  if (type === "game" && key === app.key) loadGame();
  if (type === "setting" && key === "theme") showTheme(storage.setting("theme", null));
  shown?.refresh?.(type, key);
}

function go(view, source = app.source) {
  const link = linkTo(view, source);
  if (location.hash === link) navigate();
  else location.hash = link;
}

/** Show the view of the address at its top, or, after Back and Forward, where the user left it. */
function navigate() {
  scrolled.set(entry, scrollY);
  entry = history.state?.entry ?? Date.now();
  history.replaceState({ entry }, "");
  return show(scrolled.get(entry) ?? 0);
}

const scrolled = new Map(); // by entry of the history: where the user left its view
let entry = history.state?.entry ?? Date.now(); // the current entry
let lastRead = null; // the last answer to a text: {source, found}
let shown = null; // the current view
let latest = 0; // the number of the last request for a view; answers to earlier ones are dropped

/** Show the view of the address; if it is a new one, scroll to `top` and focus its heading. */
async function show(top = null) {
  const mine = ++latest;
  const { view, source, details } = address();
  const chosen = VIEWS[view] ?? VIEWS.library;
  const wanted = chosen.needsPuzzle === false ? app.source : source ?? app.source ?? FIRST;
  const load = () => chosen.load().catch(() => { throw api.noAnswer(); });
  let next;
  try {
    const [module, found] = await Promise.all([load(), same(wanted, app.source) ? null : fetchPuzzles(wanted)]);
    if (mine !== latest) return;
    if (found?.total > 1) return showCollection(wanted, found, top);
    if (found) setPuzzle(wanted, found.puzzles[0]);
    app.details = details;
    next = await module.view(app);
  } catch (problem) {
    if (!(problem instanceof api.Problem)) throw problem;
    if (mine === latest) replaceView(problemView(problem), top);
    return;
  }
  if (mine !== latest) return next.close?.();
  document.getElementById("main").className = view;
  replaceView(next, top);
  document.title = chosen.needsPuzzle === false ? `budge · ${chosen.title}` : `${title(app)} · ${chosen.title} · budge`;
  navigation(view);
}

/** Close the current view and show another. The first view takes no focus. */
function replaceView(view, top = null) {
  const main = document.getElementById("main");
  const isFirst = shown === null;
  shown?.close?.();
  shown = view;
  main.replaceChildren(view.element);
  if (top === null) return;
  if (!isFirst) {
    const heading = main.querySelector("h1");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  scrollTo(0, top);
}

/** The puzzles of an address from number `first` on, and their total. */
async function fetchPuzzles(source, first = 1) {
  if (first === 1 && lastRead && same(lastRead.source, source)) return lastRead.found;
  if (source.own) return readCollection(source, first);
  return api.read(source.packed ? { puzzle: unpacked(source.packed) } : source, first);
}

/** A view of a problem; if the server did not answer, with a button to try again. */
function problemView({ message, status }) {
  const noAnswer = status === 0;
  return { element: h("div", { class: "empty" },
    h("h1", {}, noAnswer ? "No answer" : "No puzzle here"), h("p", {}, sentence(message)),
    noAnswer ? button("Try again", () => show()) : h("a", { class: "button", href: linkTo("library") }, "Open the library")) };
}

/** Show several puzzles to choose from; the view reads more when needed. */
async function showCollection(source, found, top) {
  const mine = ++latest;
  const { collection } = await import("./library.js");
  const next = await collection(source, found, (first) => app.attempt(() => fetchPuzzles(source, first)));
  if (mine !== latest) return next.close();
  replaceView(next, top);
  document.title = `${next.title} · budge`;
  return navigation("library");
}

/** The verdict on a text as a plan of the current puzzle; throws the given problem if the text is not a plan. */
async function planOf(text, problem) {
  const verdict = app.item && problem.status === 422 ? await api.check(app.item.puzzle, text).catch(() => null) : null;
  if (!verdict) throw problem;
  return verdict;
}

async function showReplay(verdict) {
  const mine = ++latest;
  const { replay } = await import("./replay.js");
  if (mine === latest) replaceView(replay(app, verdict, showAgain), 0);
}

const showAgain = ({ target }) => target.href === location.href && navigate(); // another view may use this address
const links = new Map(Object.entries(VIEWS).filter(([, { hidden }]) => !hidden).map(([view, { title: label }]) => {
  return [view, h("a", { onclick: showAgain }, label)];
}));

function navigation(current) {
  for (const [view, link] of links) {
    link.href = linkTo(view, VIEWS[view].needsPuzzle === false ? null : app.source);
    if (view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

const themeButton = document.getElementById("theme");

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Use a theme, `light` or `dark`; without one, keep the present. */
function showTheme(chosen = null) {
  if (chosen) document.documentElement.dataset.theme = chosen;
  const label = isDark() ? "Light colours" : "Dark colours";
  themeButton.textContent = isDark() ? "☀" : "☾";
  themeButton.setAttribute("aria-label", label);
  themeButton.title = label;
}

/** Open files dropped anywhere on the page, and text pasted outside a form. */
function openDropsAndPastes() {
  const markDropping = (on) => document.body.classList.toggle("dropping", on);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    markDropping(true);
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget ?? markDropping(false));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    markDropping(false);
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

addEventListener("hashchange", navigate);
addEventListener("pagehide", () => history.replaceState({ entry, top: scrollY }, "")); // for a reload
history.scrollRestoration = "manual";
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
showTheme();
themeButton.addEventListener("click", () => {
  showTheme(isDark() ? "light" : "dark");
  storage.saveSetting("theme", document.documentElement.dataset.theme);
});
storage.watchTabs(follow);
openDropsAndPastes();
storage.onQuotaExceeded(() => app.say(
  "The browser's storage is full. New progress is lost when you close the page. "
  + "Save your progress to a file (at the end of the library), then delete what you no longer need.", "problem"));
watchSolves(() => {
  const running = runningCount();
  links.get("solve").replaceChildren(running ? `Solve (${running})` : "Solve");
});
resumeSolves();
document.querySelector("nav").append(...links.values());
navigation("library");
show(history.state?.top ?? 0);
history.replaceState({ entry }, "");
