// Reading a plan out of a table: follow the ways back to the root.
#pragma once

#include <algorithm>
#include <vector>

#include "search/space.hpp"
#include "support/flat_table.hpp"

namespace budge::search {

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

// The moves from the root of one table to a root of another, whose ways back lead on to it, by a state that both know.
template <Space S>
std::vector<typename S::Op> path_through(const S& space, FlatTable<typename S::State, typename S::Op>& near,
                                         FlatTable<typename S::State, typename S::Op>& far,
                                         const typename S::State& meeting) {
  auto node = space.unpack(meeting);
  auto path = path_to(space, near, node);
  for (;;) {
    const auto state = space.pack(node);
    const auto* slot = far.find(state, state.hash());
    if (slot->depth() == 0) return path;
    const auto op = slot->back;
    space.apply(node, op);
    path.push_back(op);
  }
}

}  // namespace budge::search
