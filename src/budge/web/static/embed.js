// A board alone, for a frame in the page of a blog or a course: `#view=embed&name=classic/klotski`.

import { h } from "./dom.js";
import { title } from "./heading.js";
import { playBoard } from "./play_board.js";

export async function view(app) {
  document.body.classList.add("embedded");
  const name = title(app);
  return {
    element: h("div", { class: "embed" }, h("h1", { class: "spoken" }, name), playBoard(app.board, name),
      h("a", { href: app.link("play"), target: "_blank", rel: "noopener" }, `${name} in budge`)),
    close: () => document.body.classList.remove("embedded"),
  };
}
