// A* (Hart, Nilsson and Raphael, 1968), and weighted A* (Pohl, 1970).
//
// Expands nodes in order of f = g + w·h, and among equal f those of smallest h first. With w = 1 and a consistent
// heuristic the first goal taken from the queue is optimal, and no node is expanded twice. With w > 1 a plan costs at
// most w times the optimum, even though closed nodes are never reopened (Likhachev, Gordon and Thrun, 2003). If the
// heuristic is inconsistent, a cheaper path to a closed node reopens it, and both guarantees still hold. With h = 0
// this is Dijkstra's algorithm (1959). Memory grows with every node generated.
//
// In a space of nodes, A* takes nodes of equal priority in batches and prefetches the table entries of all their
// children before it looks up the first. This hides most of the memory latency. A space of states prefetches by itself.
// hooks.hpp lists what else a space may offer: dominance, a lazy heuristic, diversification, a portfolio.
#pragma once

#include <array>
#include <vector>

#include "search/expand.hpp"
#include "search/external/run.hpp"
#include "search/kit.hpp"
#include "search/parallel_astar.hpp"
#include "search/path.hpp"
#include "search/record.hpp"
#include "search/report.hpp"
#include "search/result.hpp"
#include "search/space.hpp"
#include "search/store.hpp"
#include "search/weight.hpp"
#include "support/bucket_queue.hpp"

namespace budge::search {

template <Space S>
class AStar {
 public:
  using State = typename S::State;
  using Op = typename S::Op;
  using Cost = CostOf<S>;

  AStar(Ref<S> space, Weight weight, Control& control)
      : space_(space), weight_(weight), control_(control), store_(space, control), open_(control) {}

  Result<Op> run(bool trace) {
    return result_of<Op>(trace, control_, [&](auto& result) { search(result); });
  }

  // Fills in `result`, or returns false after about `max_nodes` nodes. Throws Stopped.
  bool search(Result<Op>& result, std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max()) {
    const State start = packed(space_, space_.start());
    control_.generated = 1;
    reach(start, hash_of(space_, start), {}, Store::root, [&] { return value_of(space_, start); });
    Popped popped = room();
    while (!open_.empty()) {
      const auto best = open_.best();
      raise_lower_bound(space_, weight_, best.cost, control_);
      if constexpr (HasPortfolio<S>) {
        if (auto answer = space_.poll_portfolio(best.cost)) {
          result.status = answer->status;
          result.plan = std::move(answer->plan);
          return true;
        }
      }
      std::size_t count = 0;
      do {
        popped[count] = takes_turns() ? open_.pop_in_turn() : open_.pop();
        if constexpr (batch > 1) store_.prefetch_handle(popped[count]);
        ++count;
      } while (count < popped.size() && !open_.empty() && belongs_to_batch(best));
      if constexpr (batch == 1) {
        if (const Handle* next = open_.next()) store_.prefetch_handle(*next);
      }
      if constexpr (HasBatches<S>) prepare(popped, count);
      children_.clear();
      for (std::size_t i = 0; i < count; ++i) {
        if (expand_next(popped[i], best.rank, result)) return true;
      }
      for (const Child& child : children_) {
        reach(child.state, child.hash, child.g, child.link, [&] { return child.h; });
      }
      if (control_.due()) control_.poll();
      if (control_.generated >= max_nodes) return false;
    }
    result.status = Status::unsolvable;
    return true;
  }

  StoreOf<S>& store() { return store_; }

 private:
  using Store = StoreOf<S>;
  using Handle = typename Store::Handle;
  using Link = typename Store::Link;

  static constexpr std::size_t batch = NodeSpace<S> ? 16 : 1;
  // A dominated state is closed, and a cheaper path reopens it.
  static constexpr bool reopens = IsInconsistent<S> || HasDominance<S>;

  struct Child {
    State state;
    std::uint64_t hash;
    Cost g, h;
    Link link;
  };

  // Room for the nodes that are expanded together.
  using Popped = std::conditional_t<HasBatches<S>, std::vector<Handle>, std::array<Handle, batch>>;
  Popped room() const {
    if constexpr (HasBatches<S>) {
      return Popped(space_.batch());
    } else {
      return Popped();
    }
  }
  bool belongs_to_batch(const auto& best) {
    if constexpr (HasBatches<S>) {
      return open_.best().cost == best.cost;
    } else {
      return open_.best() == best;
    }
  }
  void prepare(const Popped& popped, std::size_t count) {
    std::vector<State> states;
    for (std::size_t i = 0; i < count; ++i) {
      if (!store_[popped[i]].closed()) states.push_back(store_.state(popped[i]));
    }
    space_.prepare(states);
  }

  // Whether to take the next node from the next rank in turn.
  bool takes_turns() {
    if constexpr (HasDiversify<S>) return space_.diversify() && (in_turn_ = !in_turn_);
    return false;
  }

  // Returns true if the state is a goal. In a space of nodes, whose heuristic values are numbers, the rank is that
  // value.
  bool expand_next(const Handle& handle, std::size_t rank, Result<Op>& result) {
    auto& slot = store_[handle];
    if (slot.closed()) return false;  // a cheaper path was found after this entry was queued
    if constexpr (HasLazyHeuristic<S>) {
      if (postponed(handle, slot)) return false;
    }
    slot.close();
    const State state = store_.state(handle);
    auto&& here = position(space_, state, static_cast<std::int64_t>(rank));
    if (space_.is_goal(here)) {
      result.status = note_plan(space_, weight_, slot.g(), control_);
      result.plan = path_to<S>(space_, store_, state);
      return true;
    }
    ++control_.expanded;
    note_expansion(result.trace, space_, state, slot.g(), [&] { return static_cast<std::int64_t>(rank); }, control_);
    if constexpr (NodeSpace<S>) {
      const Cost g = slot.g();
      [[maybe_unused]] const Link link = slot.link;
      const BackOf<S>* back = nullptr;
      if constexpr (Reversible<S>) back = g == 0 ? nullptr : &link;
      expand(space_, here, back, pointless,
             [&](const State& child, std::uint64_t hash, Cost edge, BackOf<S> way_back, auto&& h) {
               ++control_.generated;
               store_.prefetch(hash);
               children_.push_back({child, hash, g + edge, h(), Store::link(state, way_back)});
             });
    } else {
      space_.expand(state, Sink{*this, handle, slot.g(), slot.h()});
    }
    return false;
  }

  // Returns true if the lazy heuristic raises the bound, so that the state has to wait, or proves the state dead.
  // Computed once for each state.
  template <class Slot>
  bool postponed(const Handle& handle, Slot& slot) {
    if (slot.has_lazy_h()) return false;
    slot.note_lazy_h();
    const Cost value = space_.lazy_h(slot.state());
    if (is_lost<S>(value)) {
      slot.close();
      return true;
    }
    if (value <= slot.h()) return false;
    slot.set_h(value);
    open_.push(weight_.f(slot.g(), value), rank(space_, value), handle);
    return true;
  }

  // Receives the children of the expanded state from a space of states.
  struct Sink {
    AStar& search;
    Handle expanding;
    Cost g, h;

    void prefetch(std::uint64_t hash) const { search.store_.prefetch(hash); }
    void prefetch_entry(std::uint64_t hash) const { search.store_.prefetch_entry(hash); }
    void prefetch_other(std::uint64_t hash) const { prefetch(hash); }
    void prefetch_other_entry(std::uint64_t hash) const { prefetch_entry(hash); }

    template <class H>
    void operator()(const State& child, std::uint64_t hash, Cost edge, Nothing back, H&& of_child) const {
      ++search.control_.generated;
      search.reach(child, hash, g + edge, Store::link(expanding, back), [&] {
        const Cost value = of_child();
        if constexpr (reopens) return std::max(value, minus_edge(h, edge));
        return value;
      });
    }

    // Is there a path by way of `other`, which is `between` away, that reaches the expanded state at no higher cost? If
    // the reverse holds, closes `other`.
    bool dominated(const State& other, std::uint64_t hash, Cost between) const {
      auto* slot = search.store_.find(other, hash);
      if (!slot) return false;
      if (g + between <= slot->g()) slot->close();
      return slot->g() + between <= g;
    }
  };

  template <class H>
  void reach(const State& state, std::uint64_t hash, Cost g, const Link& link, H&& h) {
    const auto [slot, handle, fresh] = store_.insert(state, hash, g, link, h, is_lost<S>);
    if (!slot) return;
    if (!fresh) {
      if (slot->g() <= g) return;
      if (slot->closed()) {
        if (!reopens) return;
        slot->reopen();
      }
      slot->set_g(g);
      slot->link = link;
    }
    const Cost value = store_.h(*slot, h);
    open_.push(weight_.f(g, value), rank(space_, value), handle);
  }

  Ref<S> space_;
  Weight weight_;
  Control& control_;
  Store store_;
  BucketQueue<Handle, Cost> open_;
  std::vector<Child> children_;
  bool in_turn_ = false;
};

// A long search continues on several threads if they are allowed; `in_thread(control, body)` calls body(space) with a
// space for a further thread. A weighted search has one thread, because the cost of its plan depends on the order of
// expansions.
template <Space S, class InThread>
Solution run_astar(Ref<S> space, const Request& request, Control& control, const InThread& in_thread) {
  if (request.threads == 1 || !request.weight.is_one()) {
    return widen(AStar<S>(space, request.weight, control).run(request.trace));
  }
  return widen(result_of<typename S::Op>(request.trace, control, [&](auto& result) {
    ParallelAStar<S> shared(space, request.threads, control);
    {
      AStar<S> alone(space, Weight(), control);
      if (alone.search(result, tuning.astar_shared_after)) return;
      shared.take_over(alone.store());
    }
    shared.run(result, in_thread);
  }));
}

struct AStarSearch {
  static constexpr std::string_view name = "astar";

  template <HasGuided K>
  static Solution run(const K& kit, const Request& request, Control& control) {
    return kit.guided([&]<class S>(S& space) {
      const auto in_thread = [&](Control& own, auto&& body) {
        if constexpr (NodeSpace<S>) {
          body(space);
        } else {
          // Not every kit has it; clang looks it up even here unless the kit's type is a parameter.
          [&](const auto& known) { known.guided_in_thread(own, body); }(kit);
        }
      };
      if (request.disk) return external::run_on_disk<S>(space, false, request, control, in_thread);
      return run_astar<S>(space, request, control, in_thread);
    });
  }
};

}  // namespace budge::search
