// Breadth-first search from both ends (Pohl, 1971).
//
// Expands whole layers, always on the side whose layer is smaller. While the sides have not met, every plan is longer
// than the two depths together; so the first state that both sides know lies on an optimal plan. The far side begins
// with all goal states; with few of them, memory is about the square root of what one end alone would take.
#pragma once

#include <algorithm>
#include <array>

#include "search/path.hpp"
#include "search/result.hpp"
#include "search/space.hpp"
#include "support/flat_table.hpp"
#include "support/sequence.hpp"

namespace budge::search {

template <SpaceWithGoals S>
class Bidirectional {
 public:
  using State = typename S::State;
  using Node = typename S::Node;
  using Op = typename S::Op;

  Bidirectional(const S& space, Control& control)
      : space_(space), control_(control), sides_{Side(control), Side(control)} {}

  Result<Op> run(bool trace) {
    Result<Op> result;
    result.trace.on = trace;
    guarded(result, [&] { search(result); });
    return result;
  }

 private:
  struct Side {
    explicit Side(Control& control) : table(control), layer(control), next(control) {}

    FlatTable<State, Op> table;
    Sequence<State> layer, next;
    std::uint32_t depth = 0;
  };

  void search(Result<Op>& result) {
    const Node start = space_.start();
    add_root(sides_[0], space_.pack(start));
    for (const State& goal : space_.goals()) add_root(sides_[1], goal);
    control_.generated = sides_[0].layer.size() + sides_[1].layer.size();
    if (space_.is_goal(start)) {
      control_.best_cost = 0;
      result.status = Status::optimal;
      return;
    }
    while (!sides_[0].layer.empty() && !sides_[1].layer.empty()) {
      control_.lower_bound = sides_[0].depth + sides_[1].depth + 1;
      const int forward = sides_[0].layer.size() <= sides_[1].layer.size() ? 0 : 1;
      if (expand(sides_[forward], sides_[1 - forward], result.trace)) {
        join(result);
        return;
      }
    }
    result.status = Status::unsolvable;
  }

  static void add_root(Side& side, const State& state) {
    if (side.table.insert(state, state.hash(), 0, Op{}).fresh) side.layer.push_back(state);
  }

  // Expands one layer; true if it met the other side, in meeting_.
  bool expand(Side& side, Side& other, Trace& trace) {
    for (std::size_t i = 0; i < side.layer.size(); ++i) {
      if (i + 4 < side.layer.size()) side.table.prefetch(side.layer[i + 4].hash());
      Node node = space_.unpack(side.layer[i]);
      const Op back = side.table.find(side.layer[i], side.layer[i].hash())->back;
      ++control_.expanded;
      trace.expansion(side.depth);
      for (const Op op : space_.moves(node)) {
        if (side.depth > 0 && pointless(space_, op, back)) continue;
        ++control_.generated;
        const auto undo = space_.apply(node, op);
        const State state = space_.pack(node);
        const std::uint64_t hash = state.hash();
        other.table.prefetch(hash);
        if (side.table.insert(state, hash, side.depth + 1, space_.reverse(undo)).fresh) {
          if (other.table.find(state, hash)) {
            meeting_ = state;
            return true;
          }
          side.next.push_back(state);
        }
        space_.undo(node, undo);
      }
      if (control_.due()) control_.poll();
    }
    ++side.depth;
    side.layer.clear();
    side.layer.swap(side.next);
    return false;
  }

  void join(Result<Op>& result) {
    result.plan = path_through(space_, sides_[0].table, sides_[1].table, meeting_);
    control_.best_cost = static_cast<std::int64_t>(result.plan.size());
    result.status = Status::optimal;
  }

  const S& space_;
  Control& control_;
  std::array<Side, 2> sides_;
  State meeting_;
};

}  // namespace budge::search
