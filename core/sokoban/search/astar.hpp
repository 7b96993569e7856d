// A* over pushes (Hart, Nilsson and Raphael, 1968), weighted by w (Pohl, 1970), for costs that are pairs.
//
// Expands states by f = g + w·h, those nearest the goal first, the latest of them first. The bound is consistent, so
// the first goal taken from the queue is optimal, and no state is expanded twice; with w > 1 its cost is at most w
// times the optimum, and a state is expanded again when a cheaper way to it turns up. With the bound zero this is
// Dijkstra's algorithm.
#pragma once

#include <vector>

#include "search/result.hpp"
#include "sokoban/rules/objective.hpp"
#include "sokoban/rules/state.hpp"
#include "sokoban/search/queue.hpp"
#include "sokoban/search/space.hpp"
#include "sokoban/search/weighing.hpp"

namespace budge::sokoban {

template <int Words>
class SokobanAStar {
 public:
  using Space = PushSpace<Words>;
  using State = typename Space::State;
  using Store = RecordStore<State>;
  using Id = typename Store::Id;

  SokobanAStar(Space& space, search::Weight weight, Control& control)
      : space_(space),
        weighing_(space.metric(), weight),
        control_(control),
        store_(space.keys(), control),
        open_(control) {}

  search::Result<int> run(bool trace) {
    search::Result<int> result;
    result.trace.on = trace;
    search::guarded(result, [&] { search(result); });
    return result;
  }

  // What the space calls for every child of the state being expanded.
  bool known(const State& child, std::uint64_t key, Edge edge) {
    ++control_.generated;
    found_ = store_.find(child, key);
    if (found_ == Store::none) return false;
    auto& record = store_[found_];
    if (!cheaper(edge, record)) return true;
    record.closed = 0;  // it was only set aside, or the search is weighted
    record.reach(expanding_, pushes_ + edge.pushes, moves_ + edge.moves);
    queue(found_, record);
    return true;
  }
  void prefetch(std::uint64_t key) const { store_.prefetch(key); }
  void prefetch_record(std::uint64_t key) { store_.prefetch_record(key); }
  bool outdone(const State& other, std::uint64_t key, int steps) {
    const Id id = store_.find(other, key);
    if (id == Store::none) return false;
    auto& record = store_[id];
    const auto metric = space_.metric();
    if (cost(metric, pushes_, moves_ + steps) <= cost(metric, record.pushes, record.moves)) record.closed = 1;
    return cost(metric, record.pushes, record.moves + steps) <= cost(metric, pushes_, moves_);
  }
  void add(const State& child, std::uint64_t key, Edge edge, Bounds bounds) {
    const Id id = store_.add(child, key);
    auto& record = store_[id];
    record.reach(expanding_, pushes_ + edge.pushes, moves_ + edge.moves);
    record.expect(bounds);
    queue(id, record);
  }

 private:
  using Record = typename Store::Record;

  bool cheaper(Edge edge, const Record& record) const {
    return cost(space_.metric(), pushes_ + edge.pushes, moves_ + edge.moves) <
           cost(space_.metric(), record.pushes, record.moves);
  }

  void queue(Id id, const Record& record) {
    const Cost f = weighing_.f(record.pushes, record.moves, record.bounds());
    open_.push({f.first, f.second, record.bound}, id);
  }

  void search(search::Result<int>& result) {
    const State start = space_.start();
    const Bounds bounds = space_.bound(start);
    control_.generated = 1;
    if (bounds.pushes >= Space::infinite) {
      result.status = search::Status::unsolvable;
      return;
    }
    const Id root = store_.add(start, space_.keys()(start));
    store_[root].expect(bounds);
    queue(root, store_[root]);
    while (!open_.empty()) {
      const auto best = open_.best();
      weighing_.note_least({best.first, best.second}, control_);
      const Id id = open_.pop();
      if (const auto* next = open_.peek()) __builtin_prefetch(&store_[*next]);
      auto& record = store_[id];
      if (record.closed) continue;
      record.closed = 1;
      const State state = record.state();
      if (space_.is_goal(state)) {
        weighing_.note_plan(cost(space_.metric(), record.pushes, record.moves), control_, result.status);
        result.plan = space_.plan(store_.path(id));
        return;
      }
      ++control_.expanded;
      result.trace.expansion(record.pushes);
      expanding_ = id;
      pushes_ = record.pushes;
      moves_ = record.moves;
      space_.expand(state, *this);
      control_.stored = store_.size();
      if (control_.due()) control_.poll();
    }
    result.status = search::Status::unsolvable;
  }

  Space& space_;
  Weighing weighing_;
  Control& control_;
  Store store_;
  PairQueue open_;
  Id expanding_ = Store::none, found_ = Store::none;
  std::uint32_t pushes_ = 0, moves_ = 0;
};

}  // namespace budge::sokoban
