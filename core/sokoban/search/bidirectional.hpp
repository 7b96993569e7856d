// Dijkstra's algorithm from both ends (Nicholson, 1966), for costs that are pairs.
//
// Forwards from the start, backwards by pulls from every solved state, always on the side that holds fewer states. A
// state that both sides know gives a plan; it is optimal as soon as the least costs still open on the two sides add up
// to no less. Needs no heuristic; memory grows with every state met.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "search/result.hpp"
#include "sokoban/rules/objective.hpp"
#include "sokoban/rules/state.hpp"
#include "sokoban/search/queue.hpp"
#include "sokoban/search/space.hpp"
#include "sokoban/search/two_way.hpp"

namespace budge::sokoban {

template <int Words>
class SokobanBidirectional {
 public:
  using State = PackedState<Words>;
  using Store = RecordStore<State>;
  using Id = typename Store::Id;

  SokobanBidirectional(PushSpace<Words>& space, Control& control)
      : space_(space),
        steps_(space.level(), space.metric()),
        control_(control),
        sides_{Side(space.keys(), control), Side(space.keys(), control)} {}

  search::Result<int> run(bool trace) {
    search::Result<int> result;
    result.trace.on = trace;
    search::guarded(result, [&] { search(result); });
    return result;
  }

 private:
  struct Side {
    Side(const Zobrist& keys, Control& control) : store(keys, control), open(control) {}
    Store store;
    PairQueue open;
  };

  void search(search::Result<int>& result) {
    reach(0, steps_.start(), Store::none, 0, 0);
    for (const State& end : steps_.ends()) reach(1, end, Store::none, 0, 0);
    while (!sides_[0].open.empty() && !sides_[1].open.empty()) {
      const Cost least = top(0) + top(1);
      if (best_ && *best_ <= least) break;
      control_.lower_bound = std::max(control_.lower_bound, coded(space_.metric(), least));
      expand(sides_[0].store.size() <= sides_[1].store.size() ? 0 : 1, result.trace);
      control_.stored = sides_[0].store.size() + sides_[1].store.size();
      if (control_.due()) control_.poll();
    }
    if (!best_) {
      result.status = search::Status::unsolvable;
      return;
    }
    join(result);
  }

  Cost top(int side) {
    const auto best = sides_[side].open.best();
    return {best.first, best.second};
  }

  void expand(int side, search::Trace& trace) {
    const Id id = sides_[side].open.pop();
    auto& record = sides_[side].store[id];
    if (record.closed) return;
    record.closed = 1;
    ++control_.expanded;
    trace.expansion(record.pushes);
    const State state = record.state();
    const std::uint32_t pushes = record.pushes, moves = record.moves;
    const auto visit = [&](const State& next, int more_pushes, int more_moves) {
      reach(side, next, id, pushes + more_pushes, moves + more_moves);
    };
    if (side == 0) {
      steps_.forwards(state, visit);
    } else {
      steps_.backwards(state, visit);
    }
  }

  void reach(int side, const State& state, Id parent, std::uint32_t pushes, std::uint32_t moves) {
    ++control_.generated;
    const std::uint64_t key = space_.keys()(state);
    auto& [store, open] = sides_[side];
    const Cost here = cost(space_.metric(), pushes, moves);
    Id id = store.find(state, key);
    if (id == Store::none) {
      id = store.add(state, key);
    } else if (cost(space_.metric(), store[id].pushes, store[id].moves) <= here) {
      return;
    }
    auto& record = store[id];
    record.reach(parent, pushes, moves);
    open.push({here.first, here.second, 0}, id);
    const Id other = sides_[1 - side].store.find(state, key);
    if (other == Store::none) return;
    const auto& met = sides_[1 - side].store[other];
    const Cost whole = cost(space_.metric(), pushes + met.pushes, moves + met.moves);
    if (best_ && *best_ <= whole) return;
    best_ = whole;
    meeting_ = side == 0 ? std::array{id, other} : std::array{other, id};
  }

  void join(search::Result<int>& result) {
    std::vector<State> path = sides_[0].store.path(meeting_[0]), rest = sides_[1].store.path(meeting_[1]);
    path.insert(path.end(), rest.rbegin() + 1, rest.rend());
    if (steps_.exact()) {
      for (std::size_t i = 1; i < path.size(); ++i) {
        const auto& beside = space_.level().next(path[i - 1].player);
        result.plan.push_back(static_cast<int>(std::ranges::find(beside, path[i].player) - beside.begin()));
      }
    } else {
      for (State& state : path) state = space_.image(state);
      result.plan = space_.plan(path);
    }
    control_.best_cost = coded(space_.metric(), *best_);
    control_.lower_bound = control_.best_cost;
    result.status = search::Status::optimal;
  }

  PushSpace<Words>& space_;
  TwoWaySpace<Words> steps_;
  Control& control_;
  std::array<Side, 2> sides_;
  std::optional<Cost> best_;
  std::array<Id, 2> meeting_{};
};

}  // namespace budge::sokoban
