// Reads puzzles from text in this browser: the formats that people paste, recognised by content in the same order as
// budge.formats does. tests/web/test_formats_agree.py compares both.
//
// A format has `sniff(text)`, whether the text looks like it, and `read(text)` → puzzles as budge's JSON. It throws
// `BadInput` with a readable message.

import { BadInput } from "./lines.js";
import { blocks } from "./blocks.js";
import { json } from "./json.js";
import { robots } from "./robots.js";
import { rushHour } from "./rush_hour.js";
import { tiles } from "./tiles.js";
import { xsb } from "./xsb.js";

export { BadInput } from "./lines.js";

const FORMATS = [json, robots, rushHour, blocks, xsb, tiles];

/** Without the `>` that mail and Markdown put before each line. */
function unquoted(text) {
  const isQuoted = text.trim() && text.split("\n").every((line) => !line.trim() || /^[ \t]*>/.test(line));
  return isQuoted ? text.replace(/^[ \t]*>[ \t]?/gm, "") : text;
}

/** All puzzles of a text, as budge's JSON. */
export function readPuzzles(given) {
  const text = unquoted(given.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"));
  if (text.includes("\0")) throw new BadInput("this is a binary file; expected text");
  if (!text.trim()) throw new BadInput("an empty text; expected a puzzle");
  const format = FORMATS.find(({ sniff }) => sniff(text));
  if (!format) throw new BadInput("this is not the beginning of a puzzle that the page reads");
  const puzzles = format.read(text);
  if (!puzzles.length) throw new BadInput("the text contains no puzzle");
  return puzzles;
}
