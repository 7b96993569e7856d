// Addresses within the page: `#view=play&name=classic/klotski`, `#puzzle=…` with the puzzle itself, or `#own=…&level=3`
// for a level of a collection that this browser has stored. Further fields are details of the view: settings, a plan and
// its step, the results of a comparison.

import { Problem } from "./api.js";

/** A puzzle or other data as text for an address: JSON in base64url. */
export function packed(puzzle) {
  const bytes = new TextEncoder().encode(JSON.stringify(puzzle));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The inverse; throws if the text is damaged. */
export function unpacked(text) {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))));
  } catch {
    const detail = "This link does not contain a complete puzzle. Part of it may be missing.";
    throw new Problem({ status: 404, detail });
  }
}

const OWN_FIELDS = ["view", "name", "puzzle", "own", "level"];

/** The current address: the view, the source of its puzzle, and the details of the view. */
export function address() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const named = fields.has("name") ? { name: fields.get("name") } : null;
  const level = Math.floor(Number(fields.get("level")));
  const own = fields.has("own") ? { own: fields.get("own"), ...(level >= 1 ? { level } : {}) } : named;
  const source = fields.has("puzzle") ? { packed: fields.get("puzzle") } : own;
  const details = Object.fromEntries([...fields].filter(([name]) => !OWN_FIELDS.includes(name)));
  return { view: fields.get("view") ?? (source ? "play" : "library"), source, details };
}

/** The address of a view of a puzzle, with details of the view. */
export function linkTo(view, source = null, details = {}) {
  const fields = new URLSearchParams({ view });
  if (source?.name) fields.set("name", source.name);
  else if (source?.packed) fields.set("puzzle", source.packed);
  else if (source?.own) fields.set("own", source.own);
  if (source?.own && source.level) fields.set("level", source.level);
  for (const [name, value] of Object.entries(details)) fields.set(name, value);
  return `#${fields.toString().replaceAll("%2F", "/")}`;
}

export const same = (one, other) => linkTo("", one) === linkTo("", other);
