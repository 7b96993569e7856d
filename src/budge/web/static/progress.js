// The player's progress: unfinished games, collections, and all entries of the storage as one file.

import { ownCollections, solvedIn } from "./collections.js";
import { ask, button, clock, count, h, number, save } from "./dom.js";
import { linkTo } from "./link.js";
import * as storage from "./storage.js";

const MAX_GAMES = 4; // unfinished games to offer

/** Unfinished games and opened collections; null if there are none. */
export function continueSection() {
  const unfinished = ({ key, value }) => value.past.length && !value.solved && !storage.load("record", key);
  const games = storage.list("game").filter(unfinished).slice(0, MAX_GAMES);
  const collections = ownCollections();
  if (!games.length && !collections.length) return null;
  return h("section", { class: "continue" },
    games.length ? h("h2", {}, "Continue") : null,
    h("ul", { class: "links" }, games.map(({ value: { title, source, past, seconds } }) => h("li", {},
      h("a", { class: "button", href: linkTo("play", source) }, title,
        h("span", { class: "quiet" }, `${count(past.length, "turns")} · ${clock(seconds)}`))))),
    collections.length ? h("h2", {}, "Your collections") : null,
    h("ul", { class: "links" }, collections.map(({ own, title, total }) => {
      const row = h("li", {},
        h("a", { class: "button", href: linkTo("play", { own }) }, title,
          h("span", { class: "quiet" }, `${number(solvedIn(own))} of ${number(total)} solved`)),
        button("×", () => { storage.remove("collection", own); row.remove(); }, {
          class: "quiet small", "aria-label": `Remove ${title} from this list`, title: "Remove from this list",
        }));
      return row;
    })));
}

/** Buttons that export, import and delete all entries of the storage. */
export function progressSection(app) {
  const file = h("input", { type: "file", accept: ".json", hidden: true, "aria-label": "Progress file",
    onchange: async () => {
      const [chosen] = file.files;
      if (chosen) await app.attempt(async () => app.importProgress(await chosen.text()));
      file.value = "";
    } });
  const solved = storage.list("record").length;
  const summary = solved ? `${count(solved, "puzzles")} solved so far. ` : "";
  const deleteButton = button("Delete all", async () => {
    if (!await ask("Delete all games, records, drafts, collections and settings?", "Delete all")) return;
    storage.clear();
    location.reload();
  }, { class: "quiet" });
  return h("section", { class: "progress" }, h("h2", {}, "Your progress"),
    h("p", { class: "quiet" },
      summary, "Moves, drafts, settings and personal bests are stored in this browser only."),
    h("div", { class: "buttons" },
      button("Save to a file", () => {
        save(new Blob([storage.exported()], { type: "application/json" }), "budge-progress.json");
      }),
      button("Load from a file…", () => file.click()), deleteButton, file));
}

/** A mark for a puzzle that the player has solved or started. */
export function progressMark(key) {
  const record = storage.load("record", key);
  if (record) {
    const [[metric, cost]] = [...Object.entries(record.best), ["", 0]];
    return h("span", { class: "mark done" }, `✓ solved, ${count(cost, metric)}`);
  }
  const game = storage.load("game", key);
  if (!game?.past.length) return null;
  return game.solved ? h("span", { class: "mark done" }, "✓ solved with hints") : h("span", { class: "mark" }, "started");
}
