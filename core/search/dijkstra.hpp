// Dijkstra's algorithm (1959); for moves of unit cost that can be undone, breadth-first search.
//
// Expands layer after layer and stops when it generates a goal, whose depth is then its distance. Optimal; memory grows
// with every state generated. If moves cannot be undone or costs differ, this is A* on a space without a heuristic:
// such a search needs to store more for each state, namely its parent and its cost.
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
      Request unweighted = request;
      unweighted.weight = {};
      const auto in_thread = [&](Control& own, auto&& body) {
        if constexpr (NodeSpace<S>) {
          body(space);
        } else {
          [&](const auto& known) { known.blind_in_thread(own, body); }(kit);  // as in astar.hpp
        }
      };
      if (request.disk) return external::run_on_disk<S>(space, true, unweighted, control, in_thread);
      if constexpr (Reversible<S> && unit_costs<S>) {
        return widen(dijkstra(space, request.threads, request.trace, control));
      } else {
        return run_astar<S>(space, unweighted, control, in_thread);
      }
    });
  }
};

}  // namespace budge::search
