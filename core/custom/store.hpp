// The store of a search over numbered states: what is known about each state, by its slot.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "custom/rules.hpp"
#include "search/space.hpp"
#include "support/control.hpp"

namespace budge::custom {

template <class Space>
class Store {
 public:
  using Handle = State;
  using Link = State;
  static constexpr State root{0xffffffff, 0xffffffff};

  class Slot {
   public:
    State link = root;  // the parent

    std::int64_t g() const { return g_; }
    void set_g(std::int64_t g) {
      if (g > max_total) throw Stopped{Stop::memory};
      g_ = g;
    }
    std::int64_t h() const { return h_; }
    void set_h(std::int64_t h) { h_ = h; }
    bool reached() const { return g_ >= 0; }
    bool closed() const { return closed_; }
    void close() { closed_ = true; }
    void reopen() { closed_ = false; }

   private:
    std::int64_t g_ = -1;
    std::int64_t h_ = 0;
    bool closed_ = false;
  };

  Store(const Space& space, Control& control) : rules_(space.rules()), slots_(Accounted<Slot>(control)) {}

  std::uint64_t size() const { return size_; }
  Slot& operator[](State state) {
    assert(find(state, 0));
    return slots_[state.slot];
  }
  State state(State handle) const { return handle; }
  Slot* find(State state, std::uint64_t) {
    return state.slot < slots_.size() && slots_[state.slot].reached() ? &slots_[state.slot] : nullptr;
  }
  State find_id(State state, std::uint64_t) const { return state; }

  void prefetch(std::uint64_t) const {}
  void prefetch_entry(std::uint64_t) const {}
  void prefetch_handle(State) const {}

  // See search/record_store.hpp. A stored state is retained until the search ends.
  struct Insertion {
    Slot* slot;
    State handle;
    bool fresh;
  };
  template <class H, class Lost>
  Insertion insert(State state, std::uint64_t, std::int64_t g, Link link, H&& h, const Lost& lost) {
    if (Slot* known = find(state, 0)) return {known, state, false};
    const std::int64_t value = h();
    if (lost(value)) return {nullptr, root, false};
    rules_.retain(state);
    if (state.slot >= slots_.size()) slots_.resize(std::max<std::size_t>(64, 2 * std::size_t{state.slot}));
    Slot& slot = slots_[state.slot];
    slot.set_g(g);
    slot.set_h(value);
    slot.link = link;
    ++size_;
    return {&slot, state, true};
  }
  template <class H>
  static std::int64_t h(const Slot& slot, H&&) {
    return slot.h();
  }
  static Link link(State parent, search::Nothing) { return parent; }

  // The states on the path to a state, from the root.
  std::vector<State> path(State state) {
    std::vector<State> path;
    for (; state != root; state = slots_[state.slot].link) path.push_back(state);
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  Rules& rules_;
  Vector<Slot> slots_;
  std::uint64_t size_ = 0;
};

}  // namespace budge::custom
