// Small plots in SVG: lines, steps, dots or bars over two axes. A plot is redrawn completely when its data changes. It
// shows the values at the pointer, even while it is redrawn, and can be saved as a file.

import { button, h, number, pointIn, save, svg } from "./dom.js";

const [WIDE, TALL] = [420, 240];
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 22, 10, 34];
const MIN_SECONDS = 1e-5; // on a logarithmic axis
const MAX_POINTS = 1500; // of one series; a screen cannot show more

/** Round numbers for an axis from 0 to `max`. */
export function ticks(max) {
  if (!(max > 0)) return [0, 1];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step);
}

const short = (value) => {
  if (value >= 1e9) return `${+(value / 1e9).toPrecision(3)}G`;
  if (value >= 1e6) return `${+(value / 1e6).toPrecision(3)}M`;
  if (value >= 1e4) return `${+(value / 1e3).toPrecision(3)}k`;
  return String(+value.toPrecision(3));
};

/**
 * A figure with a caption. `series` is a list of {points: [[x, y], …], looks: "series-0", name}; `style` is line,
 * steps, dots or bars; `log` makes the y axis logarithmic. The x axis starts at `from`, or, with `seconds: "x"`, is a
 * logarithmic one of seconds, as with `seconds: "y"` the y axis. `maxY` extends the y axis, so that several figures
 * have the same. A `limit` on the x axis is drawn once the data reaches a quarter of it.
 */
export function figure(caption, {
  series, x, y, style = "line", log = false, from = 0, limit = null, legend = false, seconds = null, maxY = 0,
}) {
  const points = series.flatMap((each) => each.points);
  const maxX = points.reduce((max, [at]) => Math.max(max, at), 0);
  const limited = limit !== null && maxX >= limit / 4;
  const across = seconds === "x" ? decades(points.map(([at]) => at)) : linear(ticks(
    (limited ? Math.max(limit, maxX) : maxX) - from).map((tick) => from + tick), from);
  const highest = points.reduce((max, [, value]) => Math.max(max, value), maxY);
  const numbers = log ? counts(highest) : linear(ticks(highest));
  const up = seconds === "y" ? decades(points.map(([, value]) => value)) : numbers;
  const [xs, ys] = [across.ticks, up.ticks];
  const toX = (at) => LEFT + across.share(at) * (WIDE - LEFT - RIGHT);
  const toY = (value) => TALL - BOTTOM - up.share(value) * (TALL - TOP - BOTTOM);
  const grid = [
    ...ys.map((value) => [
      svg("line", { class: "axis", x1: LEFT, x2: WIDE - RIGHT, y1: toY(value), y2: toY(value) }),
      svg("text", { x: LEFT - 6, y: toY(value), dy: "0.35em", "text-anchor": "end" }, short(value)),
    ]),
    ...xs.map((value) => svg("text", { x: toX(value), y: TALL - BOTTOM + 15, "text-anchor": "middle" }, short(value))),
    svg("text", { x: (LEFT + WIDE - RIGHT) / 2, y: TALL - 4, "text-anchor": "middle" }, x),
  ];
  if (limited) grid.push(svg("line", { class: "limit", x1: toX(limit), x2: toX(limit), y1: TOP, y2: TALL - BOTTOM }));
  const drawn = series.map(({ points: all, looks }) => {
    return svg("g", { class: looks }, DRAW[style](thinned(all), toX, toY, looks));
  });
  const summary = `${caption}: ${y} by ${x}, up to ${number(highest)}`;
  const readout = svg("g", { class: "readout" });
  const plot = svg("svg", { class: "plot", viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": summary },
    svg("g", {}, grid.flat()), drawn, readout);
  const showValues = (place) => {
    readout.replaceChildren(...(place === null ? [] : values({ series, x, y }, place, toX, toY)));
  };
  plot.addEventListener("pointermove", (event) => {
    pointed = { caption, place: across.at((pointIn(plot, event).x - LEFT) / (WIDE - LEFT - RIGHT)) };
    showValues(pointed.place);
  });
  plot.addEventListener("pointerleave", () => {
    pointed = null;
    showValues(null);
  });
  if (pointed?.caption === caption) showValues(pointed.place);
  const named = legend ? series.map(({ looks, name }) => h("span", { class: "key" }, sample(looks), name)) : [];
  const looks = { class: "quiet small", "aria-label": `Save ${caption}` };
  const saveButton = button("Save", () => saveAs(plot, caption), looks);
  return h("figure", {}, h("figcaption", {}, caption, ...named, saveButton), plot);
}

/** An axis from `from` to the last tick: the share of a value, and the value of a share. */
function linear(marks, from = 0) {
  const length = marks.at(-1) - from || 1;
  return { ticks: marks, share: (value) => (value - from) / length, at: (share) => from + share * length };
}

/** A logarithmic axis of numbers from 0. */
function counts(max) {
  const marks = powers(max);
  const top = Math.log10(1 + marks.at(-1)) || 1;
  return { ticks: marks, share: (value) => Math.log10(1 + value) / top, at: (share) => 10 ** (share * top) - 1 };
}

/** A logarithmic axis of seconds in whole decades; what is shorter than MIN_SECONDS is at its start. */
function decades(seconds) {
  const positive = seconds.filter((value) => value > MIN_SECONDS);
  const min = positive.reduce((least, value) => Math.min(least, value), positive[0] ?? MIN_SECONDS);
  const max = positive.reduce((most, value) => Math.max(most, value), min);
  const first = Math.floor(Math.log10(min));
  const last = Math.max(first + 1, Math.ceil(Math.log10(max) - 1e-9));
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)),
    share: (value) => Math.max(0, (Math.log10(Math.max(value, MIN_SECONDS)) - first) / (last - first)),
    at: (share) => 10 ** (first + share * (last - first)),
  };
}

/** The smallest x value, where an axis can start. */
export const minX = (points) => points.reduce((min, [at]) => Math.min(min, at), points[0]?.[0] ?? 0);

let pointed = null; // the plot under the pointer and the place on its x axis

/** Marks and values of the point of each series that is nearest to a place on the x axis. */
function values({ series, x, y }, place, toX, toY) {
  const near = series.filter(({ points }) => points.length).map(({ points, looks, name }) => {
    const distance = ([at]) => Math.abs(at - place);
    return { point: points.reduce((best, point) => (distance(point) < distance(best) ? point : best)), looks, name };
  });
  if (!near.length) return [];
  const at = near.reduce((best, { point: [each] }) => {
    return Math.abs(each - place) < Math.abs(best - place) ? each : best;
  }, near[0].point[0]);
  const lines = [`${x} ${number(+at.toPrecision(4))}`,
    ...near.map(({ name, point: [, value] }) => `${name ?? y} ${number(+value.toPrecision(6))}`)];
  const onTheRight = toX(at) > WIDE / 2;
  const [edge, anchor] = [onTheRight ? toX(at) - 8 : toX(at) + 8, onTheRight ? "end" : "start"];
  return [
    svg("line", { class: "limit", x1: toX(at), x2: toX(at), y1: TOP, y2: TALL - BOTTOM }),
    ...near.map(({ point: [each, value], looks }) => {
      return svg("g", { class: looks }, svg("path", { class: "spot", d: dot(looks, toX(each), toY(value), 3.5) }));
    }),
    ...lines.map((line, row) => {
      return svg("text", { class: "readout-line", x: edge, y: TOP + 12 + 14 * row, "text-anchor": anchor }, line);
    }),
  ];
}

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family"];

/** Save a plot as an SVG file that contains its styles. */
function saveAs(plot, caption) {
  const copy = plot.cloneNode(true);
  const all = [...copy.querySelectorAll("*")];
  [...plot.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const look of LOOKS) all[index].setAttribute(look, style.getPropertyValue(look));
  });
  const paper = svg("rect", { width: WIDE, height: TALL, fill: getComputedStyle(document.body).backgroundColor });
  copy.prepend(paper);
  copy.setAttribute("width", 2 * WIDE);
  copy.setAttribute("height", 2 * TALL);
  const text = new XMLSerializer().serializeToString(copy);
  save(new Blob([text], { type: "image/svg+xml" }), `${caption.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.svg`);
}

/** A sample of a series' stroke, for a legend. */
export function sample(looks) {
  const line = svg("path", { class: "line", d: "M1 6h30" });
  return svg("svg", { class: `sample ${looks}`, viewBox: "0 0 32 12", "aria-hidden": "true" }, line,
    svg("path", { class: "dots", d: dot(looks, 16, 6, 3.4) }));
}

/** The shape of a point: a circle, or a square or triangle for series that reuse a colour. */
function dot(looks, x, y, size = 1.3) {
  const [two, wide] = [2 * size, 1.2 * size];
  if (looks.includes("stroke-1")) return `M${x - size} ${y - size}h${two}v${two}h${-two}z`;
  if (looks.includes("stroke-2")) return `M${x} ${y - wide}l${wide} ${2 * wide}h${-2 * wide}z`;
  return `M${x} ${y}m${-size} 0a${size} ${size} 0 1 0 ${two} 0a${size} ${size} 0 1 0 ${-two} 0`;
}

function powers(max) {
  const found = [0];
  for (let power = 1; found.at(-1) < max; power *= 10) found.push(power);
  return found;
}

function thinned(points) {
  const stride = Math.ceil(points.length / MAX_POINTS);
  return stride > 1 ? points.filter((_, index) => index % stride === 0 || index === points.length - 1) : points;
}

const DRAW = {
  line(points, toX, toY) {
    const path = points.map(([at, value]) => `${toX(at)},${toY(value)}`);
    return [svg("polyline", { class: "line", points: path.join(" ") })];
  },
  steps(points, toX, toY) {
    const path = points.map(([at, value], index) => {
      return index ? `H${toX(at)}V${toY(value)}` : `M${toX(at)} ${toY(value)}`;
    });
    return [svg("path", { class: "line", d: path.join("") })];
  },
  dots(points, toX, toY, looks) {
    const path = points.map(([at, value]) => dot(looks, toX(at), toY(value)));
    return [svg("path", { class: "dots", d: path.join("") })];
  },
  bars(points, toX, toY) {
    const wide = Math.max(1, toX(1) - toX(0) - 1);
    return points.map(([at, value]) => {
      const tall = toY(0) - toY(value);
      return svg("rect", { class: "bar", x: toX(at) - wide / 2, y: toY(value), width: wide, height: tall });
    });
  },
};
