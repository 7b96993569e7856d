// Common code of the line-based formats.

export class BadInput extends Error {}

/** Lines with their numbers, without comments and the space around them; `opens` begins a paragraph. */
export function* contentLines(text) {
  let opens = true;
  for (const [index, line] of text.split("\n").entries()) {
    const content = line.split("#", 1)[0].trim();
    if (content) {
      yield { number: index + 1, content, opens };
      opens = false;
    } else if (!line.includes("#")) opens = true;
  }
}

/** The first line that is not empty, not a comment and does not match `skip`. */
export function opening(text, skip) {
  for (const [, line] of text.matchAll(/^[^\S\n]*([^#\s][^\n]{0,200})/gm)) if (!skip.test(line)) return line;
  return "";
}

export function shown(word) {
  return `'${word.length <= 16 ? word : `${word.slice(0, 12)}…`}'`;
}

/** A name as written after `name:`; a name with unusual characters is a JSON string. */
export function readName(text, line) {
  if (!text) throw new BadInput(`line ${line}: an empty name`);
  if (!text.startsWith('"')) return text;
  try {
    const name = JSON.parse(text);
    if (typeof name === "string") return name;
  } catch {
    // reported below
  }
  throw new BadInput(`line ${line}: the name begins with a quote but is not a JSON string`);
}
