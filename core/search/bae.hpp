// BAE*: bidirectional A* with error (Sadhukhan, 2013; Alcázar, Riddle and Barley, 2020).
//
// Both sides have a consistent heuristic: h towards their own end, h' towards the end of the other side. d(n) = g(n) −
// h'(n) is how much h' underestimates the known distance of n from its own end: every plan through n costs at least
// d(n) more than h' says. So with b(n) = g(n) + h(n) + d(n), no plan costs less than half the sum of the smallest b of
// both sides. BAE* expands a node of smallest b, always of the side with the shorter open list, and stops when that
// bound reaches the cost of the best plan. b never falls along a path, so a node is expanded only when its distance is
// final. Optimal; memory grows with every node generated.
//
// If moves cost a push and a number of moves, b and the bound are pairs and are compared in order, like costs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/expand.hpp"
#include "search/kit.hpp"
#include "search/meeting.hpp"
#include "search/nbs.hpp"
#include "search/record.hpp"
#include "search/report.hpp"
#include "search/result.hpp"
#include "search/space.hpp"
#include "search/store.hpp"
#include "support/bucket_queue.hpp"

namespace budge::search {

// 2g + h − back, and half the sum of two such values, rounded up. Never negative, because back ≤ g; but the second part
// of a pair may be, so it is stored with an offset.
namespace bae {

inline constexpr std::int64_t offset = 1 << 20;

inline std::int64_t priority(std::int64_t g, std::int64_t h, std::int64_t back) { return 2 * g + h - back; }
inline CostPair priority(CostPair g, CostPair h, CostPair back) {
  return {2 * g.first + h.first - back.first,
          static_cast<std::uint32_t>(2 * std::int64_t{g.second} + h.second + offset - back.second)};
}

inline std::int64_t bound(std::int64_t near, std::int64_t far) { return (near + far + 1) / 2; }
inline CostPair bound(CostPair near, CostPair far) {
  const std::uint32_t first = near.first + far.first;
  if (first % 2) return {first / 2 + 1, 0};
  const std::int64_t second = std::int64_t{near.second} + far.second - 2 * offset;
  return {first / 2, static_cast<std::uint32_t>(std::max<std::int64_t>(0, (second + 1) / 2))};
}

}  // namespace bae

// `B` has the states of `F`, its moves reversed, and a heuristic for the distance from the start.
template <SpaceWithGoals F, Space B = F>
class Bae {
 public:
  using State = typename F::State;
  using Op = typename F::Op;
  using Cost = CostOf<F>;

  Bae(Ref<F> forward, Ref<B> backward, Control& control)
      : control_(control), forward_(forward, control, false), backward_(backward, control, true) {}

  Result<Op> run(bool trace) {
    return result_of<Op>(trace, control_, [&](auto& result) { search(result); });
  }

 private:
  template <class S>
  struct Side {
    using Store = StoreOf<S>;
    using Entry = NbsEntry<typename Store::Handle>;

    Side(Ref<S> space, Control& control, bool backward)
        : space(space), backward(backward), store(space, control), open(control) {}

    Ref<S> space;
    const bool backward;
    Store store;
    BucketQueue<Entry, Cost> open;  // by b
  };

  void search(Result<Op>& result) {
    add_root(forward_, backward_, packed(forward_.space, forward_.space.start()));
    for (const State& goal : forward_.space.goals()) {
      add_root(backward_, forward_, goal);
      if (!meeting_.found() && control_.due()) control_.poll();
    }
    while (has_open(forward_) && has_open(backward_)) {
      const Cost bound = bae::bound(forward_.open.best().cost, backward_.open.best().cost);
      if (meeting_.cost() <= bound) break;
      raise_lower_bound(coded(forward_.space, bound), control_);
      if (forward_.open.size() <= backward_.open.size()) {
        expand_next(forward_, backward_, result.trace);
      } else {
        expand_next(backward_, forward_, result.trace);
      }
      if (control_.due()) control_.poll();
    }
    meeting_.conclude(forward_, backward_, result, control_);
  }

  template <class S, class Other>
  void add_root(Side<S>& side, Other& other, const State& state) {
    const std::uint64_t hash = hash_of(side.space, state);
    if (side.store.find(state, hash)) return;
    ++control_.generated;
    add(side, other, state, hash, Cost{}, StoreOf<S>::root, [&] { return value_of(side.space, state); });
  }

  // Drops entries whose node has been expanded since.
  template <class S>
  static bool has_open(Side<S>& side) {
    while (!side.open.empty() && side.store[side.open.peek().handle].closed()) side.open.pop();
    return !side.open.empty();
  }

  template <class S, class Other>
  void expand_next(Side<S>& side, Other& other, Trace& trace) {
    const auto entry = side.open.pop();
    auto& slot = side.store[entry.handle];
    slot.close();
    const Cost g = slot.g();
    const State state = side.store.state(entry.handle);
    // The other side knows the best way from here to its end, and the plan through it is known.
    if (const auto* there = other.store.find(state, hash_of(side.space, state)); there && there->closed()) return;
    [[maybe_unused]] const typename StoreOf<S>::Link link = slot.link;
    const BackOf<S>* back = nullptr;
    if constexpr (Reversible<S>) back = g == Cost{} ? nullptr : &link;
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
    if (g + value >= meeting_.cost()) return;
    const Cost back = value_of(other.space, state);
    if (is_lost<S>(back)) return;
    const std::size_t place = rank(side.space, value);
    side.open.push(bae::priority(g, value, std::min(back, g)), place, {handle, static_cast<std::int32_t>(place)});
  }

  Control& control_;
  Side<F> forward_;
  Side<B> backward_;
  Meeting<F, B> meeting_;
};

struct BaeSearch {
  static constexpr std::string_view name = "bae";

  template <HasConsistentEnds K>
  static Solution run(const K& kit, const Request& request, Control& control) {
    return kit.consistent_ends([&]<class F, class B>(F& forward, B& backward) {
      return widen(Bae<F, B>(forward, backward, control).run(request.trace));
    });
  }
};

}  // namespace budge::search
