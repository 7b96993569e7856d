// Addresses within the page: `#view=play&name=classic/klotski`, or `#puzzle=…` with the puzzle itself in it.

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
    throw new Error("This link does not hold a whole puzzle; part of it may be missing.");
  }
}

/** What the address asks for: a view and the source of a puzzle, as the API takes it. */
export function address() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const named = asked.has("name") ? { name: asked.get("name") } : null;
  const source = asked.has("puzzle") ? { packed: asked.get("puzzle") } : named;
  return { view: asked.get("view") ?? (source ? "play" : "library"), source };
}

/** The address of a view of a puzzle. */
export function linkTo(view, source = null) {
  const asked = new URLSearchParams({ view });
  if (source?.name) asked.set("name", source.name);
  else if (source?.packed) asked.set("puzzle", source.packed);
  return `#${asked.toString().replaceAll("%2F", "/")}`;
}
