// Extracts plans from stores: follows the links back to the root.
//
// Links are moves if moves can be undone. Otherwise they are states, and the space finds the moves between them.
#pragma once

#include <algorithm>
#include <cassert>
#include <vector>

#include "search/expand.hpp"
#include "search/store.hpp"

namespace budge::search {

// The states on the path from the root of a store to a stored state. Any type that finds slots by state is a store
// here.
template <Space S, class Store>
std::vector<typename S::State> states_to(Ref<S> space, Store& store, const typename S::State& end) {
  if constexpr (NodeSpace<S>) {
    std::vector<typename S::State> path{end};
    for (const auto* slot = &store[end]; slot->g() > 0; slot = &store[path.back()]) {
      const typename S::State before = slot->link;
      path.push_back(before);
    }
    std::reverse(path.begin(), path.end());
    return path;
  } else {
    if constexpr (requires { store.states_to(end); }) {
      return store.states_to(end);
    } else {
      return store.path(store.find_id(end, space.hash(end)));
    }
  }
}

// The moves along a path of states.
template <Space S>
std::vector<typename S::Op> moves_along(Ref<S> space, const std::vector<typename S::State>& path) {
  if constexpr (NodeSpace<S>) {
    std::vector<typename S::Op> plan;
    for (std::size_t i = 1; i < path.size(); ++i) {
      auto node = space.unpack(path[i - 1]);
      for (const typename S::Op op : space.moves(node)) {
        const Applied<S> step(space, node, op);
        const bool found = space.pack(node) == path[i];
        step.undo(space, node);
        if (!found) continue;
        plan.push_back(op);
        break;
      }
      assert(plan.size() == i);
    }
    return plan;
  } else {
    return space.plan(path);
  }
}

// The moves from the root of `store` to a stored state.
template <Space S, class Store>
std::vector<typename S::Op> path_to(Ref<S> space, Store& store, const typename S::State& end) {
  if constexpr (Reversible<S>) {
    std::vector<typename S::Op> path;
    auto node = space.unpack(end);
    for (;;) {
      const auto& slot = store[space.pack(node)];
      if (slot.g() == 0) break;
      path.push_back(space.retreat(node, slot.link));
    }
    std::reverse(path.begin(), path.end());
    return path;
  } else {
    return moves_along<S>(space, states_to<S>(space, store, end));
  }
}

// The moves from the root of one store to a root of another, through a state in both.
template <Space S, Space B>
std::vector<typename S::Op> path_through(Ref<S> space, StoreOf<S>& near, Ref<B> back, StoreOf<B>& far,
                                         const typename S::State& meeting) {
  if constexpr (Reversible<S>) {
    auto path = path_to<S>(space, near, meeting);
    auto node = space.unpack(meeting);
    for (;;) {
      const auto& slot = far[space.pack(node)];
      if (slot.g() == 0) return path;
      const auto op = slot.link;
      space.apply(node, op);
      path.push_back(op);
    }
  } else {
    auto path = states_to<S>(space, near, meeting);
    const auto rest = states_to<B>(back, far, meeting);
    path.insert(path.end(), rest.rbegin() + 1, rest.rend());
    return moves_along<S>(space, path);
  }
}

}  // namespace budge::search
