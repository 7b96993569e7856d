// Elements in one call. Text always becomes a text node: nothing that a puzzle says is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: `h("button", { class: "quiet", onclick: undo }, "Undo")`. */
export function h(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

/** An SVG element. */
export function svg(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

/** A button with words on it. */
export function button(words, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, words);
}

/** Words that are not seen but read out when they change. */
export function spokenLine() {
  return h("p", { class: "spoken", role: "status", "aria-live": "polite" });
}

/** A form control under its name. */
export function field(name, control, help = null) {
  return h("label", { class: "field", title: help }, h("span", {}, name), control);
}

/** A choice; `options` are values, or pairs of a value and its words. */
export function select(options, value, onchange = () => {}, properties = {}) {
  const made = options.map((option) => {
    const [key, words, extra] = Array.isArray(option) ? option : [option, option];
    return h("option", { value: key, ...extra }, words);
  });
  const control = h("select", { onchange: () => onchange(control.value), ...properties }, made);
  if (value !== null && value !== undefined) control.value = value;
  return control;
}

/** 1234567 as 1,234,567; nothing as a dash. */
export function number(value) {
  if (value === null || value === undefined) return "–";
  return Array.isArray(value) ? value.map(number).join(" + ") : value.toLocaleString("en");
}

/** Bytes for people; none, as of IDA*, which keeps no more than the path, as a dash. */
export function bytes(value) {
  if (!value) return "–";
  const units = ["B", "kB", "MB", "GB"];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** `1 move`, `2 moves`, `1 push`; the makespan of several players is counted in steps. */
export function count(value, what) {
  const plural = what === "makespan" ? "steps" : what;
  const single = plural.endsWith("shes") ? plural.slice(0, -2) : plural.replace(/s$/, "");
  return `${number(value)} ${value === 1 ? single : plural}`;
}

/** Seconds as minutes and seconds: 151 is 2:31. */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** What the server says, as a sentence: with a capital, unless a file is named first, and an end. */
export function sentence(words) {
  const begun = /^\S*\.\w/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** Whether there are only fingers to point with: a phone, which has no keys to speak of, either. */
export const touchOnly = () => matchMedia("(any-pointer: coarse) and (not (any-hover: hover))").matches;

/** How a thing is done `{pointer, keys}`, in words for what there is to do it with. */
export function helpWords({ pointer, keys = "" }) {
  if (!touchOnly()) return `${pointer} ${keys}`;
  return pointer.replace(/\bclick/gi, (word) => (word === "Click" ? "Tap" : "tap"));
}

/** Ask whether to go on; true where the answer is yes. Escape is a no, and the focus returns to where it was. */
export function ask(question, yes) {
  return new Promise((resolve) => {
    const go = button(yes, () => dialog.close("yes"), { class: "accent" });
    const dialog = h("dialog", { class: "card", "aria-label": question, onclose: () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    } }, h("p", {}, question), h("div", { class: "buttons" }, go, button("No", () => dialog.close())));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Let a button be pressed or not; one that cannot be any more hands the focus on rather than losing it. */
export function enable(control, can, heir) {
  const focused = document.activeElement === control;
  control.disabled = !can;
  if (focused && !can) heir.focus();
}

/** Whether a key belongs to the control in focus: a form that is filled in, or a button that is pressed by it. */
export function isTaken({ target, key }) {
  if (target.closest("input:not([type=checkbox]), select, textarea")) return true;
  return key === "Tab" || ([" ", "Enter"].includes(key) && target.closest("button, a, summary, input") !== null);
}

/** Whether a key is free for the page; with a modifier it is the browser's. */
export function isShortcut(event) {
  return !event.altKey && !event.ctrlKey && !event.metaKey && !isTaken(event);
}

/** Where a pointer is, in the units of a drawing. */
export function pointIn(drawing, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return { x, y };
}

/** Let the browser save a file. */
export function save(blob, filename) {
  const link = h("a", { href: URL.createObjectURL(blob), download: filename });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Run a function when calls to it have ceased for a while. */
export function debounced(wait, run) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...given), wait);
  };
}
