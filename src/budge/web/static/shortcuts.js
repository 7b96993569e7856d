// The sheet of keys for playing.

import { button, h, helpText } from "./dom.js";

const KEYS = [
  ["Backspace, Ctrl+Z", "undo"], ["Shift+Backspace, Ctrl+Y", "redo"], ["Home", "restart; undo returns to the game"],
  ["?", "a hint; once more: make the move"], ["Enter", "after a win, the next level"],
  ["+ − 0", "zoom a large board"], ["Tab", "to the next control"],
];

/** Show the keys of a board. */
export function showShortcuts(board) {
  const dialog = h("dialog", { class: "card", "aria-label": "Keys", onclose: () => dialog.remove() },
    h("h2", {}, "Keys"), h("p", {}, helpText(board.help)),
    h("dl", { class: "shortcuts" }, KEYS.map(([key, does]) => {
      return h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does));
    })),
    h("div", { class: "buttons" }, button("Close", () => dialog.close(), { class: "accent" })));
  document.body.append(dialog);
  dialog.showModal();
}
