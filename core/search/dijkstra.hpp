// Dijkstra's algorithm (1959): where every move costs one and can be taken back, breadth-first search.
//
// Expands layer after layer and stops when a goal is generated, which is then at its true distance. Optimal; memory
// grows with every state generated. Where moves cannot be taken back, or costs differ, it is A* on a space whose
// heuristic is zero: more is to be kept of a state then, to find the way back and to tell which is next.
#pragma once

#include "search/astar.hpp"
#include "search/breadth_first.hpp"
#include "search/kit.hpp"

namespace budge::search {

template <Reversible S>
  requires unit_costs<S>
Result<typename S::Op> dijkstra(const S& space, int threads, bool trace, Control& control) {
  return result_of<typename S::Op>(trace, control, [&](auto& result) {
    BreadthFirst<S> search(space, threads, result.trace, control);
    const auto start = space.start();
    search.add_root(space.pack(start));
    if (space.is_goal(start)) {
      control.best_cost = 0;
      result.status = Status::optimal;
      return;
    }
    while (!search.empty()) {
      control.lower_bound = search.depth() + 1;
      const auto goal = search.advance(true);
      if (!goal) continue;
      result.plan = search.path_to(*goal, search.depth() + 1);
      control.best_cost = search.depth() + 1;
      result.status = Status::optimal;
      return;
    }
    result.status = Status::unsolvable;
  });
}

struct DijkstraSearch {
  static constexpr std::string_view name = "dijkstra";

  template <HasBlind K>
  static Solution run(const K& kit, const Request& request, Control& control) {
    return kit.blind([&]<class S>(S& space) -> Solution {
      if constexpr (Reversible<S> && unit_costs<S>) {
        return widen(dijkstra(space, request.threads, request.trace, control));
      } else {
        return widen(AStar<S>(space, Weight(), control).run(request.trace));
      }
    });
  }
};

}  // namespace budge::search
