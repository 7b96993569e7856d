// A search that another one needs, within what is left of the other's limits.
#pragma once

#include <algorithm>

#include "sokoban/solve.hpp"
#include "support/control.hpp"
#include "support/sub_control.hpp"

namespace budge::sokoban {

// A* on a puzzle, given up beyond so many nodes. Its nodes and memory count for `outer`, which may stop it: throws
// Stopped then. Leaves what it proved in `lower_bound`.
inline search::Solution solve_nested(const Puzzle& puzzle, Metric metric, search::Weight weight, std::uint64_t nodes,
                                     Control& outer, std::int64_t& lower_bound) {
  const Limits& all = outer.limits();
  Limits limits;
  limits.nodes = std::min(nodes, all.nodes - std::min(all.nodes, outer.generated));
  limits.memory = all.memory - std::min(all.memory, outer.bytes());
  Control inner(limits);
  inner.tick = polling(outer);
  search::Solution found;
  search::guarded(found, [&] {
    found = solve(puzzle, metric, Heuristic::matching, {search::Algorithm("astar"), weight, 1, false}, inner);
  });
  outer.charge(inner.peak_bytes());  // so that it shows in the peak
  outer.release(inner.peak_bytes());
  outer.expanded += inner.expanded;
  outer.generated += inner.generated;
  lower_bound = inner.lower_bound;
  if (found.stop == Stop::memory) throw Stopped{Stop::memory};
  outer.poll();
  return found;
}

}  // namespace budge::sokoban
