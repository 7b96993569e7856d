// Dijkstra's algorithm (1959) where every move costs one: breadth-first search.
//
// Expands layer after layer and stops when a goal is generated, which is then at its true distance. Optimal; memory
// grows with every state generated.
#pragma once

#include <algorithm>

#include "search/path.hpp"
#include "search/result.hpp"
#include "search/space.hpp"
#include "support/flat_table.hpp"
#include "support/sequence.hpp"

namespace budge {

template <Space S>
Result<typename S::Op> dijkstra(const S& space, bool trace, Control& control) {
  using State = typename S::State;
  using Op = typename S::Op;

  Result<Op> result;
  result.trace.on = trace;
  guarded(result, [&] {
    FlatTable<State, Op> table(control);
    Sequence<State> layer(control), next(control);
    const auto start = space.start();
    control.generated = 1;
    if (space.is_goal(start)) {
      control.best_cost = 0;
      result.status = Status::optimal;
      return;
    }
    layer.push_back(space.pack(start));
    table.insert(layer[0], layer[0].hash(), 0, Op{});
    for (std::uint32_t depth = 0; !layer.empty(); ++depth) {
      control.lower_bound = depth + 1;
      for (std::size_t i = 0; i < layer.size(); ++i) {
        if (i + 4 < layer.size()) table.prefetch(layer[i + 4].hash());
        auto node = space.unpack(layer[i]);
        const Op back = table.find(layer[i], layer[i].hash())->back;
        ++control.expanded;
        result.trace.expansion(depth);
        for (const Op op : space.moves(node)) {
          if (depth > 0 && op == back) continue;
          ++control.generated;
          const auto undo = space.apply(node, op);
          const State state = space.pack(node);
          if (table.insert(state, state.hash(), depth + 1, space.reverse(undo)).fresh) {
            if (space.is_goal(node)) {
              result.plan = path_to(space, table, node);
              control.best_cost = depth + 1;
              result.status = Status::optimal;
              return;
            }
            next.push_back(state);
          }
          space.undo(node, undo);
        }
        if (control.due()) control.poll();
      }
      layer.clear();
      layer.swap(next);
    }
    result.status = Status::unsolvable;
  });
  return result;
}

}  // namespace budge
