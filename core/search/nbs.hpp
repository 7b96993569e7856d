// NBS: near-optimal bidirectional search (Chen, Holte, Zilles and Sturtevant, 2017).
//
// Searches from both ends with a heuristic for each. No plan by way of u on one side and v on the other can cost less
// than lb(u, v) = max(f(u), f(v), g(u) + g(v) + 1), so NBS always expands both nodes of a pair of the least lb; it
// stops when that reaches the best plan found, and has then expanded at most twice as many nodes as any search of its
// kind must. Nodes wait by f until their f is within the bound; then they are ready, and are taken by least g. With
// consistent heuristics no node is expanded twice. Optimal; memory grows with every node generated.
#pragma once

#include <algorithm>
#include <limits>

#include "search/path.hpp"
#include "search/result.hpp"
#include "search/space.hpp"
#include "support/bucket_queue.hpp"
#include "support/flat_table.hpp"

namespace budge::search {

template <SpaceWithGoals S>
class Nbs {
 public:
  using State = typename S::State;
  using Op = typename S::Op;

  // `backward` has the same states and moves, and a heuristic that estimates the distance from the start.
  Nbs(const S& forward, const S& backward, Control& control)
      : control_(control), forward_(forward, control), backward_(backward, control) {}

  Result<Op> run(bool trace) {
    Result<Op> result;
    result.trace.on = trace;
    guarded(result, [&] { search(result); });
    return result;
  }

 private:
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

  struct Entry {
    State state;
    std::int32_t h;
  };
  struct Side {
    Side(const S& space, Control& control) : space(space), table(control), waiting(control), ready(control) {}

    const S& space;
    FlatTable<State, Op> table;
    BucketQueue<Entry> waiting;  // by f
    BucketQueue<Entry> ready;    // by g
  };

  void search(Result<Op>& result) {
    const auto start = forward_.space.start();
    add_root(forward_, forward_.space.pack(start));
    for (const State& goal : forward_.space.goals()) add_root(backward_, goal);
    if (forward_.space.is_goal(start)) {
      control_.best_cost = 0;
      result.status = Status::optimal;
      return;
    }
    bound_ = 1;
    while (best_ > bound_ && prepare()) {
      control_.lower_bound = bound_;
      if (best_ <= bound_) break;
      const auto g_forward = static_cast<std::uint32_t>(forward_.ready.best().f);
      const auto g_backward = static_cast<std::uint32_t>(backward_.ready.best().f);
      const Entry near = forward_.ready.pop(), far = backward_.ready.pop();
      expand(forward_, backward_, near, g_forward, result.trace);
      expand(backward_, forward_, far, g_backward, result.trace);
      control_.stored = forward_.table.size() + backward_.table.size();
      if (control_.due()) control_.poll();
    }
    if (best_ == none) {
      result.status = Status::unsolvable;
      return;
    }
    result.plan = path_through(forward_.space, forward_.table, backward_.table, meeting_);
    control_.best_cost = control_.lower_bound = best_;
    result.status = Status::optimal;
  }

  void add_root(Side& side, const State& state) {
    if (!side.table.insert(state, state.hash(), 0, Op{}).fresh) return;
    ++control_.generated;
    const int h = side.space.h(side.space.unpack(state));
    side.waiting.push(h, 0, {state, h});
  }

  // Raises the bound until there is a pair of nodes within it, both ready. False if one side has run out of nodes.
  bool prepare() {
    for (;;) {
      for (Side* side : {&forward_, &backward_}) {
        while (!side->waiting.empty() && static_cast<std::int64_t>(side->waiting.best().f) <= bound_) {
          const std::size_t g = side->waiting.best().g;
          side->ready.push(g, 0, side->waiting.pop());
        }
        while (!side->ready.empty() && is_stale(*side)) side->ready.pop();
        if (side->ready.empty() && side->waiting.empty()) return false;
      }
      std::int64_t next = none;
      if (!forward_.ready.empty() && !backward_.ready.empty()) {
        next = static_cast<std::int64_t>(forward_.ready.best().f + backward_.ready.best().f) + 1;
        if (next <= bound_) return true;
      }
      for (Side* side : {&forward_, &backward_}) {
        if (!side->waiting.empty()) next = std::min(next, static_cast<std::int64_t>(side->waiting.best().f));
      }
      bound_ = next;
    }
  }

  // Was a cheaper way to the next ready node found, or was it expanded, since it was queued?
  static bool is_stale(Side& side) {
    const State& state = side.ready.peek().state;
    const auto* slot = side.table.find(state, state.hash());
    return slot->closed() || slot->depth() != side.ready.best().f;
  }

  void expand(Side& side, Side& other, const Entry& entry, std::uint32_t g, Trace& trace) {
    auto* slot = side.table.find(entry.state, entry.state.hash());
    slot->close();
    const Op back = slot->back;
    auto node = side.space.unpack(entry.state, entry.h);
    ++control_.expanded;
    trace.expansion(g);
    for (const Op op : side.space.moves(node)) {
      if (g > 0 && pointless(side.space, op, back)) continue;
      ++control_.generated;
      const auto undo = side.space.apply(node, op);
      add(side, other, side.space.pack(node), side.space.h(node), g + 1, side.space.reverse(undo));
      side.space.undo(node, undo);
    }
  }

  void add(Side& side, Side& other, const State& state, int h, std::uint32_t g, Op back) {
    const std::uint64_t hash = state.hash();
    other.table.prefetch(hash);
    const auto [slot, fresh] = side.table.insert(state, hash, g, back);
    if (!fresh) {
      if (slot->depth() <= g) return;
      slot->set_depth(g);
      slot->back = back;
      slot->reopen();
    }
    if (const auto* met = other.table.find(state, hash); met && g + met->depth() < best_) {
      best_ = g + met->depth();
      meeting_ = state;
    }
    if (g + h < best_) side.waiting.push(g + h, g, {state, h});
  }

  Control& control_;
  Side forward_, backward_;
  std::int64_t bound_ = 0;
  std::int64_t best_ = none;  // the cost of the best plan so far, which goes through meeting_
  State meeting_{};
};

}  // namespace budge::search
