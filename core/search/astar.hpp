// A* (Hart, Nilsson and Raphael, 1968), and weighted A* (Pohl, 1970).
//
// Expands nodes in order of f = g + w·h, deeper ones first. With w = 1 and a consistent heuristic the first goal taken
// from the queue is optimal and no node is expanded twice; with w > 1, and without ever reopening a node, its cost is
// at most w times the optimum (Likhachev, Gordon and Thrun, 2003). If the heuristic is not consistent, a node to which
// a cheaper way turns up is opened again, and both hold all the same. Memory grows with every node generated.
//
// Nodes of equal priority are taken in batches: all their children's places in the table are fetched before the first
// is looked at, which hides most of the time that memory takes to answer.
#pragma once

#include <array>
#include <vector>

#include "search/path.hpp"
#include "search/result.hpp"
#include "search/space.hpp"
#include "search/weight.hpp"
#include "support/bucket_queue.hpp"
#include "support/flat_table.hpp"

namespace budge::search {

template <Space S>
class AStar {
 public:
  using State = typename S::State;
  using Node = typename S::Node;
  using Op = typename S::Op;

  AStar(const S& space, Weight weight, Control& control)
      : space_(space), weight_(weight), control_(control), table_(control), open_(control) {}

  Result<Op> run(bool trace) {
    Result<Op> result;
    result.trace.on = trace;
    guarded(result, [&] { search(result); });
    return result;
  }

 private:
  static constexpr std::size_t batch = 16;

  struct Child {
    State state;
    std::uint64_t hash;
    std::uint32_t g;
    int h;
    Op back;
  };

  void search(Result<Op>& result) {
    const Node start = space_.start();
    const State state = space_.pack(start);
    table_.insert(state, state.hash(), 0, Op{});
    open_.push(weight_.f(0, space_.h(start)), 0, state);
    control_.generated = 1;
    control_.lower_bound = space_.h(start);

    std::array<State, batch> popped;
    std::vector<Child> children;
    while (!open_.empty()) {
      const auto best = open_.best();
      control_.lower_bound = std::max(control_.lower_bound, weight_.lower_bound(best.f));
      std::size_t count = 0;
      while (count < batch && !open_.empty()) {
        const auto next = open_.best();
        if (next.f != best.f || next.g != best.g) break;
        popped[count] = open_.pop();
        table_.prefetch(popped[count++].hash());
      }
      children.clear();
      for (std::size_t i = 0; i < count; ++i) {
        if (expand(popped[i], static_cast<std::uint32_t>(best.g), weight_.h(best.f, best.g), children, result)) return;
      }
      for (const Child& child : children) remember(child);
      control_.stored = table_.size();
      if (control_.due()) control_.poll();
    }
    result.status = Status::unsolvable;
  }

  // True if the node is a goal.
  bool expand(const State& state, std::uint32_t g, int h, std::vector<Child>& children, Result<Op>& result) {
    auto* slot = table_.find(state, state.hash());
    if (slot->closed() || slot->depth() != g) return false;  // a cheaper way was found after this entry was queued
    slot->close();
    const Op back = slot->back;
    Node node = space_.unpack(state, h);
    if (space_.is_goal(node)) {
      finish(node, result);
      return true;
    }
    ++control_.expanded;
    result.trace.expansion(g);
    for (const Op op : space_.moves(node)) {
      if (g > 0 && pointless(space_, op, back)) continue;
      ++control_.generated;
      const auto undo = space_.apply(node, op);
      const State child = space_.pack(node);
      const std::uint64_t hash = child.hash();
      table_.prefetch(hash);
      children.push_back({child, hash, g + 1, space_.h(node), space_.reverse(undo)});
      space_.undo(node, undo);
    }
    return false;
  }

  void remember(const Child& child) {
    const auto [slot, fresh] = table_.insert(child.state, child.hash, child.g, child.back);
    if (!fresh) {
      if (slot->depth() <= child.g) return;
      if (slot->closed()) {
        if (is_consistent<S>) return;
        slot->reopen();
      }
      slot->set_depth(child.g);
      slot->back = child.back;
    }
    open_.push(weight_.f(child.g, child.h), child.g, child.state);
  }

  void finish(const Node& node, Result<Op>& result) {
    result.plan = path_to(space_, table_, node);
    const auto cost = static_cast<std::int64_t>(result.plan.size());
    control_.best_cost = cost;
    control_.lower_bound = std::max(control_.lower_bound, weight_.optimum_at_least(cost));
    result.status = control_.lower_bound == cost ? Status::optimal : Status::solved;
  }

  const S& space_;
  Weight weight_;
  Control& control_;
  FlatTable<State, Op> table_;
  BucketQueue<State> open_;
};

}  // namespace budge::search
