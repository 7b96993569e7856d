// What a search needs to know of a puzzle.
//
// A Space joins the rules of one puzzle with one heuristic. It has a working form of a state (Node: the board, the
// blank, whatever the heuristic carries along) and a packed one (State: what tables store). Every move costs one and
// can be taken back; every heuristic is admissible, 0 at the goal, and consistent unless it says not. Nothing here is
// virtual: searches are templates, compiled once per kind where its solve.cpp asks for them.
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace budge::search {

template <class S>
concept Space = requires(const S& space, typename S::Node& node, const typename S::Node& fixed,
                         const typename S::State& state, typename S::Op op, const typename S::Undo& undo) {
  requires std::is_trivially_copyable_v<typename S::State>;
  requires std::is_trivially_copyable_v<typename S::Node>;

  { space.start() } -> std::same_as<typename S::Node>;
  { space.pack(fixed) } -> std::same_as<typename S::State>;
  { space.unpack(state) } -> std::same_as<typename S::Node>;     // evaluates the heuristic afresh
  { space.unpack(state, 0) } -> std::same_as<typename S::Node>;  // given its value
  { state.hash() } -> std::same_as<std::uint64_t>;

  { space.h(fixed) } -> std::same_as<int>;
  { space.is_goal(fixed) } -> std::same_as<bool>;

  space.moves(fixed);  // a range of Op, in the operator order
  { space.apply(node, op) } -> std::same_as<typename S::Undo>;
  space.undo(node, undo);
  { space.reverse(undo) } -> std::same_as<typename S::Op>;      // the move that takes the applied one back
  { space.retreat(node, op) } -> std::same_as<typename S::Op>;  // apply a reverse; returns the move it took back
};

// Is a move not worth trying after the one that `back` takes back? It is if it is `back` itself; a space may know more:
// a move is pointless if the state that came before, or one as near to the root, has it too.
template <Space S>
bool pointless(const S& space, typename S::Op op, typename S::Op back) {
  if constexpr (requires { space.pointless(op, back); }) {
    return space.pointless(op, back);
  } else {
    return op == back;
  }
}

// Spaces and heuristics that are not consistent have a constant `consistent` that is false.
template <class T>
inline constexpr bool is_consistent = [] {
  if constexpr (requires { T::consistent; }) {
    return T::consistent;
  } else {
    return true;
  }
}();

// A space that can name all its goal states can be searched from that end too.
template <class S>
concept SpaceWithGoals = Space<S> && requires(const S& space) {
  { *std::begin(space.goals()) } -> std::convertible_to<typename S::State>;
};

}  // namespace budge::search
