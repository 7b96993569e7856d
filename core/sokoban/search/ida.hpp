// IDA* over pushes (Korf, 1985): depth-first search to a growing bound on f = g + w·h, for costs that are pairs.
//
// Boxes can be pushed in many orders, so states are met again and again: a table of fixed size remembers those that
// this iteration has searched already, the latest in each place (Reinefeld and Marsland, 1994). Losing one costs time
// only. Optimal; memory does not grow.
#pragma once

#include <algorithm>
#include <vector>

#include "search/result.hpp"
#include "sokoban/rules/objective.hpp"
#include "sokoban/rules/state.hpp"
#include "sokoban/search/space.hpp"
#include "sokoban/search/weighing.hpp"

namespace budge::sokoban {

template <int Words>
class SokobanIda {
 public:
  using Space = PushSpace<Words>;
  using State = typename Space::State;

  SokobanIda(Space& space, search::Weight weight, Control& control)
      : space_(space),
        weight_(weight),
        weighing_(space.metric(), weight),
        control_(control),
        seen_(Accounted<Seen>(control)) {}

  search::Result<int> run(bool trace) {
    search::Result<int> result;
    result.trace.on = trace;
    trace_ = &result.trace;
    search::guarded(result, [&] { search(result); });
    return result;
  }

  // What the space calls for every child of the state being expanded.
  bool known(const State&, std::uint64_t, Edge) {
    ++control_.generated;
    return false;
  }
  void prefetch(std::uint64_t) const {}
  void prefetch_record(std::uint64_t) const {}
  bool outdone(const State&, std::uint64_t, int) const { return false; }
  void add(const State& child, std::uint64_t key, Edge edge, Bounds bounds) {
    children_.push_back({child, key, edge, bounds});
  }

 private:
  static constexpr std::size_t deepest = 20'000;  // what a thread's stack holds for certain
  static constexpr Cost none{0xffffffff, 0xffffffff};

  struct Child {
    State state;
    std::uint64_t key;
    Edge edge;
    Bounds bounds;
  };
  struct Seen {
    State state;
    std::uint32_t iteration = 0;
    std::uint32_t pushes = 0, moves = 0;
  };

  void search(search::Result<int>& result) {
    std::size_t places = 1 << 18;
    while (places > 1 && places * sizeof(Seen) > std::min<std::uint64_t>(32 << 20, control_.limits().memory / 2)) {
      places /= 2;
    }
    seen_.resize(places);
    const State start = space_.start();
    const Bounds bounds = space_.bound(start);
    control_.generated = 1;
    if (bounds.pushes >= Space::infinite) {
      result.status = search::Status::unsolvable;
      return;
    }
    for (limit_ = weighing_.f(0, 0, bounds); limit_ != none; limit_ = exceeding_) {
      weighing_.note_least(limit_, control_);
      const auto began = Control::Clock::now();
      const std::uint64_t generated = control_.generated, expanded = control_.expanded;
      exceeding_ = none;
      ++iteration_;
      path_.assign(1, start);
      const bool found = descend(start, 0, 0);
      trace_->iterations.push_back({limit_.first / weight_.q, control_.expanded - expanded,
                                    control_.generated - generated,
                                    std::chrono::duration<double>(Control::Clock::now() - began).count()});
      if (found) {
        weighing_.note_plan(cost(space_.metric(), pushes_, moves_), control_, result.status);
        result.plan = space_.plan(path_);
        return;
      }
    }
    result.status = search::Status::unsolvable;
  }

  // True if a goal lies within the limit below `state`; path_ then leads to it.
  bool descend(const State& state, std::uint32_t pushes, std::uint32_t moves) {
    if (space_.is_goal(state)) {
      pushes_ = pushes;
      moves_ = moves;
      return true;
    }
    if (path_.size() >= deepest) throw Stopped{Stop::memory};
    if (control_.due()) control_.poll();
    ++control_.expanded;
    trace_->expansion(pushes);
    const std::size_t first = children_.size();
    space_.expand(state, *this);
    std::stable_sort(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(),
                     [](const Child& a, const Child& b) { return a.bounds.pushes < b.bounds.pushes; });
    const std::size_t last = children_.size();
    for (std::size_t i = first; i < last; ++i) {
      const Child child = children_[i];
      const std::uint32_t child_pushes = pushes + child.edge.pushes, child_moves = moves + child.edge.moves;
      const Cost reached = weighing_.f(child_pushes, child_moves, child.bounds);
      if (reached > limit_) {
        exceeding_ = std::min(exceeding_, reached);
        continue;
      }
      Seen& seen = seen_[child.key & (seen_.size() - 1)];
      if (seen.iteration == iteration_ && seen.state == child.state &&
          cost(space_.metric(), seen.pushes, seen.moves) <= cost(space_.metric(), child_pushes, child_moves)) {
        continue;
      }
      seen = {child.state, iteration_, child_pushes, child_moves};
      path_.push_back(child.state);
      if (descend(child.state, child_pushes, child_moves)) return true;
      path_.pop_back();
    }
    children_.resize(first);
    return false;
  }

  Space& space_;
  search::Weight weight_;
  Weighing weighing_;
  Control& control_;
  search::Trace* trace_ = nullptr;
  Vector<Seen> seen_;
  std::vector<Child> children_;  // of all states on the path
  std::vector<State> path_;
  Cost limit_, exceeding_;
  std::uint32_t iteration_ = 0;
  std::uint32_t pushes_ = 0, moves_ = 0;  // of the plan found
};

}  // namespace budge::sokoban
