// What the views ask for: puzzles, hints, solves. One of two back ends answers, by the same functions: the server, or in
// an exported page this browser. Every function returns the answer or throws a Problem with a readable message.
//
//   library() · engines() · patterns() → the catalogue
//   read(source, first) → puzzles of a source `{text}`, `{name}` or `{puzzle}`: a batch that starts with number `first`,
//     and the `total`
//   generate(request) · info(puzzle, more) · hint(puzzle, state, metric) · check(puzzle, plan) · convert(puzzle, to)
//   graph(puzzle, more) · render(puzzle, plan, format) → a plan as a file `{blob, filename}`
//   solve(request, onEvent) → `{stop, leave}`. `onEvent(event, data, id)` receives the events queued, started, progress,
//     offer and trace, and finally one outcome or problem. rejoin(id, onEvent) listens to a solve that runs already.

export { Problem, noAnswer } from "./problem.js";

const inBrowser = document.documentElement.dataset.backend === "browser";
const backend = await (inBrowser ? import("./backends/browser.js") : import("./backends/server.js"));

export const {
  library, engines, patterns, read, generate, info, hint, check, convert, graph, render, solve, rejoin,
} = backend;
