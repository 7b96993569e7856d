// IDA* with a transposition table (Reinefeld and Marsland, 1994), for spaces where many paths lead to one state.
//
// The table keeps the least g at which each state was ever reached. A state reached at a greater g, or at the same g in
// the same iteration, is left alone: some way at the lesser g lies within the bound, and is walked in every iteration.
// So an iteration expands few states more than once, and a space without a solution comes to an end. When memory is
// full the search goes on with the table as it is. Optimal; weighted as in A*.
#pragma once

#include <algorithm>
#include <limits>

#include "search/result.hpp"
#include "search/space.hpp"
#include "search/weight.hpp"
#include "support/flat_table.hpp"

namespace budge::search {

template <Space S>
class IdaWithTable {
 public:
  using State = typename S::State;
  using Node = typename S::Node;
  using Op = typename S::Op;

  IdaWithTable(const S& space, Weight weight, Control& control)
      : space_(space),
        weight_(weight),
        control_(control),
        table_(control),
        levels_(Accounted<Level>(control)),
        ops_(Accounted<Op>(control)) {}

  Result<Op> run(bool trace) {
    Result<Op> result;
    result.trace.on = trace;
    guarded(result, [&] { search(result); });
    return result;
  }

 private:
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

  // A node on the path: the move that led to it, and its own moves in ops_.
  struct Level {
    typename S::Undo undo;
    Op op;
    std::size_t begin, next, end;
  };

  void search(Result<Op>& result) {
    const Node start = space_.start();
    control_.generated = 1;
    control_.lower_bound = space_.h(start);
    if (space_.is_goal(start)) {
      control_.best_cost = 0;
      result.status = Status::optimal;
      return;
    }
    bound_ = weight_.f(0, space_.h(start));
    for (;;) {
      const auto began = Control::Clock::now();
      const std::uint64_t generated = control_.generated, expanded = control_.expanded;
      const bool found = iterate(start, result.trace);
      result.trace.iterations.push_back({bound_ / weight_.q, control_.expanded - expanded,
                                         control_.generated - generated,
                                         std::chrono::duration<double>(Control::Clock::now() - began).count()});
      if (found) break;
      if (exceeding_ == none) {
        result.status = Status::unsolvable;
        return;
      }
      // Costs are whole: a bound may grow to just below the next multiple of q without letting in a dearer plan.
      bound_ = exceeding_ / weight_.q * weight_.q + weight_.q - 1;
      control_.lower_bound = std::max(control_.lower_bound, weight_.lower_bound(exceeding_));
    }
    for (std::size_t i = 1; i < levels_.size(); ++i) result.plan.push_back(levels_[i].op);
    const auto cost = static_cast<std::int64_t>(result.plan.size());
    control_.best_cost = cost;
    control_.lower_bound = std::max(control_.lower_bound, weight_.optimum_at_least(cost));
    result.status = control_.lower_bound == cost ? Status::optimal : Status::solved;
  }

  // One depth-first search to bound_: true if it ends at a goal, the path being in levels_. Leaves the least f above
  // the bound in exceeding_.
  bool iterate(Node node, Trace& trace) {
    exceeding_ = none;
    odd_ = !odd_;
    levels_.clear();
    ops_.clear();
    enter(space_.pack(node), 0);
    descend(node, {}, Op{}, trace);
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.next == level.end) {
        if (levels_.size() > 1) space_.undo(node, level.undo);
        ops_.resize(level.begin);
        levels_.pop_back();
        continue;
      }
      const Op op = ops_[level.next++];
      const auto g = static_cast<std::int64_t>(levels_.size());
      if (g > 1 && pointless(space_, op, space_.reverse(level.undo))) continue;
      ++control_.generated;
      if (control_.due()) control_.poll();
      const auto undo = space_.apply(node, op);
      const std::int64_t f = weight_.f(g, space_.h(node));
      if (f > bound_) {
        exceeding_ = std::min(exceeding_, f);
      } else if (space_.is_goal(node)) {
        descend(node, undo, op, trace);
        return true;
      } else if (enter(space_.pack(node), static_cast<std::uint32_t>(g))) {
        descend(node, undo, op, trace);
        continue;
      }
      space_.undo(node, undo);
    }
    return false;
  }

  void descend(const Node& node, const typename S::Undo& undo, Op op, Trace& trace) {
    ++control_.expanded;
    trace.expansion(levels_.size());
    const std::size_t begin = ops_.size();
    for (const Op next : space_.moves(node)) ops_.push_back(next);
    levels_.push_back({undo, op, begin, begin, ops_.size()});
  }

  // Is a state reached at g to be expanded? Its mark says in which iteration it was last: odd or even.
  bool enter(const State& state, std::uint32_t g) {
    const std::uint64_t hash = state.hash();
    auto* slot = table_.find(state, hash);
    if (!slot) {
      if (full_) return true;
      try {
        slot = table_.insert(state, hash, g, {}).slot;
        control_.stored = table_.size();
      } catch (const Stopped& stopped) {
        if (stopped.reason != Stop::memory) throw;
        full_ = true;
        return true;
      }
    } else if (slot->depth() < g || (slot->depth() == g && slot->closed() == odd_)) {
      return false;
    }
    slot->set_depth(g);
    odd_ ? slot->close() : slot->reopen();
    return true;
  }

  struct Nothing {};

  const S& space_;
  Weight weight_;
  Control& control_;
  FlatTable<State, Nothing> table_;
  Vector<Level> levels_;
  Vector<Op> ops_;
  std::int64_t bound_ = 0, exceeding_ = none;
  bool odd_ = false;
  bool full_ = false;
};

}  // namespace budge::search
