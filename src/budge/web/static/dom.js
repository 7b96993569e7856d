// Creates elements in one call. Text always becomes a text node, so text from a puzzle is never parsed as HTML.

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

/** A button with a label. */
export function button(label, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, label);
}

/** An invisible line that screen readers read when it changes. */
export function spokenLine() {
  return h("p", { class: "spoken", role: "status", "aria-live": "polite" });
}

/** A form control with its label. */
export function field(name, control, help = null) {
  return h("label", { class: "field", title: help }, h("span", {}, name), control);
}

/** A drop-down list; `options` are values, or lists of a value, its label and properties. */
export function select(options, value, onchange = () => {}, properties = {}) {
  const elements = options.map((option) => {
    const [key, label, extra] = Array.isArray(option) ? option : [option, option];
    return h("option", { value: key, ...extra }, label);
  });
  const control = h("select", { onchange: () => onchange(control.value), ...properties }, elements);
  if (value !== null && value !== undefined) control.value = value;
  return control;
}

/** 1234567 as 1,234,567; a missing value as a dash. */
export function number(value) {
  if (value === null || value === undefined) return "–";
  return Array.isArray(value) ? value.map(number).join(" + ") : value.toLocaleString("en");
}

/** Bytes with a unit; 0 (IDA* stores only the path) as a dash. */
export function bytes(value) {
  if (!value) return "–";
  const units = ["B", "kB", "MB", "GB"];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** `1 move`, `2 moves`, `1 push`; the unit of a makespan is steps. */
export function count(value, unit) {
  const plural = unit === "makespan" ? "steps" : unit;
  const single = plural.endsWith("shes") ? plural.slice(0, -2) : plural.replace(/s$/, "");
  return `${number(value)} ${value === 1 ? single : plural}`;
}

/** Seconds as minutes and seconds: 151 as 2:31. */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A message as a sentence: with a capital, unless it starts with a file name, and a full stop. */
export function sentence(message) {
  const start = /^\S*\.\w/.test(message) ? message : message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}

/** Whether the device has only a touch screen, and so no keyboard. */
export const touchOnly = () => matchMedia("(any-pointer: coarse) and (not (any-hover: hover))").matches;

/** The help `{pointer, keys}` for the input devices of this machine. */
export function helpText({ pointer, keys = "" }) {
  if (!touchOnly()) return `${pointer} ${keys}`;
  return pointer.replace(/\bclick/gi, (word) => (word === "Click" ? "Tap" : "tap"));
}

/** Ask a question; resolves to true if the answer is yes. Escape means no; the focus returns to where it was. */
export function ask(question, yes) {
  return new Promise((resolve) => {
    const go = button(yes, () => dialog.close("yes"), { class: "accent" });
    const dialog = h("dialog", { class: "card", "aria-label": question, onclose: () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    } }, h("p", {}, question), h("div", { class: "buttons" }, go, button("Cancel", () => dialog.close())));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Enable or disable a button. A button that loses the focus because it is disabled passes it to another element. */
export function enable(control, enabled, nextFocus) {
  const focused = document.activeElement === control;
  control.disabled = !enabled;
  if (focused && !enabled) nextFocus.focus();
}

/** Whether the focused control handles a key: a form field, or a button that Space or Enter presses. */
export function isTaken({ target, key }) {
  if (target.closest("input:not([type=checkbox]), select, textarea")) return true;
  return key === "Tab" || ([" ", "Enter"].includes(key) && target.closest("button, a, summary, input") !== null);
}

/** Whether the page may handle a key; keys with a modifier belong to the browser. */
export function isShortcut(event) {
  return !event.altKey && !event.ctrlKey && !event.metaKey && !isTaken(event);
}

/** The position of a pointer in the units of a drawing. */
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

/** A function that runs once no call has come for `wait` milliseconds. */
export function debounced(wait, run) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait);
  };
}
