// Breadth-first search from both ends (Pohl, 1971).
//
// Expands whole layers, always on the side whose layer is smaller. While the sides have not met, every plan is longer
// than the two depths together; so the first state that both sides know lies on an optimal plan. Needs a single goal
// state; memory is about the square root of what breadth-first search from one end would take.
#pragma once

#include <algorithm>
#include <array>

#include "search/path.hpp"
#include "search/result.hpp"
#include "search/space.hpp"
#include "support/flat_table.hpp"
#include "support/sequence.hpp"

namespace budge {

template <SpaceWithGoal S>
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
    const std::array<Node, 2> ends{space_.start(), space_.goal()};
    for (int i = 0; i < 2; ++i) {
      const State state = space_.pack(ends[i]);
      sides_[i].layer.push_back(state);
      sides_[i].table.insert(state, state.hash(), 0, Op{});
    }
    control_.generated = 2;
    if (sides_[0].layer[0] == sides_[1].layer[0]) {
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

  // Expands one layer; true if it met the other side, in meeting_.
  bool expand(Side& side, Side& other, Trace& trace) {
    for (std::size_t i = 0; i < side.layer.size(); ++i) {
      if (i + 4 < side.layer.size()) side.table.prefetch(side.layer[i + 4].hash());
      Node node = space_.unpack(side.layer[i]);
      const Op back = side.table.find(side.layer[i], side.layer[i].hash())->back;
      ++control_.expanded;
      trace.expansion(side.depth);
      for (const Op op : space_.moves(node)) {
        if (side.depth > 0 && op == back) continue;
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
    Node node = space_.unpack(meeting_);
    result.plan = path_to(space_, sides_[0].table, node);
    // The backward table's ways back lead on to the goal.
    for (;;) {
      const State state = space_.pack(node);
      const auto* slot = sides_[1].table.find(state, state.hash());
      if (slot->depth() == 0) break;
      const Op op = slot->back;
      space_.apply(node, op);
      result.plan.push_back(op);
    }
    control_.best_cost = static_cast<std::int64_t>(result.plan.size());
    result.status = Status::optimal;
  }

  const S& space_;
  Control& control_;
  std::array<Side, 2> sides_;
  State meeting_;
};

}  // namespace budge
