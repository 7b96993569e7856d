// The contract between a search and a puzzle.
//
// There are two kinds of spaces. A NodeSpace combines the rules of one puzzle with one heuristic, move by move. It has
// a working form of a state (Node: the board, the blank, what the heuristic carries along), a packed form (State: what
// stores keep), and moves that change a node. If moves can be undone (Reversible), a store keeps the inverse move;
// otherwise the parent state. A StateSpace generates all children of a packed state at once, in its own way. It can
// postpone expensive work (bounds, deadlock proofs) until a search asks for it.
//
// Costs are numbers (one for each move unless the space says otherwise) or pairs (see support/cost_pair.hpp). Every
// heuristic is admissible, 0 at the goal, and consistent unless it is marked as inconsistent. Nothing here is virtual:
// searches are templates, compiled once for each kind in its solve.cpp. expand.hpp gives both kinds of spaces one
// interface; hooks.hpp lists their optional members.
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "support/cost_pair.hpp"

namespace budge::search {

template <class S>
concept NodeSpace = requires(const S& space, typename S::Node& node, const typename S::Node& fixed,
                             const typename S::State& state, typename S::Op op) {
  requires std::is_trivially_copyable_v<typename S::State>;
  requires std::is_trivially_copyable_v<typename S::Node>;

  { space.start() } -> std::same_as<typename S::Node>;
  { space.pack(fixed) } -> std::same_as<typename S::State>;
  { space.unpack(state) } -> std::same_as<typename S::Node>;     // computes the heuristic
  { space.unpack(state, 0) } -> std::same_as<typename S::Node>;  // with a known value
  { state.hash() } -> std::same_as<std::uint64_t>;

  { space.h(fixed) } -> std::same_as<int>;
  { space.is_goal(fixed) } -> std::same_as<bool>;

  space.moves(fixed);  // a range of Op, in the operator order
  space.apply(node, op);
};

template <class S>
concept Reversible =
    NodeSpace<S> && requires(const S& space, typename S::Node& node, typename S::Op op, const typename S::Undo& undo) {
      { space.apply(node, op) } -> std::same_as<typename S::Undo>;
      space.undo(node, undo);
      { space.reverse(undo) } -> std::same_as<typename S::Op>;  // the inverse of the applied move
      {
        space.retreat(node, op)
      } -> std::same_as<typename S::Op>;  // applies an inverse move; returns the move that it undid
    };

// `expand(state, sink)` calls sink(child, hash, edge, Nothing{}, h) for every child. h() computes its heuristic value,
// at least `infinite` if the child is dead, and may be called only before the next child. hooks.hpp lists what else a
// sink may offer. `plan(path)` turns the states of a path into moves.
template <class S>
concept StateSpace = requires(S& space, const typename S::State& state, typename S::Cost cost) {
  requires std::is_trivially_copyable_v<typename S::State>;

  { space.start() } -> std::same_as<typename S::State>;
  { space.hash(state) } -> std::same_as<std::uint64_t>;
  { space.h(state) } -> std::same_as<typename S::Cost>;
  { space.is_goal(state) } -> std::same_as<bool>;
  { S::infinite } -> std::convertible_to<typename S::Cost>;
  {
    space.rank(cost)
  } -> std::convertible_to<std::size_t>;  // of a heuristic value: at equal f, A* takes the smallest first
  { space.coded(cost) } -> std::convertible_to<std::int64_t>;  // as one number, for Control
};

template <class S>
concept Space = NodeSpace<S> || StateSpace<S>;

// A StateSpace changes its board while it expands; a NodeSpace never changes.
template <class S>
using Ref = std::conditional_t<NodeSpace<S>, const S&, S&>;

struct Nothing {};

namespace detail {
template <class S>
struct Costs {
  using type = std::int64_t;
};
template <class S>
  requires requires { typename S::Cost; }
struct Costs<S> {
  using type = typename S::Cost;
};
template <class S>
struct Backs {
  using type = Nothing;
};
template <Reversible S>
struct Backs<S> {
  using type = typename S::Op;
};
template <class S>
struct Undos {
  using type = typename S::Node;
};
template <Reversible S>
struct Undos<S> {
  using type = typename S::Undo;
};
}  // namespace detail

template <class S>
using CostOf = typename detail::Costs<S>::type;

// The inverse move that a child comes with, or nothing.
template <class S>
using BackOf = typename detail::Backs<S>::type;

// What undoes a move: by default a copy of the node.
template <class S>
using UndoOf = typename detail::Undos<S>::type;

template <class S>
std::int64_t coded(const S& space, CostOf<S> cost) {
  if constexpr (NodeSpace<S>) {
    return cost;
  } else {
    return space.coded(cost);
  }
}

template <class S>
std::size_t rank(const S& space, CostOf<S> h) {
  if constexpr (NodeSpace<S>) {
    return static_cast<std::size_t>(h);
  } else {
    return space.rank(h);
  }
}

template <class S>
bool is_lost(CostOf<S> h) {
  if constexpr (NodeSpace<S>) {
    return false;
  } else {
    return h >= S::infinite;
  }
}

// Spaces and heuristics that are not consistent have a constant `consistent` that is false.
template <class T>
concept IsInconsistent = requires { requires !T::consistent; };

// A space that can list all its goal states can be searched from that end too.
template <class S>
concept SpaceWithGoals = Space<S> && requires(S& space) {
  { *std::begin(space.goals()) } -> std::convertible_to<typename S::State>;
};

}  // namespace budge::search
