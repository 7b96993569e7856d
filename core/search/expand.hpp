// One interface to spaces of nodes and spaces of states: positions, and the children of one.
#pragma once

#include "search/hooks.hpp"
#include "search/space.hpp"

namespace budge::search {

// What a search works on while it expands a state: the unpacked node, or the state itself.
template <NodeSpace S>
typename S::Node position(const S& space, const typename S::State& state) {
  return space.unpack(state);
}
template <NodeSpace S>
typename S::Node position(const S& space, const typename S::State& state, std::int64_t h) {
  return space.unpack(state, static_cast<int>(h));
}
template <StateSpace S>
const typename S::State& position(S&, const typename S::State& state) {
  return state;
}
template <StateSpace S>
const typename S::State& position(S&, const typename S::State& state, std::int64_t) {
  return state;
}

template <NodeSpace S>
typename S::State packed(const S& space, const typename S::Node& node) {
  return space.pack(node);
}
template <StateSpace S>
const typename S::State& packed(S&, const typename S::State& state) {
  return state;
}

template <Space S>
std::uint64_t hash_of(const S& space, const typename S::State& state) {
  if constexpr (NodeSpace<S>) {
    return state.hash();
  } else {
    return space.hash(state);
  }
}

// The heuristic value of a state.
template <Space S>
CostOf<S> value_of(S& space, const typename S::State& state) {
  if constexpr (NodeSpace<S>) {
    return space.h(space.unpack(state));
  } else {
    return space.h(state);
  }
}

// Applies a move to a node and undoes it later: by undo() if the space has it, else from a copy.
template <NodeSpace S>
class Applied {
 public:
  Applied(const S& space, typename S::Node& node, typename S::Op op) : saved_(apply(space, node, op)) {}

  // The inverse move.
  BackOf<S> back(const S& space) const {
    if constexpr (Reversible<S>) {
      return space.reverse(saved_);
    } else {
      return {};
    }
  }
  void undo(const S& space, typename S::Node& node) const { undo(space, node, saved_); }

  // For a search that stores the undo information itself.
  const UndoOf<S>& saved() const { return saved_; }
  static void undo(const S& space, typename S::Node& node, const UndoOf<S>& saved) {
    if constexpr (Reversible<S>) {
      space.undo(node, saved);
    } else {
      node = saved;
    }
  }

 private:
  static UndoOf<S> apply(const S& space, typename S::Node& node, typename S::Op op) {
    if constexpr (Reversible<S>) {
      return space.apply(node, op);
    } else {
      const typename S::Node before = node;
      space.apply(node, op);
      return before;
    }
  }

  UndoOf<S> saved_;
};

template <NodeSpace S>
std::int64_t edge_cost(const S& space, typename S::Op op) {
  if constexpr (unit_costs<S>) {
    return 1;
  } else {
    return space.edge(op);
  }
}

// Calls sink(child, hash, edge cost, inverse move, h) for every child of a position, where h() computes its heuristic
// value. `back` is the inverse of the move that led to the position, or null at a root. Leaves out the moves that
// `skip` prunes after it.
template <NodeSpace S, class Skip, class Sink>
void expand(const S& space, typename S::Node& node, const BackOf<S>* back, const Skip& skip, Sink&& sink) {
  for (const typename S::Op op : space.moves(node)) {
    if constexpr (Reversible<S>) {
      if (back && skip(space, op, *back)) continue;
    }
    const Applied<S> step(space, node, op);
    const typename S::State child = space.pack(node);
    sink(child, child.hash(), edge_cost(space, op), step.back(space), [&] { return std::int64_t{space.h(node)}; });
    step.undo(space, node);
  }
}
template <StateSpace S, class Skip, class Sink>
void expand(S& space, const typename S::State& state, const Nothing*, const Skip&, Sink&& sink) {
  space.expand(state, sink);
}

}  // namespace budge::search
