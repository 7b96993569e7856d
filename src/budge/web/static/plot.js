// Small plots in SVG: lines, steps, dots or bars over two axes, redrawn whole whenever there is news.

import { h, number, svg } from "./dom.js";

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
 * A figure with a caption. `series` holds {points: [[x, y], …], looks: "series-0"}; `style` is line, steps, dots or
 * bars; with `log` the y axis counts powers of ten.
 */
export function figure(caption, { series, x, y, style = "line", log = false }) {
  const points = series.flatMap((each) => each.points);
  const height = (value) => (log ? Math.log10(1 + value) : value);
  const xs = ticks(points.reduce((most, [at]) => Math.max(most, at), 0));
  const most = points.reduce((found, [, value]) => Math.max(found, value), 0);
  const ys = log ? powers(most) : ticks(most);
  const [xMost, yMost] = [xs.at(-1), height(ys.at(-1)) || 1];
  const left = (at) => LEFT + (at / xMost) * (WIDE - LEFT - RIGHT);
  const top = (value) => TALL - BOTTOM - (height(value) / yMost) * (TALL - TOP - BOTTOM);
  const grid = [
    ...ys.map((value) => [
      svg("line", { class: "axis", x1: LEFT, x2: WIDE - RIGHT, y1: top(value), y2: top(value) }),
      svg("text", { x: LEFT - 6, y: top(value), dy: "0.35em", "text-anchor": "end" }, short(value)),
    ]),
    ...xs.map((value) => svg("text", { x: left(value), y: TALL - BOTTOM + 14, "text-anchor": "middle" }, short(value))),
    svg("text", { x: (LEFT + WIDE - RIGHT) / 2, y: TALL - 4, "text-anchor": "middle" }, x),
  ];
  const drawn = series.map(({ points: all, looks }) => {
    return svg("g", { class: looks }, DRAW[style](thinned(all), left, top, looks));
  });
  const said = `${caption}: ${y} by ${x}, up to ${number(most)}`;
  return h("figure", {}, h("figcaption", {}, caption),
    svg("svg", { class: "plot", viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": said },
      svg("g", {}, grid.flat()), drawn));
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
