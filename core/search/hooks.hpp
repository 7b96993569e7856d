// The optional members of a space, one concept each. A search that can use a hook asks for its concept; a space that
// is meant to have the hook asserts the concept next to its definition, so that a misspelt member fails to compile.
//
// See space.hpp for what every space has, and ida.hpp for the loops that a space may replace.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "search/space.hpp"

namespace budge::search {

// edge(op): the cost of a move. Without it every move costs one.
template <class S>
concept HasEdgeCosts = NodeSpace<S> && requires(const S& space, typename S::Op op) {
  { space.edge(op) } -> std::convertible_to<std::int64_t>;
};

// min_edge(): the smallest cost of an edge; 1 without it.
template <class S>
concept HasMinEdge = requires(const S& space) {
  { space.min_edge() } -> std::same_as<CostOf<S>>;
};

// pointless(op, back): whether `op` need not be tried after the move that `back` takes back, because the state before
// that move, or another one at most as far from the root, has an equivalent move. `back` itself always is pointless.
template <class S>
concept HasPointless = requires(const S& space, typename S::Op op) {
  { space.pointless(op, op) } -> std::same_as<bool>;
};

// lazy_h(state): a second bound, higher and slower (lazy A*: Zhang and Bacchus, 2012). A* computes it when it takes the
// state from the queue, and puts the state back if the bound is higher.
template <class S>
concept HasLazyHeuristic = StateSpace<S> && requires(S& space, const typename S::State& state) {
  { space.lazy_h(state) } -> std::same_as<CostOf<S>>;
};

// dominates: expand() asks the sink's dominated() about states from which the expanded one can be reached, or the
// reverse, such as the same boxes with the player elsewhere. A* closes a dominated state and reopens it if a cheaper
// path turns up; children inherit the bound of their parent minus the cost of the edge (pathmax: Mero, 1984).
template <class S>
concept HasDominance = StateSpace<S> && requires { requires S::dominates; };

// diversify(): whether A* should take every other node from the next rank in turn among those of minimal f, because
// the lowest rank may lead into a large part of the space without a goal.
template <class S>
concept HasDiversify = requires(const S& space) {
  { space.diversify() } -> std::same_as<bool>;
};

// poll_portfolio(bound): lets other searches of the same puzzle take a turn. They learn that no plan is cheaper than
// `bound`; the first result ends all searches.
template <class S>
concept HasPortfolio = requires(S& space, CostOf<S> bound) {
  { static_cast<bool>(space.poll_portfolio(bound)) };
  space.poll_portfolio(bound)->status;
  space.poll_portfolio(bound)->plan;
};

// listed(state): the state as numbers, in the order in which explore() lists positions. For the record of expansions.
template <class S>
concept HasListing = requires(const S& space, const typename S::State& state) {
  { space.listed(state) } -> std::same_as<std::vector<int>>;
};

// batch() and prepare(states): the space expands up to batch() states faster together. A* then takes as many states of
// equal f from the queue as it can and announces them with prepare() before it expands the first.
template <class S>
concept HasBatches = StateSpace<S> && requires(S& space, std::span<const typename S::State> states) {
  { space.batch() } -> std::same_as<std::size_t>;
  space.prepare(states);
};

// leave(): a depth-first search continues with another child of the state before the one that it expanded last.
template <class S>
concept HasLeave = requires(S& space) { space.leave(); };

// retain(state) and release(state): states are values of the caller's code. A search that forgets states retains those
// that it stores, and releases those that it forgets. retain() throws Stopped if memory is full.
template <class S>
concept HasRetention = requires(S& space, const typename S::State& state) {
  space.retain(state);
  space.release(state);
};

// each_child(state, back, is_root, visit) and is_goal(state): makes the children of a state faster than by applying its
// moves one by one, for breadth-first search.
template <class S>
concept MakesChildren = requires(const S& space, const typename S::State& state, typename S::Op back) {
  space.each_child(state, back, true, [](const typename S::State&, typename S::Op) {});
  { space.is_goal(state) } -> std::same_as<bool>;
};

// Hooks of a sink, which expand() of a StateSpace calls: prefetch_entry(hash) before the first child is passed on, and
// dominated(state, hash, cost) as above, with prefetch_other(hash) and prefetch_other_entry(hash) for its table
// entries.
template <class Sink>
concept HasPrefetch = requires(const Sink& sink, std::uint64_t hash) {
  sink.prefetch(hash);
  sink.prefetch_entry(hash);
};
template <class Sink, class S>
concept HasDominated =
    requires(const Sink& sink, const typename S::State& state, std::uint64_t hash, typename S::Cost cost) {
      { sink.dominated(state, hash, cost) } -> std::same_as<bool>;
    };

// Does every move cost one?
template <class S>
inline constexpr bool unit_costs = NodeSpace<S> && !HasEdgeCosts<S>;

template <class S>
CostOf<S> min_edge(const S& space) {
  if constexpr (HasMinEdge<S>) {
    return space.min_edge();
  } else {
    return 1;
  }
}

// Prunes pointless moves.
struct Pointless {
  template <class S>
  bool operator()(const S& space, typename S::Op op, typename S::Op back) const {
    if constexpr (HasPointless<S>) {
      return space.pointless(op, back);
    } else {
      return op == back;
    }
  }
};
inline constexpr Pointless pointless;

// Prunes the inverse move only.
struct Inverse {
  template <class S>
  bool operator()(const S&, typename S::Op op, typename S::Op back) const {
    return op == back;
  }
};
inline constexpr Inverse inverse;

}  // namespace budge::search
