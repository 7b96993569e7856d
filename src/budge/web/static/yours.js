// What is yours on the page: puzzles that were begun or solved, collections, and all of it as one file.

import { ownCollections, solvedIn } from "./collections.js";
import { ask, button, clock, count, h, number, save } from "./dom.js";
import { exported, forget, forgetAll, keptIn, recall } from "./kept.js";
import { linkTo } from "./link.js";

const LATEST = 4; // games to go on with

/** What was begun here: games that are not won yet, and collections. */
export function yours() {
  const games = keptIn("game").filter(({ key, value }) => value.past.length && !recall("record", key)).slice(0, LATEST);
  const collections = ownCollections();
  if (!games.length && !collections.length) return null;
  return h("section", { class: "yours" },
    games.length ? h("h2", {}, "Go on with") : null,
    h("ul", { class: "links" }, games.map(({ value: { title, source, past, seconds } }) => h("li", {},
      h("a", { class: "button", href: linkTo("play", source) }, title,
        h("span", { class: "quiet" }, `${count(past.length, "turns")} · ${clock(seconds)}`))))),
    collections.length ? h("h2", {}, "Your collections") : null,
    h("ul", { class: "links" }, collections.map(({ own, title, total }) => {
      const row = h("li", {},
        h("a", { class: "button", href: linkTo("play", { own }) }, title,
          h("span", { class: "quiet" }, `${number(solvedIn(own))} of ${number(total)} solved`)),
        button("×", () => { forget("collection", own); row.remove(); }, {
          class: "quiet small", "aria-label": `Take ${title} off this list`, title: "Take it off this list",
        }));
      return row;
    })));
}

/** All that this browser keeps of you, as one file, and back. */
export function progress(app) {
  const file = h("input", { type: "file", accept: ".json", hidden: true, "aria-label": "A file of progress",
    onchange: async () => {
      const [chosen] = file.files;
      if (chosen) await app.attempt(async () => app.takeIn(await chosen.text()));
      file.value = "";
    } });
  const solved = keptIn("record").length;
  const words = solved ? `${count(solved, "puzzles")} solved so far. ` : "";
  const forgetButton = button("Forget all", async () => {
    if (!await ask("Forget all games, records, drafts, collections and settings?", "Forget all")) return;
    forgetAll();
    location.reload();
  }, { class: "quiet" });
  return h("section", { class: "progress" }, h("h2", {}, "Your progress"),
    h("p", { class: "quiet" },
      words, "Moves, drafts, settings and personal bests are kept in this browser, nowhere else."),
    h("div", { class: "buttons" },
      button("Save to a file", () => save(new Blob([exported()], { type: "application/json" }), "budge-progress.json")),
      button("Load from a file…", () => file.click()), forgetButton, file));
}

/** That a puzzle was solved here, and how well; or that it was begun. */
export function marked(key) {
  const record = recall("record", key);
  if (record) {
    const [[metric, cost]] = [...Object.entries(record.best), ["", 0]];
    return h("span", { class: "mark done" }, `✓ solved, ${count(cost, metric)}`);
  }
  return recall("game", key)?.past.length ? h("span", { class: "mark" }, "begun") : null;
}
