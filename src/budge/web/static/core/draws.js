// Random puzzles, one function for each kind: most can be solved, and their optima vary. generate.js picks those in a
// range. The parameters are those of budge's generators that make sense here.

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Random numbers from a seed (mulberry32). */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit) {
    return Math.floor(this.next() * limit);
  }

  choice(list) {
    return list[this.below(list.length)];
  }

  /** Some of the items, in random order. */
  sample(items, count = items.length) {
    const left = [...items];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)[0]);
  }
}

const range = (length) => Array.from({ length }, (_, index) => index);
const inRows = (cells, width) => range(cells.length / width).map((row) => cells.slice(row * width, (row + 1) * width));

function near(cell, width, height) {
  const [row, column] = [Math.floor(cell / width), cell % width];
  return [[-1, 0], [0, -1], [0, 1], [1, 0]].map(([down, right]) => [row + down, column + right])
    .filter(([y, x]) => y >= 0 && y < height && x >= 0 && x < width).map(([y, x]) => y * width + x);
}

/** A walk of the blank that never turns back at once. */
function walked(goal, blank, neighbours, steps, random) {
  const state = [...goal];
  let [here, before] = [state.indexOf(blank), -1];
  for (let step = 0; step < steps; step++) {
    const ways = neighbours(here).filter((there) => there !== before);
    const there = random.choice(ways.length ? ways : [before]);
    [state[here], state[there]] = [state[there], blank];
    [before, here] = [here, there];
  }
  return state;
}

export const DRAWS = {
  /** A walk, or a random board: of two that differ by a swap of two tiles, one can be solved. */
  tiles(random, { width = 4, height = 4, walk = null }) {
    const goal = range(width * height).map((cell) => (cell + 1) % (width * height));
    const start = walk === null && Math.min(width, height) > 1 ? random.sample(goal)
      : walked(goal, 0, (cell) => near(cell, width, height), walk ?? 200, random);
    return { kind: "tiles", name: null, start: inRows(start, width), goal: inRows(goal, width) };
  },

  /** A polygon with chords, shuffled by a walk. */
  tokens(random, { vertices = 8, chords = 2 }) {
    const names = LETTERS.slice(0, Math.max(3, vertices));
    const ends = names.map((_, place) => [place, (place + 1) % names.length]);
    const last = names.length - 1;
    const pairs = names.flatMap((_, one) => range(one).map((other) => [other, one]));
    const others = pairs.filter(([one, other]) => other - one > 1 && (one > 0 || other < last));
    const edges = [...ends, ...random.sample(others, chords)];
    const atVertex = (here) => edges.filter((edge) => edge.includes(here));
    const neighbours = (here) => atVertex(here).map(([one, other]) => (one === here ? other : one));
    const goal = names.map((_, place) => (place === last ? "_" : String(place + 1)));
    return {
      kind: "tokens", name: null, vertices: names, edges: edges.map((edge) => edge.map((place) => names[place])),
      start: walked(goal, "_", neighbours, 20 * names.length, random), goal,
    };
  },

  /** Rush Hour: X must leave to the right; cars have two cells, trucks three. */
  blocks(random, { width = 6, height = 6, cars = 7, trucks = 3 }) {
    const row = Math.max(0, Math.floor((height - 1) / 2));
    const start = row * width + random.below(Math.max(1, width - 3));
    const blocks = [{ name: "X", cells: [start, start + 1], axis: "horizontal" }];
    const taken = new Set(blocks[0].cells);
    const places = (length, step, inside) => {
      return range(width * height).filter(inside).map((cell) => range(length).map((n) => cell + n * step));
    };
    const names = LETTERS.filter((letter) => letter !== "X");
    for (const length of random.sample([...Array(cars).fill(2), ...Array(trucks).fill(3)]).slice(0, names.length)) {
      const across = places(length, 1, (cell) => (cell % width) + length <= width && Math.floor(cell / width) !== row);
      const down = places(length, width, (cell) => Math.floor(cell / width) + length <= height);
      const fitting = [...across, ...down].filter((cells) => !cells.some((cell) => taken.has(cell)));
      if (!fitting.length) continue;
      const cells = random.choice(fitting);
      for (const cell of cells) taken.add(cell);
      const axis = cells[1] - cells[0] === 1 ? "horizontal" : "vertical";
      blocks.push({ name: names[blocks.length - 1], cells, axis });
    }
    return {
      kind: "blocks", name: null, width, height, walls: [], gates: [], goals: [{ X: row * width + width - 2 }],
      blocks: blocks.sort((one, other) => one.cells[0] - other.cells[0]),
    };
  },

  /** A room with walls; boxes are pulled from their targets, so that pushes can bring them back. */
  sokoban(random, { width = 8, height = 7, boxes = 3, walls = 0.2 }) {
    const inner = range(width * height).filter((cell) => near(cell, width, height).length === 4);
    const floor = new Set(random.sample(inner, Math.round(inner.length * (1 - walls))));
    const steps = [-width, -1, 1, width];
    const reached = (player, held) => {
      const found = new Set([player]);
      for (const here of found) for (const step of steps) {
        if (floor.has(here + step) && !held.includes(here + step)) found.add(here + step);
      }
      return found;
    };
    const targets = random.sample([...floor], boxes);
    const held = [...targets];
    let player = random.choice([...floor].filter((cell) => !held.includes(cell)));
    for (let pull = 0; pull < 60 * boxes; pull++) {
      const area = reached(player, held);
      const canPull = (cell, step) => {
        return area.has(cell + step) && floor.has(cell + 2 * step) && !held.includes(cell + 2 * step);
      };
      const pulls = held.flatMap((cell, box) => steps.filter((step) => canPull(cell, step))
        .map((step) => ({ box, to: cell + step, player: cell + 2 * step })));
      if (!pulls.length) break;
      const chosen = random.choice(pulls);
      held[chosen.box] = chosen.to;
      ({ player } = chosen);
    }
    const open = reached(player, []);
    const sign = (cell) => {
      const [target, box] = [targets.includes(cell), held.includes(cell)];
      if (cell === player) return target ? "+" : "@";
      if (box) return target ? "*" : "$";
      if (target) return ".";
      return open.has(cell) ? " " : "#";
    };
    const rows = inRows(range(width * height).map(sign), width).map((row) => row.join(""));
    const lost = [...targets, ...held].some((cell) => !open.has(cell));
    return lost ? null : { kind: "sokoban", name: null, board: rows, assigned: [] };
  },

  /** Ricochet Robots: corners of two walls, and a target for A in one of them. */
  robots(random, { width = 10, height = 10, robots = 4 }) {
    const cells = range(width * height);
    const inner = cells.filter((cell) => near(cell, width, height).length === 4);
    const corners = random.sample(inner, Math.max(1, Math.round(cells.length / 15)));
    const walls = corners.flatMap((cell) => [
      random.choice([[cell - width, cell], [cell, cell + width]]), random.choice([[cell - 1, cell], [cell, cell + 1]]),
    ]);
    const names = LETTERS.slice(0, robots);
    const starts = random.sample(cells.filter((cell) => cell !== corners[0]), robots);
    const distinct = [...new Map(walls.map((wall) => [String(wall), wall])).values()];
    return {
      kind: "robots", name: null, width, height, edges: "closed", goals: [{ robot: "A", cell: corners[0] }],
      robots: Object.fromEntries(names.map((name, robot) => [name, starts[robot]])),
      walls: distinct.sort((one, other) => one[0] - other[0] || one[1] - other[1]),
    };
  },
};
