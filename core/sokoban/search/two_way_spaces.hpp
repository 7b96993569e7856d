// The spaces of two-way searches: one forwards by pushes from the start, one backwards by pulls from every solved
// state, over the same states (see state_graph.hpp), each with a lower bound on the cost to the other end.
//
// Forwards this is the bound on the pushes to come. Backwards, every box has come from the start cell of a box of its
// kind: the bound is the minimum matching of the pushes from there. There are at least as many moves as pushes.
#pragma once

#include <algorithm>
#include <vector>

#include "search/record_store.hpp"
#include "search/space.hpp"
#include "sokoban/bounds/playerless_bound.hpp"
#include "sokoban/search/space.hpp"
#include "sokoban/search/state_graph.hpp"

namespace budge::sokoban {

// What the two share. The PushSpace provides bounds, and plans if only pushes count.
template <int Words, class Self>
class TwoWayBase {
 public:
  using State = PackedState<Words>;
  using Op = int;
  using Cost = sokoban::Cost;
  using Store = search::RecordStore<State, Cost, Self>;
  static constexpr Cost infinite = PushSpace<Words>::infinite;

  TwoWayBase(PushSpace<Words>& pushes, StateGraph<Words>& graph) : pushes_(pushes), graph_(graph) {}

  State start() { return graph_.start(); }
  std::uint64_t hash(const State& state) const { return pushes_.hash(state); }
  std::size_t rank(Cost h) const { return pushes_.rank(h); }
  std::int64_t coded(Cost cost) const { return pushes_.coded(cost); }

 protected:
  Cost edge(int pushes, int moves) const { return cost(pushes_.metric(), Edge{pushes, moves}); }

  // The callback for the neighbours of a state: passes them to the sink.
  template <class Sink>
  auto pass_to(Self& self, Sink& sink) {
    return [&](const State& child, int pushes, int moves) {
      sink(child, self.hash(child), edge(pushes, moves), search::Nothing{}, [&] { return self.h(child); });
    };
  }

  PushSpace<Words>& pushes_;
  StateGraph<Words>& graph_;
};

template <int Words>
class ForwardSpace : public TwoWayBase<Words, ForwardSpace<Words>> {
 public:
  using typename TwoWayBase<Words, ForwardSpace>::State;
  using typename TwoWayBase<Words, ForwardSpace>::Cost;
  using TwoWayBase<Words, ForwardSpace>::TwoWayBase;

  Cost h(const State& state) { return pushes_.h(state); }
  bool is_goal(const State& state) const { return pushes_.is_goal(state); }
  std::vector<State> goals() { return graph_.goals(); }
  // An edge costs a push, a move, or both.
  Cost min_edge() const {
    return std::min(this->edge(1, 1), graph_.counts_moves() ? this->edge(0, 1) : this->edge(1, 1));
  }

  template <class Sink>
  void expand(const State& state, Sink&& sink) {
    graph_.successors(state, this->pass_to(*this, sink));
  }

  std::vector<int> plan(std::vector<State> path) {
    if (!graph_.counts_moves()) {
      for (State& state : path) state = pushes_.image(state);
      return pushes_.plan(path);
    }
    std::vector<int> plan;
    for (std::size_t i = 1; i < path.size(); ++i) {
      const auto& sides = pushes_.level().next(path[i - 1].player);
      plan.push_back(static_cast<int>(std::ranges::find(sides, path[i].player) - sides.begin()));
    }
    return plan;
  }

 private:
  using TwoWayBase<Words, ForwardSpace>::pushes_;
  using TwoWayBase<Words, ForwardSpace>::graph_;
};

template <int Words>
class BackwardSpace : public TwoWayBase<Words, BackwardSpace<Words>> {
 public:
  using typename TwoWayBase<Words, BackwardSpace>::State;
  using typename TwoWayBase<Words, BackwardSpace>::Cost;

  BackwardSpace(PushSpace<Words>& pushes, StateGraph<Words>& graph, Heuristic heuristic)
      : TwoWayBase<Words, BackwardSpace>(pushes, graph), bound_(pushes_from_start(pushes.level()), heuristic) {}

  bool is_goal(const State& state) { return state == graph_.start(); }

  Cost h(const State& state) {
    const int sum = bound_([&](auto&& visit) { state.each(visit); });
    return sum >= Matching::infinite ? this->infinite : cost(pushes_.metric(), Bounds{sum, sum});
  }

  template <class Sink>
  void expand(const State& state, Sink&& sink) {
    graph_.predecessors(state, this->pass_to(*this, sink));
  }

 private:
  using TwoWayBase<Words, BackwardSpace>::pushes_;
  using TwoWayBase<Words, BackwardSpace>::graph_;

  PlayerlessBound bound_;
};

// Both spaces, and what they share.
template <int Words>
struct Ends {
  Ends(const Level& level, Metric metric, Heuristic forward_heuristic, Heuristic heuristic)
      : pushes(level, metric, forward_heuristic),
        graph(level, metric),
        forward(pushes, graph),
        backward(pushes, graph, heuristic) {}

  PushSpace<Words> pushes;
  StateGraph<Words> graph;
  ForwardSpace<Words> forward;
  BackwardSpace<Words> backward;
};

static_assert(search::SpaceWithGoals<ForwardSpace<1>> && search::HasMinEdge<ForwardSpace<1>>);
static_assert(search::StateSpace<BackwardSpace<1>>);

}  // namespace budge::sokoban
