// Addresses within the page: `#view=play&name=classic/klotski`, `#puzzle=…` with the puzzle itself in it, or
// `#own=…&level=3` for a level of a collection that is kept in this browser.

import { Problem } from "./api.js";

/** A puzzle as text that fits into an address: its JSON in base64url. */
export function packed(puzzle) {
  const bytes = new TextEncoder().encode(JSON.stringify(puzzle));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The inverse; throws where the text is damaged. */
export function unpacked(text) {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0))));
  } catch {
    throw new Problem({ status: 404, detail: "This link does not hold a whole puzzle; part of it may be missing." });
  }
}

/** What the address asks for: a view and the source of a puzzle, as the API takes it. */
export function address() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const named = asked.has("name") ? { name: asked.get("name") } : null;
  const level = Math.floor(Number(asked.get("level")));
  const own = asked.has("own") ? { own: asked.get("own"), ...(level >= 1 ? { level } : {}) } : named;
  const source = asked.has("puzzle") ? { packed: asked.get("puzzle") } : own;
  return { view: asked.get("view") ?? (source ? "play" : "library"), source };
}

/** The address of a view of a puzzle. */
export function linkTo(view, source = null) {
  const asked = new URLSearchParams({ view });
  if (source?.name) asked.set("name", source.name);
  else if (source?.packed) asked.set("puzzle", source.packed);
  else if (source?.own) asked.set("own", source.own);
  if (source?.own && source.level) asked.set("level", source.level);
  return `#${asked.toString().replaceAll("%2F", "/")}`;
}

export const same = (one, other) => linkTo("", one) === linkTo("", other);
