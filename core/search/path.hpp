// Reading a plan out of a table: follow the ways back to the root.
#pragma once

#include <algorithm>
#include <vector>

#include "search/space.hpp"
#include "support/flat_table.hpp"

namespace budge {

// The moves from the root of `table` to `node`, which is in it at its true depth.
template <Space S>
std::vector<typename S::Op> path_to(const S& space, FlatTable<typename S::State, typename S::Op>& table,
                                    typename S::Node node) {
  std::vector<typename S::Op> path;
  for (;;) {
    const auto state = space.pack(node);
    const auto* slot = table.find(state, state.hash());
    if (slot->depth() == 0) break;
    path.push_back(space.retreat(node, slot->back));
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace budge
