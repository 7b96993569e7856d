// Addresses within the page: `#view=play&name=classic/klotski`, `#puzzle=…` with the puzzle itself, or `#own=…&level=3`
// for a level of a collection that this browser has stored.

import { Problem } from "./api.js";

/** A puzzle as text for an address: its JSON in base64url. */
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

/** The view and the source of a puzzle in the current address. */
export function address() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const named = fields.has("name") ? { name: fields.get("name") } : null;
  const level = Math.floor(Number(fields.get("level")));
  const own = fields.has("own") ? { own: fields.get("own"), ...(level >= 1 ? { level } : {}) } : named;
  const source = fields.has("puzzle") ? { packed: fields.get("puzzle") } : own;
  return { view: fields.get("view") ?? (source ? "play" : "library"), source };
}

/** The address of a view of a puzzle. */
export function linkTo(view, source = null) {
  const fields = new URLSearchParams({ view });
  if (source?.name) fields.set("name", source.name);
  else if (source?.packed) fields.set("puzzle", source.packed);
  else if (source?.own) fields.set("own", source.own);
  if (source?.own && source.level) fields.set("level", source.level);
  return `#${fields.toString().replaceAll("%2F", "/")}`;
}

export const same = (one, other) => linkTo("", one) === linkTo("", other);
