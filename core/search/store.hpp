// Where a search keeps the states it has reached: a policy of the space.
//
// A space of nodes, whose states are small, has a FlatStore: one flat table by state. The link is the inverse move or,
// if moves cannot be undone, the parent state. A space of states names its own store (`Store`, see record_store.hpp).
// An open list holds a Handle of a state: the state itself, or its number.
#pragma once

#include <cassert>
#include <type_traits>

#include "search/space.hpp"
#include "support/flat_table.hpp"

namespace budge::search {

template <NodeSpace S>
class FlatStore {
 public:
  using State = typename S::State;
  using Handle = State;
  using Link = std::conditional_t<Reversible<S>, BackOf<S>, State>;
  using Slot = typename FlatTable<State, Link>::Slot;

  FlatStore(const S&, Control& control) : table_(control) {}

  std::uint64_t size() const { return table_.size(); }
  template <class Visit>
  void each(Visit&& visit) const {
    table_.each(visit);
  }
  void prefetch(std::uint64_t hash) const { table_.prefetch(hash); }
  void prefetch_handle(const Handle& state) const { table_.prefetch(state.hash()); }

  // The state must be stored.
  Slot& operator[](const Handle& state) {
    Slot* slot = find(state, state.hash());
    assert(slot);
    return *slot;
  }
  const State& state(const Handle& state) const { return state; }
  Slot* find(const State& state, std::uint64_t hash) { return table_.find(state, hash); }

  // The slot of a state, and whether it is new; a new slot gets the given cost and link.
  struct Insertion {
    Slot* slot;
    const Handle& handle;
    bool fresh;
  };
  template <class H, class Lost>
  Insertion insert(const State& state, std::uint64_t hash, std::int64_t g, const Link& link, H&&, const Lost&) {
    const auto [slot, fresh] = table_.insert(state, hash, g, link);
    return {slot, state, fresh};
  }
  template <class H>
  static std::int64_t h(const Slot&, H&& h) {
    return h();
  }
  static Link link(const Handle& parent, BackOf<S> back) {
    if constexpr (Reversible<S>) {
      return back;
    } else {
      return parent;
    }
  }
  static constexpr Link root{};

 private:
  FlatTable<State, Link> table_;
};

namespace detail {
template <class S>
struct Stores {
  using type = typename S::Store;
};
template <NodeSpace S>
struct Stores<S> {
  using type = FlatStore<S>;
};
}  // namespace detail

template <class S>
using StoreOf = typename detail::Stores<S>::type;

}  // namespace budge::search
