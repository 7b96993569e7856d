// NBS: near-optimal bidirectional search (Chen, Holte, Zilles and Sturtevant, 2017).
//
// Searches from both ends with a heuristic for each. No plan through u on one side and v on the other costs less than
// lb(u, v) = max(f(u), f(v), g(u) + g(v) + ε), where ε is the smallest cost of an edge. NBS always expands both nodes
// of a pair of minimal lb. It stops when this minimum reaches the cost of the best plan, and has then expanded at most
// twice as many nodes as any search of its kind must. Nodes wait, ordered by f, until f is within the bound; then they
// are ready, ordered by g. With consistent heuristics no node is expanded twice. Optimal; memory grows with every node
// generated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "search/expand.hpp"
#include "search/kit.hpp"
#include "search/meeting.hpp"
#include "search/record.hpp"
#include "search/report.hpp"
#include "search/result.hpp"
#include "search/space.hpp"
#include "search/store.hpp"
#include "support/bucket_queue.hpp"

namespace budge::search {

// An entry of an open list. (Outside the class, so that queues with equal entries are one type.)
template <class Handle>
struct NbsEntry {
  Handle handle;
  std::int32_t rank;
};

// `B` has the states of `F`, its moves reversed, and a heuristic for the distance from the start.
template <SpaceWithGoals F, Space B = F>
class Nbs {
 public:
  using State = typename F::State;
  using Op = typename F::Op;
  using Cost = CostOf<F>;

  Nbs(Ref<F> forward, Ref<B> backward, Control& control)
      : control_(control), forward_(forward, control, false), backward_(backward, control, true) {}

  Result<Op> run(bool trace) {
    return result_of<Op>(trace, control_, [&](auto& result) { continue_search(result); });
  }

  // Continues for about `nodes` nodes. Returns true if the search is complete; `result` is then filled in. It also
  // completes when another search has proven that no plan is cheaper than `proven` and the best plan costs no more.
  // Throws Stopped.
  bool continue_search(Result<Op>& result, std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max(),
                       Cost proven = {}) {
    const std::uint64_t until = nodes + std::min(control_.generated, std::numeric_limits<std::uint64_t>::max() - nodes);
    const Cost edge = min_edge(forward_.space);
    if (bound_ == Cost{}) {
      add_roots();
      bound_ = edge;
    }
    while (meeting_.cost() > std::max(bound_, proven) && prepare(edge)) {
      raise_lower_bound(coded(forward_.space, bound_), control_);
      if (meeting_.cost() <= bound_) break;
      if (control_.generated >= until) return false;
      const auto near = forward_.ready.pop();
      const auto far = backward_.ready.pop();
      expand_ready(forward_, backward_, near, result.trace);
      expand_ready(backward_, forward_, far, result.trace);
      if (control_.due()) control_.poll();
    }
    meeting_.conclude(forward_, backward_, result, control_);
    return true;
  }

  // The lower bound that this search has proven.
  Cost bound() const { return bound_; }

 private:
  template <class S>
  struct Side {
    using Store = StoreOf<S>;
    using Entry = NbsEntry<typename Store::Handle>;

    Side(Ref<S> space, Control& control, bool backward)
        : space(space), backward(backward), store(space, control), waiting(control), ready(control) {}

    Ref<S> space;
    const bool backward;
    Store store;
    BucketQueue<Entry, Cost> waiting;  // by f
    BucketQueue<Entry, Cost> ready;    // by g
  };

  void add_roots() {
    add_root(forward_, backward_, packed(forward_.space, forward_.space.start()));
    for (const State& goal : forward_.space.goals()) {
      add_root(backward_, forward_, goal);
      if (!meeting_.found() && control_.due()) control_.poll();
    }
  }

  template <class S, class Other>
  void add_root(Side<S>& side, Other& other, const State& state) {
    const std::uint64_t hash = hash_of(side.space, state);
    if (side.store.find(state, hash)) return;
    ++control_.generated;
    add(side, other, state, hash, Cost{}, StoreOf<S>::root, [&] { return value_of(side.space, state); });
  }

  // Raises the bound until it admits a pair of ready nodes. Returns false if one side has run out of nodes.
  bool prepare(Cost edge) {
    for (;;) {
      if (!make_ready(forward_) || !make_ready(backward_)) return false;
      Cost next = max_cost<Cost>;
      if (!forward_.ready.empty() && !backward_.ready.empty()) {
        next = forward_.ready.best().cost + backward_.ready.best().cost + edge;
        if (next <= bound_) return true;
      }
      if (!forward_.waiting.empty()) next = std::min(next, forward_.waiting.best().cost);
      if (!backward_.waiting.empty()) next = std::min(next, backward_.waiting.best().cost);
      bound_ = next;
    }
  }

  // Moves waiting nodes within the bound to the ready ones. Returns false if neither list has nodes left.
  template <class S>
  bool make_ready(Side<S>& side) {
    while (!side.waiting.empty() && side.waiting.best().cost <= bound_) {
      const auto [f, rank] = side.waiting.best();
      const auto entry = side.waiting.pop();
      if constexpr (NodeSpace<S>) {
        side.ready.push(f - static_cast<Cost>(rank), 0, entry);
      } else {
        side.ready.push(side.store[entry.handle].g(), 0, entry);
      }
    }
    while (!side.ready.empty() && is_stale(side)) side.ready.pop();
    return !side.ready.empty() || !side.waiting.empty();
  }

  // Has the next ready node been expanded, or reached more cheaply, since it was queued?
  template <class S>
  static bool is_stale(Side<S>& side) {
    const auto& slot = side.store[side.ready.peek().handle];
    return slot.closed() || slot.g() != side.ready.best().cost;
  }

  template <class S, class Other>
  void expand_ready(Side<S>& side, Other& other, const typename Side<S>::Entry& entry, Trace& trace) {
    auto& slot = side.store[entry.handle];
    slot.close();
    const Cost g = slot.g();
    [[maybe_unused]] const typename StoreOf<S>::Link link = slot.link;
    const BackOf<S>* back = nullptr;
    if constexpr (Reversible<S>) back = g == Cost{} ? nullptr : &link;
    const State state = side.store.state(entry.handle);
    auto&& here = position(side.space, state, entry.rank);
    ++control_.expanded;
    note_expansion(trace, side.space, state, g, [&] { return entry.rank; }, control_, side.backward);
    expand(side.space, here, back, pointless,
           [&](const State& child, std::uint64_t hash, Cost edge, BackOf<S> way_back, auto&& h) {
             ++control_.generated;
             other.store.prefetch(hash);
             add(side, other, child, hash, g + edge, StoreOf<S>::link(entry.handle, way_back), h);
           });
  }

  template <class S, class Other, class Link, class H>
  void add(Side<S>& side, Other& other, const State& state, std::uint64_t hash, Cost g, const Link& link, H&& h) {
    const auto [slot, handle, fresh] = side.store.insert(state, hash, g, link, h, is_lost<S>);
    if (!slot) return;
    if (!fresh) {
      if (slot->g() <= g) return;
      slot->set_g(g);
      slot->link = link;
      slot->reopen();
    }
    meeting_.look_up(state, hash, g, other.store);
    const Cost value = side.store.h(*slot, h);
    const std::size_t place = rank(side.space, value);
    if (g + value < meeting_.cost()) side.waiting.push(g + value, place, {handle, static_cast<std::int32_t>(place)});
  }

  Control& control_;
  Side<F> forward_;
  Side<B> backward_;
  Cost bound_{};
  Meeting<F, B> meeting_;
};

struct NbsSearch {
  static constexpr std::string_view name = "nbs";

  template <HasGuidedEnds K>
  static Solution run(const K& kit, const Request& request, Control& control) {
    return kit.guided_ends([&]<class F, class B>(F& forward, B& backward) {
      return widen(Nbs<F, B>(forward, backward, control).run(request.trace));
    });
  }
};

}  // namespace budge::search
