// Watch: the searches of several engines on one puzzle, side by side; see `SearchPlayer`. Below it, what the heuristic
// counts on the board.

import { button, field, h, select } from "./dom.js";
import { heading, shareButton } from "./heading.js";
import { HeuristicView } from "./heuristic_view.js";
import { SearchPlayer, replayed } from "./search_player.js";
import { enginesFor, heuristicsFor, viewOfEngines } from "./solve_form.js";

const DEFAULT = ["dijkstra", "astar", "ida"]; // the last two of them that can be replayed

export const view = (app) => viewOfEngines(app, Watch);

class Watch {
  constructor(app, catalogue) {
    this.app = app;
    const { engines, heuristic = "" } = app.details;
    const known = replayed(app.item.kind);
    const wanted = engines?.split(",").filter((name) => known.includes(name)) ?? [];
    const standard = DEFAULT.filter((name) => known.includes(name)).slice(-2);
    const suitable = enginesFor(catalogue, app.item).filter(({ name }) => known.includes(name));
    this.choices = h("div", { class: "choices", role: "group", "aria-label": "Engines" }, suitable.map((engine) => {
      const checked = (wanted.length ? wanted : standard).includes(engine.name);
      const box = h("input", { type: "checkbox", value: engine.name, checked });
      return h("label", { class: "switch", title: engine.summary }, box, engine.name);
    }));
    const names = heuristicsFor(catalogue, app.item.kind).filter(([name]) => !name.startsWith("pdb"));
    this.heuristic = select(names, heuristic, () => {}, { "aria-label": "heuristic" });
    this.player = new SearchPlayer(app, app.item, app.board, catalogue);
    this.counted = new HeuristicView(app, app.item, app.board);
    this.element = h("div", {},
      heading(app),
      h("p", { class: "quiet" },
        "See what each engine has in memory after every expansion. All of them take the same number of steps."),
      h("div", { class: "card request-form" }, this.choices,
        h("div", { class: "buttons" }, field("heuristic", this.heuristic),
          button("Watch", () => this.load(), { class: "accent" }),
          shareButton(app, "watch", () => this.linkDetails()))),
      this.player.element, this.counted.element);
    this.load();
  }

  close() {
    this.player.close();
  }

  get chosen() {
    return [...this.choices.querySelectorAll("input:checked")].map(({ value }) => value);
  }

  linkDetails() {
    const heuristic = this.heuristic.value ? { heuristic: this.heuristic.value } : {};
    return { engines: this.chosen.join(","), ...heuristic };
  }

  load() {
    if (!this.chosen.length) return this.app.say("Choose an engine.", "problem");
    this.app.dropDetails();
    return this.player.load(this.chosen, this.heuristic.value || null);
  }
}
