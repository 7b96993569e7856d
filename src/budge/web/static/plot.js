// Small plots in SVG: lines, steps, dots or bars over two axes, redrawn whole whenever there is news. The values under
// the pointer are told beside it, also while a plot is redrawn; each plot can be saved as a file.

import { button, h, number, pointIn, save, svg } from "./dom.js";

const [WIDE, TALL] = [420, 240];
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 22, 10, 34];
const MOST = 1500; // points of one series that a screen can still tell apart

/** Round figures on an axis that reaches to `most`. */
export function ticks(most) {
  if (!(most > 0)) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step);
}

const short = (value) => {
  if (value >= 1e9) return `${+(value / 1e9).toPrecision(3)}G`;
  if (value >= 1e6) return `${+(value / 1e6).toPrecision(3)}M`;
  if (value >= 1e4) return `${+(value / 1e3).toPrecision(3)}k`;
  return String(+value.toPrecision(3));
};

/**
 * A figure with a caption. `series` holds {points: [[x, y], …], looks: "series-0", name}; `style` is line, steps, dots
 * or bars; with `log` the y axis counts powers of ten. The x axis begins at `from`. A `limit` on it is drawn once a
 * quarter of it is reached.
 */
export function figure(caption, { series, x, y, style = "line", log = false, from = 0, limit = null, legend = false }) {
  const points = series.flatMap((each) => each.points);
  const height = (value) => (log ? Math.log10(1 + value) : value);
  const farthest = points.reduce((most, [at]) => Math.max(most, at), 0);
  const limited = limit !== null && farthest >= limit / 4;
  const xs = ticks((limited ? Math.max(limit, farthest) : farthest) - from).map((tick) => from + tick);
  const most = points.reduce((found, [, value]) => Math.max(found, value), 0);
  const ys = log ? powers(most) : ticks(most);
  const [xMost, yMost] = [xs.at(-1), height(ys.at(-1)) || 1];
  const left = (at) => LEFT + ((at - from) / (xMost - from)) * (WIDE - LEFT - RIGHT);
  const top = (value) => TALL - BOTTOM - (height(value) / yMost) * (TALL - TOP - BOTTOM);
  const grid = [
    ...ys.map((value) => [
      svg("line", { class: "axis", x1: LEFT, x2: WIDE - RIGHT, y1: top(value), y2: top(value) }),
      svg("text", { x: LEFT - 6, y: top(value), dy: "0.35em", "text-anchor": "end" }, short(value)),
    ]),
    ...xs.map((value) => svg("text", { x: left(value), y: TALL - BOTTOM + 14, "text-anchor": "middle" }, short(value))),
    svg("text", { x: (LEFT + WIDE - RIGHT) / 2, y: TALL - 4, "text-anchor": "middle" }, x),
  ];
  if (limited) grid.push(svg("line", { class: "limit", x1: left(limit), x2: left(limit), y1: TOP, y2: TALL - BOTTOM }));
  const drawn = series.map(({ points: all, looks }) => {
    return svg("g", { class: looks }, DRAW[style](thinned(all), left, top, looks));
  });
  const said = `${caption}: ${y} by ${x}, up to ${number(most)}`;
  const readout = svg("g", { class: "readout" });
  const plot = svg("svg", { class: "plot", viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": said },
    svg("g", {}, grid.flat()), drawn, readout);
  const tell = (place) => {
    readout.replaceChildren(...(place === null ? [] : values({ series, x, y }, place, left, top)));
  };
  plot.addEventListener("pointermove", (event) => {
    pointed = { caption, place: from + (pointIn(plot, event).x - LEFT) * ((xMost - from) / (WIDE - LEFT - RIGHT)) };
    tell(pointed.place);
  });
  plot.addEventListener("pointerleave", () => {
    pointed = null;
    tell(null);
  });
  if (pointed?.caption === caption) tell(pointed.place);
  const named = legend ? series.map(({ looks, name }) => h("span", { class: "key" }, sample(looks), name)) : [];
  const keep = button("Save", () => saveAs(plot, caption), { class: "quiet small", "aria-label": `Save ${caption}` });
  return h("figure", {}, h("figcaption", {}, caption, ...named, keep), plot);
}

/** The least place on the x axis, for an axis that begins there. */
export const leastOf = (points) => points.reduce((least, [at]) => Math.min(least, at), points[0]?.[0] ?? 0);

let pointed = null; // the plot that the pointer is on, and where on its x axis

/** The point of every series that is nearest to a place on the x axis, marked and told. */
function values({ series, x, y }, place, left, top) {
  const near = series.filter(({ points }) => points.length).map(({ points, looks, name }) => {
    const off = ([at]) => Math.abs(at - place);
    return { point: points.reduce((best, point) => (off(point) < off(best) ? point : best)), looks, name };
  });
  if (!near.length) return [];
  const at = near.reduce((best, { point: [each] }) => {
    return Math.abs(each - place) < Math.abs(best - place) ? each : best;
  }, near[0].point[0]);
  const words = [`${x} ${number(+at.toPrecision(4))}`,
    ...near.map(({ name, point: [, value] }) => `${name ?? y} ${number(+value.toPrecision(6))}`)];
  const right = left(at) > WIDE / 2;
  const [edge, anchor] = [right ? left(at) - 8 : left(at) + 8, right ? "end" : "start"];
  return [
    svg("line", { class: "limit", x1: left(at), x2: left(at), y1: TOP, y2: TALL - BOTTOM }),
    ...near.map(({ point: [each, value], looks }) => {
      return svg("g", { class: looks }, svg("path", { class: "spot", d: dot(looks, left(each), top(value), 3.5) }));
    }),
    ...words.map((line, row) => {
      return svg("text", { class: "told", x: edge, y: TOP + 12 + 14 * row, "text-anchor": anchor }, line);
    }),
  ];
}

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family"];

/** A plot as an SVG file that looks elsewhere as it does here. */
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

/** The stroke of a series, to stand beside its name. */
export function sample(looks) {
  const line = svg("path", { class: "line", d: "M1 6h30" });
  return svg("svg", { class: `sample ${looks}`, viewBox: "0 0 32 12", "aria-hidden": "true" }, line,
    svg("path", { class: "dots", d: dot(looks, 16, 6, 3.4) }));
}

/** One of many points: round, or square where colours come for the second time, or a triangle. */
function dot(looks, x, y, size = 1.3) {
  const [two, wide] = [2 * size, 1.2 * size];
  if (looks.includes("stroke-1")) return `M${x - size} ${y - size}h${two}v${two}h${-two}z`;
  if (looks.includes("stroke-2")) return `M${x} ${y - wide}l${wide} ${2 * wide}h${-2 * wide}z`;
  return `M${x} ${y}m${-size} 0a${size} ${size} 0 1 0 ${two} 0a${size} ${size} 0 1 0 ${-two} 0`;
}

function powers(most) {
  const found = [0];
  for (let power = 1; found.at(-1) < most; power *= 10) found.push(power);
  return found;
}

function thinned(points) {
  const stride = Math.ceil(points.length / MOST);
  return stride > 1 ? points.filter((_, index) => index % stride === 0 || index === points.length - 1) : points;
}

const DRAW = {
  line(points, left, top) {
    const path = points.map(([at, value]) => `${left(at)},${top(value)}`);
    return [svg("polyline", { class: "line", points: path.join(" ") })];
  },
  steps(points, left, top) {
    const path = points.map(([at, value], index) => {
      return index ? `H${left(at)}V${top(value)}` : `M${left(at)} ${top(value)}`;
    });
    return [svg("path", { class: "line", d: path.join("") })];
  },
  dots(points, left, top, looks) {
    const path = points.map(([at, value]) => dot(looks, left(at), top(value)));
    return [svg("path", { class: "dots", d: path.join("") })];
  },
  bars(points, left, top) {
    const wide = Math.max(1, left(1) - left(0) - 1);
    return points.map(([at, value]) => {
      const tall = top(0) - top(value);
      return svg("rect", { class: "bar", x: left(at) - wide / 2, y: top(value), width: wide, height: tall });
    });
  },
};
