// The state graph as a search space that leaves out no move, to count all shortest plans: a StateSpace (see
// search/space.hpp) with the lower bound of the push space.
//
// PushSpace leaves out pushes that only prolong a search: it follows tunnels, prefers some corrals, and takes one of
// several mirror images. All of these have a plan of the same cost, but not all plans.
#pragma once

#include <cassert>
#include <vector>

#include "search/hooks.hpp"
#include "sokoban/search/space.hpp"
#include "sokoban/search/state_graph.hpp"

namespace budge::sokoban {

template <int Words>
class CompleteSpace {
 public:
  using State = PackedState<Words>;
  using Op = int;  // a direction
  using Cost = sokoban::Cost;
  using Cell = Level::Cell;
  static constexpr Cost infinite = PushSpace<Words>::infinite;

  CompleteSpace(const Level& level, Metric metric)
      : level_(level),
        metric_(metric),
        keys_(level.kinds() * level.box_cells(), level.floor() + 1),
        graph_(level, metric),
        bound_(level, metric, Heuristic::matching),
        board_(level),
        walk_(level) {}

  std::uint64_t hash(const State& state) const { return keys_.hash(state); }
  State start() { return graph_.start(); }
  bool is_goal(const State& state) const { return solves(level_, state); }
  Cost h(const State& state) { return bound_.h(state); }
  std::size_t rank(Cost h) const { return bound_.rank(h); }
  std::int64_t coded(Cost cost) const { return bound_.coded(cost); }

  template <class Sink>
  void expand(const State& state, Sink&& sink) {
    children_.clear();
    graph_.successors(state, [&](const State& child, int pushes, int moves) {
      children_.push_back({child, cost(metric_, Edge{pushes, moves})});
    });
    for (const Child& child : children_) {
      sink(child.state, hash(child.state), child.edge, search::Nothing{}, [&] { return h(child.state); });
    }
  }

  // The steps of the player. If only pushes count, those to each push are a shortest walk.
  std::vector<int> plan(const std::vector<State>& path) {
    std::vector<int> plan;
    Cell player = level_.players().front();
    for (std::size_t i = 1; i < path.size(); ++i) {
      const auto [from, to] = moved_box(path[i - 1], path[i]);
      if (graph_.counts_moves()) {
        plan.push_back(direction(player, path[i].player));
        player = path[i].player;
        continue;
      }
      board_.clear();
      path[i - 1].each(
          [&](int bit) { board_.add(static_cast<Cell>(bit % level_.box_cells()), bit / level_.box_cells()); });
      walk_.fill(board_, player);
      const int push = direction(from, to);
      const auto way = walk_.path(level_.next(from, Level::opposite(push)));
      plan.insert(plan.end(), way.begin(), way.end());
      plan.push_back(push);
      player = from;
    }
    return plan;
  }

 private:
  struct Child {
    State state;
    Cost edge;
  };
  struct Shift {
    Cell from, to;  // both outside if no box was moved
  };

  Shift moved_box(const State& before, const State& after) const {
    Shift shift{level_.outside(), level_.outside()};
    const auto missing = [&](const State& state, const State& other, Cell& cell) {
      state.each([&](int bit) {
        if (!other.test(bit)) cell = static_cast<Cell>(bit % level_.box_cells());
      });
    };
    missing(before, after, shift.from);
    missing(after, before, shift.to);
    return shift;
  }

  int direction(Cell from, Cell to) const {
    int d = 0;
    while (level_.next(from, d) != to) {
      ++d;
      assert(d < Level::directions);
    }
    return d;
  }

  const Level& level_;
  Metric metric_;
  Zobrist keys_;
  StateGraph<Words> graph_;
  PushSpace<Words> bound_;
  Board board_;
  Walk walk_;
  std::vector<Child> children_;
};

static_assert(search::StateSpace<CompleteSpace<1>>);

}  // namespace budge::sokoban
