// Sokoban for searches from both ends: two spaces of the same states (see two_way.hpp), one forwards from the start,
// one backwards by pulls from every solved state, each with a bound on what lies between a state and its end.
//
// ForwardSpace it is the bound of the pushes to come. BackwardSpace: every box has come from where a box of its kind
// started, so the least matching of the pushes from there, and no fewer moves than pushes.
#pragma once

#include <algorithm>
#include <vector>

#include "search/record_store.hpp"
#include "search/space.hpp"
#include "sokoban/bounds/playerless_bound.hpp"
#include "sokoban/search/space.hpp"
#include "sokoban/search/state_graph.hpp"

namespace budge::sokoban {

// What the two have in common. The PushSpace knows bounds, and plans where only pushes count.
template <int Words, class Self>
class TwoWayBase {
 public:
  using State = PackedState<Words>;
  using Op = int;
  using Cost = sokoban::Cost;
  using Store = search::RecordStore<State, Cost, Self>;
  static constexpr Cost infinite = PushSpace<Words>::infinite;

  TwoWayBase(PushSpace<Words>& pushes, StateGraph<Words>& steps) : pushes_(pushes), steps_(steps) {}

  State start() { return steps_.start(); }
  std::uint64_t hash(const State& state) const { return pushes_.hash(state); }
  std::size_t rank(Cost h) const { return pushes_.rank(h); }
  std::int64_t coded(Cost cost) const { return pushes_.coded(cost); }

 protected:
  Cost edge(int pushes, int moves) const { return cost(pushes_.metric(), Edge{pushes, moves}); }

  // What StateGraph calls for a neighbour of a state.
  template <class Sink>
  auto passing_to(Self& self, Sink& sink) {
    return [&](const State& child, int pushes, int moves) {
      sink(child, self.hash(child), edge(pushes, moves), search::Nothing{}, [&] { return self.h(child); });
    };
  }

  PushSpace<Words>& pushes_;
  StateGraph<Words>& steps_;
};

template <int Words>
class ForwardSpace : public TwoWayBase<Words, ForwardSpace<Words>> {
 public:
  using typename TwoWayBase<Words, ForwardSpace>::State;
  using typename TwoWayBase<Words, ForwardSpace>::Cost;
  using TwoWayBase<Words, ForwardSpace>::TwoWayBase;

  Cost h(const State& state) { return pushes_.h(state); }
  bool is_goal(const State& state) const { return pushes_.is_goal(state); }
  std::vector<State> goals() { return steps_.ends(); }
  // A step costs a push, a move, or both.
  Cost min_edge() const { return std::min(this->edge(1, 1), steps_.exact() ? this->edge(0, 1) : this->edge(1, 1)); }

  template <class Sink>
  void expand(const State& state, Sink&& sink) {
    steps_.forwards(state, this->passing_to(*this, sink));
  }

  std::vector<int> plan(std::vector<State> path) {
    if (!steps_.exact()) {
      for (State& state : path) state = pushes_.image(state);
      return pushes_.plan(path);
    }
    std::vector<int> plan;
    for (std::size_t i = 1; i < path.size(); ++i) {
      const auto& beside = pushes_.level().next(path[i - 1].player);
      plan.push_back(static_cast<int>(std::ranges::find(beside, path[i].player) - beside.begin()));
    }
    return plan;
  }

 private:
  using TwoWayBase<Words, ForwardSpace>::pushes_;
  using TwoWayBase<Words, ForwardSpace>::steps_;
};

template <int Words>
class BackwardSpace : public TwoWayBase<Words, BackwardSpace<Words>> {
 public:
  using typename TwoWayBase<Words, BackwardSpace>::State;
  using typename TwoWayBase<Words, BackwardSpace>::Cost;

  BackwardSpace(PushSpace<Words>& pushes, StateGraph<Words>& steps, Heuristic heuristic)
      : TwoWayBase<Words, BackwardSpace>(pushes, steps), bound_(pushes_from_start(pushes.level()), heuristic) {}

  bool is_goal(const State& state) { return state == steps_.start(); }

  Cost h(const State& state) {
    const int sum = bound_([&](auto&& visit) { state.each(visit); });
    return sum >= Matching::infinite ? this->infinite : cost(pushes_.metric(), Bounds{sum, sum});
  }

  template <class Sink>
  void expand(const State& state, Sink&& sink) {
    steps_.backwards(state, this->passing_to(*this, sink));
  }

 private:
  using TwoWayBase<Words, BackwardSpace>::pushes_;
  using TwoWayBase<Words, BackwardSpace>::steps_;

  PlayerlessBound bound_;
};

// The two spaces, and what they share.
template <int Words>
struct Ends {
  Ends(const Level& level, Metric metric, Heuristic forward_heuristic, Heuristic heuristic)
      : pushes(level, metric, forward_heuristic),
        steps(level, metric),
        forward(pushes, steps),
        backward(pushes, steps, heuristic) {}

  PushSpace<Words> pushes;
  StateGraph<Words> steps;
  ForwardSpace<Words> forward;
  BackwardSpace<Words> backward;
};

static_assert(search::SpaceWithGoals<Forwards<1>> && search::HasMinEdge<Forwards<1>>);
static_assert(search::StateSpace<Backwards<1>>);

}  // namespace budge::sokoban
