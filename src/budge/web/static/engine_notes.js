// The engines explained: three sentences, pseudo-code, and the paper. The keys of the lines are those of
// `SearchReplay.line`, so that the replay can highlight the line that the search is at.

const A_STAR = [
  ["start", "open ← {start};  closed ← {}"],
  ["next", "repeat"],
  ["expand", "  n ← node of open with the smallest f = g + h; move it to closed"],
  ["goal", "  if n is a goal: return the path to n — it is optimal"],
  ["children", "  for each child c of n that is new or has a smaller g:"],
  ["children", "    put c into open"],
];

export const ENGINE_NOTES = {
  dijkstra: {
    title: "Dijkstra's algorithm",
    text: "Expands positions in order of their distance from the start, so it floods the graph layer by layer. "
      + "The first goal that it reaches is nearest to the start. "
      + "It needs no heuristic, and stores every position that it generates.",
    code: [
      ["start", "open ← {start};  closed ← {}"],
      ["next", "repeat"],
      ["expand", "  n ← node of open with the smallest g; move it to closed"],
      ["goal", "  if a child of n is a goal: return the path to it — it is optimal"],
      ["children", "  put the new children of n into open"],
    ],
    paper: "E. W. Dijkstra, A note on two problems in connexion with graphs, 1959",
  },
  astar: {
    title: "A*",
    text: "Expands the position with the smallest f = g + h: the moves so far, plus a lower bound on those to come. "
      + "With a consistent heuristic no position is expanded twice, and no other search with the same information "
      + "expands fewer positions, apart from ties. "
      + "Its weakness is memory: the frontier and all closed positions stay in it.",
    code: A_STAR,
    paper: "P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic determination of minimum cost "
      + "paths, 1968",
  },
  ida: {
    title: "IDA*",
    text: "A depth-first search that turns back where f exceeds a bound; if it finds no goal, it begins again with the "
      + "smallest f beyond the bound. "
      + "It stores only the path to the current position, so its memory is almost none. "
      + "It pays with repeated work: every iteration repeats the one before, and a position is expanded once for each "
      + "path that leads to it.",
    code: [
      ["start", "bound ← h(start)"],
      ["bound", "repeat: search(start);  bound ← smallest f beyond the bound"],
      ["next", "search(n):"],
      ["prune", "  if f(n) = g + h > bound: go back"],
      ["goal", "  if n is a goal: return the path — it is optimal"],
      ["expand", "  for each child c of n: search(c)"],
    ],
    paper: "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985",
  },
  sma: {
    title: "SMA*",
    text: "Works as A* until memory is full; then it drops the leaf with the largest f; the parent keeps that f. "
      + "A dropped branch is generated again if all others become worse. "
      + "It finds an optimal plan if memory can store its path.",
    code: [
      ["start", "open ← {start}"],
      ["next", "repeat"],
      ["expand", "  n ← node of open with the smallest f"],
      ["goal", "  if n is a goal: return the path to n"],
      ["children", "  if memory is full: drop the leaf with the largest f; its parent stores that f"],
      ["children", "  put the children of n into open"],
    ],
    paper: "S. Russell, Efficient memory-bounded search methods, 1992",
  },
  bidirectional: {
    title: "Bidirectional search",
    text: "Searches breadth-first from the start and from the goal, and always expands the smaller frontier. "
      + "A position known to both sides gives a plan. "
      + "Each side reaches only half the depth, so together they need about the square root of the positions.",
    code: [
      ["start", "two searches: one from the start, one from the goal"],
      ["next", "repeat, with the smaller frontier"],
      ["forwards", "  expand its nearest node, from the start"],
      ["backwards", "  expand its nearest node, from the goal"],
      ["goal", "  if no path can be shorter than the best one where both meet: return it"],
    ],
    paper: "T. A. J. Nicholson, Finding the shortest route between two points in a network, 1966; I. Pohl, "
      + "Bi-directional search, 1971",
  },
  nbs: {
    title: "NBS",
    text: "Searches from both ends with a heuristic for each, and expands positions in pairs, one from each side. "
      + "It takes the pair with the smallest lower bound on a plan through both. "
      + "It expands at most twice the pairs that any such search has to expand.",
    code: [
      ["start", "open lists at the start and at the goal"],
      ["next", "repeat with the pair (u, v) of smallest lb = max(f(u), f(v), g(u) + g(v) + 1)"],
      ["forwards", "  expand u, from the start"],
      ["backwards", "  expand v, from the goal"],
      ["goal", "  if lb reaches the cost of the best plan: return that plan"],
    ],
    paper: "J. Chen, R. C. Holte, S. Zilles and N. R. Sturtevant, Front-to-end bidirectional heuristic search with "
      + "near-optimal node expansions, 2017",
  },
  bae: {
    title: "BAE*",
    text: "Searches from both ends and adds to f the error of the other side's heuristic: how much it underestimates a "
      + "distance that is now known. "
      + "Half the sum of the smallest priorities of both sides is a lower bound. "
      + "With strong heuristics in both directions the two sides meet early.",
    code: [
      ["start", "open lists at the start and at the goal"],
      ["next", "repeat, on the side with the shorter open list"],
      ["forwards", "  expand the node of smallest b = f + (g − h′), from the start"],
      ["backwards", "  expand the node of smallest b = f + (g − h′), from the goal"],
      ["goal", "  if half the sum of both smallest b reaches the best plan: return it"],
    ],
    paper: "S. K. Sadhukhan, Bidirectional heuristic search based on error estimate, 2013; V. Alcázar, P. Riddle and "
      + "M. Barley, A unifying view on individual bounds and heuristic inaccuracies in bidirectional search, 2020",
  },
  table: {
    title: "Table of distances",
    text: "Computes the distance of every position from the goal once, backwards and layer by layer. "
      + "A plan then follows positions with smaller and smaller distances. "
      + "It takes one byte for each position, so it serves boards of up to 12 cells.",
    code: [
      ["start", "distance(goal) ← 0; fill the table layer by layer, backwards"],
      ["next", "n ← start;  until n is the goal:"],
      ["expand", "  n ← a child of n whose distance is smaller"],
    ],
    paper: "budge's own; the idea of pattern databases, for whole positions",
  },
  construct: {
    title: "Construction",
    text: "Brings the tiles home one by one, as people do, and never loses its way. "
      + "Then it replaces pieces of the plan with shortest ones. "
      + "The plan is found at once on boards of any size, but it is not proven to be shortest.",
    code: [
      ["start", "for each tile, row by row and column by column:"],
      ["expand", "  walk the blank around it and push it home"],
      ["goal", "replace parts of the plan with shorter ones while time is left"],
    ],
    paper: "D. Ratner and M. Warmuth, The (n² − 1)-puzzle and related relocation problems, 1990",
  },
  fess: {
    title: "FESS",
    text: "Searches Sokoban by macro moves: one box, any distance. "
      + "Features, such as packed boxes and rooms that are still connected, sort positions into cells; advisors name "
      + "the moves to try first in each cell. "
      + "It finds some plan of hard levels fast and then shortens it.",
    code: [
      ["start", "cells of positions with equal features"],
      ["next", "repeat, taking the cells in turn"],
      ["expand", "  make the move of a cell that an advisor prefers"],
      ["goal", "  if all boxes are packed: shorten the plan"],
    ],
    paper: "Y. Shoham and J. Schaeffer, The FESS algorithm: a feature based approach to single-agent search, 2020",
  },
  sat: {
    title: "Boolean satisfiability",
    text: "Writes “there is a plan of k moves” as clauses and asks a SAT solver. "
      + "If the answer is no, every plan is longer; k grows until the answer is yes. "
      + "The solver learns from each conflict why a whole set of attempts fails.",
    code: [
      ["start", "k ← lower bound"],
      ["next", "repeat"],
      ["expand", "  ask the solver: can the variables of k steps be chosen?"],
      ["goal", "  if so: read the plan off the variables — it is optimal"],
      ["bound", "  k ← k + 1"],
    ],
    paper: "H. Kautz and B. Selman, Planning as satisfiability, 1992",
  },
  cp: {
    title: "Constraint programming",
    text: "States the same question with variables that have several values and with constraints between them. "
      + "Propagation removes values that no plan can have. "
      + "CP-SAT learns clauses from conflicts, as a SAT solver does.",
    code: [
      ["start", "k ← lower bound"],
      ["next", "repeat"],
      ["expand", "  ask the solver for a plan of k moves"],
      ["goal", "  if there is one: return it — it is optimal"],
      ["bound", "  k ← k + 1"],
    ],
    paper: "L. Perron and F. Didier, CP-SAT, OR-Tools",
  },
  asp: {
    title: "Answer-set programming",
    text: "Describes the puzzle by a few rules: what holds at time 0, what a move changes, and what must not happen. "
      + "clingo grounds the rules for k moves and searches for an answer set, which is a plan. "
      + "k grows until there is one.",
    code: [
      ["start", "k ← lower bound"],
      ["next", "repeat"],
      ["expand", "  ground the rules for time k; ask for an answer set"],
      ["goal", "  if there is one: its moves are an optimal plan"],
      ["bound", "  k ← k + 1"],
    ],
    paper: "M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, Multi-shot ASP solving with clingo, 2019",
  },
  gpu: {
    title: "IDA* on a GPU",
    text: "Cuts each iteration of IDA* into a million subtrees and lets thousands of warps search them. "
      + "Pattern databases lie in the memory of the device. "
      + "Bounds and plans are those of IDA*.",
    code: [
      ["bound", "repeat with a growing bound"],
      ["expand", "  search all subtrees at once"],
      ["goal", "  if one of them has a goal: return the path"],
    ],
    paper: "R. E. Korf, 1985, for IDA*; the kernels are budge's own",
  },
};
