// Splits a text with many puzzles into parts that are small enough for one request each.

const MAX_WHOLE = 900_000; // bytes of a text that is not split; a request has at most 1 MB, see settings.py
const PART = 200_000; // characters, at most 4 bytes each

/** The parts of a text, each a text in the same format. */
export function split(text) {
  if (new Blob([text]).size <= MAX_WHOLE) return [text];
  const plain = text.replaceAll(/\r\n?/g, "\n");
  if (plain.trimStart().startsWith("[")) return splitList(plain);
  if (/^[ \t]*#[#\s]*$/m.test(plain)) return splitLevels(plain);
  return joined(/\n[ \t]*\n/.test(plain) ? plain.split(/(?<=\n)(?=[ \t]*\n)/) : plain.split(/(?<=\n)/));
}

/** Texts joined in order into parts. */
function joined(texts) {
  const parts = [""];
  for (const each of texts) {
    if (parts.at(-1) && parts.at(-1).length + each.length > PART) parts.push("");
    parts[parts.length - 1] += each;
  }
  return parts;
}

/** A JSON list as several lists. */
function splitList(text) {
  let items = null;
  try {
    items = JSON.parse(text);
  } catch {
    return [text]; // the server says what is wrong
  }
  return joined(items.map((item) => `${JSON.stringify(item)},`)).map((part) => `[${part.slice(0, -1)}]`);
}

/**
 * Sokoban levels. The text between two levels can belong to either, which the reader decides as it does for the whole
 * text (see formats/xsb.py): by the text above the first level and below the last, or else by most of the others.
 * Between two parts this text goes with the one that the ends of the whole text suggest, or with both.
 */
function splitLevels(text) {
  const pieces = [""]; // text, rows, text, rows, …, text
  for (const line of text.split(/(?<=\n)/)) {
    const inRows = pieces.length % 2 === 0;
    if (isRow(line, inRows) !== inRows) pieces.push("");
    pieces[pieces.length - 1] += line;
  }
  if (pieces.length % 2 === 0) pieces.push("");
  const [above, below] = [pieces[0].trim() !== "", pieces.at(-1).trim() !== ""];
  const parts = [pieces[0]];
  for (let index = 1; index < pieces.length; index += 2) {
    const [rows, after] = [pieces[index], pieces[index + 1]];
    parts[parts.length - 1] += rows;
    const isFull = parts.at(-1).length > PART && index + 2 < pieces.length;
    if (!isFull || below || !above) parts[parts.length - 1] += after;
    if (isFull) parts.push(above || !below ? after : "");
  }
  return parts;
}

/** Whether a line is a row of a level; below another row it needs no wall. */
function isRow(line, continues) {
  return /^[#@+$*.\-_ \t\n|bBpP\d()]+$/.test(line) && line.trim() !== "" && (line.includes("#") || continues);
}
