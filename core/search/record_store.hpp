// A store for large states: records in order of insertion, and a flat index of their numbers by hash.
//
// The number of a record never changes; open lists and links to parents hold numbers. Chunks of records are never
// moved; the index is small, so it can grow by doubling. States are always compared in full: colliding hashes cost
// time, never correctness.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <new>
#include <vector>

#include "search/space.hpp"
#include "support/control.hpp"

namespace budge::search {

namespace detail {

// The costs of a record, which follow a state with two spare bytes without a gap. Large heuristic values are cut off,
// which keeps them admissible. Beyond the largest g a search ends as if memory were full.
template <class Cost>
struct RecordCosts;

template <>
struct RecordCosts<std::int64_t> {
  static constexpr std::int64_t largest = 0xffffffff;
  std::uint32_t g_ = 0;

  std::int64_t g() const { return g_; }
  void set_g(std::int64_t g) {
    if (g > largest) throw Stopped{Stop::memory};
    g_ = static_cast<std::uint32_t>(g);
  }
  static std::uint16_t near(std::int64_t h) { return static_cast<std::uint16_t>(std::min<std::int64_t>(h, 0x3fff)); }
  void set_far(std::int64_t) {}
  std::int64_t h(std::uint16_t near) const { return near; }
};

template <>
struct RecordCosts<CostPair> {
  static constexpr std::uint32_t largest = (1 << 24) - 1;
  std::uint64_t first_ : 24 = 0, second_ : 24 = 0, far_ : 16 = 0;

  CostPair g() const { return {static_cast<std::uint32_t>(first_), static_cast<std::uint32_t>(second_)}; }
  void set_g(CostPair g) {
    if (g.first > largest || g.second > largest) throw Stopped{Stop::memory};
    first_ = g.first;
    second_ = g.second;
  }
  static std::uint16_t near(CostPair h) { return static_cast<std::uint16_t>(std::min(h.first, 0x3fffu)); }
  void set_far(CostPair h) { far_ = std::min(h.second, 0xffffu); }
  CostPair h(std::uint16_t near) const { return {near, static_cast<std::uint32_t>(far_)}; }
};

}  // namespace detail

// What is known about a state: the cheapest path so far, and the heuristic value.
template <class State, class Cost>
struct Record : State {
  using Id = std::uint32_t;
  static constexpr Id none = 0xffffffff;

  std::uint16_t closed_ : 1 = 0, has_lazy_h_ : 1 = 0, near_ : 14 = 0;
  Id link = none;  // the parent
  detail::RecordCosts<Cost> costs_;

  explicit Record(const State& state) : State(state) {}
  const State& state() const { return *this; }

  Cost g() const { return costs_.g(); }
  void set_g(Cost g) { costs_.set_g(g); }
  Cost h() const { return costs_.h(near_); }
  void set_h(Cost h) {
    near_ = costs_.near(h);
    costs_.set_far(h);
  }
  bool closed() const { return closed_; }
  void close() { closed_ = 1; }
  void reopen() { closed_ = 0; }
  // Whether the lazy heuristic was computed: see AStar.
  bool has_lazy_h() const { return has_lazy_h_; }
  void note_lazy_h() { has_lazy_h_ = 1; }
};

// `Keys` hashes a state by hash(state). The longest chunks are large enough for huge pages.
template <class State, class Cost, class Keys, std::size_t longest = 1 << 18>
class RecordStore {
 public:
  using Slot = Record<State, Cost>;
  using Id = typename Slot::Id;
  using Handle = Id;
  using Link = Id;
  static constexpr Id none = Slot::none;

  RecordStore(const Keys& keys, Control& control)
      : keys_(keys), control_(control), index_(first, none, Accounted<Id>(control)) {}
  ~RecordStore() {
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      Accounted<Slot>(control_).deallocate(chunks_[i], length(i));
    }
  }
  RecordStore(const RecordStore&) = delete;
  RecordStore& operator=(const RecordStore&) = delete;

  std::uint64_t size() const { return size_; }
  Slot& operator[](Id id) {
    assert(id < size_);
    const auto [chunk, place] = locate(id);
    return chunks_[chunk][place];
  }
  const State& state(Id id) { return (*this)[id].state(); }

  // To hide memory latency, prefetch the index entry of a hash, then the record, and look up the state last.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&index_[hash & mask()]); }
  void prefetch_entry(std::uint64_t hash) {
    const Id entry = index_[hash & mask()];
    if (entry != none && (entry ^ tag(hash)) <= mask()) __builtin_prefetch(&(*this)[entry & mask()]);
  }
  void prefetch_handle(Id id) { __builtin_prefetch(&(*this)[id]); }

  Id find_id(const State& state, std::uint64_t hash) {
    const Id entry = index_[place(state, hash)];
    return entry == none ? none : entry & mask();
  }
  Slot* find(const State& state, std::uint64_t hash) {
    const Id id = find_id(state, hash);
    return id == none ? nullptr : &(*this)[id];
  }

  // The state must not be stored yet.
  Id add(const State& state, std::uint64_t hash) {
    assert(!find(state, hash));
    if (size_ + 1 == none) throw Stopped{Stop::memory};
    if (size_ * 3 >= index_.size() * 2) grow();
    if (locate(size_).chunk == chunks_.size()) {
      chunks_.push_back(Accounted<Slot>(control_).allocate(length(chunks_.size())));
    }
    const Id id = static_cast<Id>(size_++);
    new (&(*this)[id]) Slot(state);
    index_[place(state, hash)] = id | tag(hash);
    return id;
  }

  // The slot of a state, and whether it is new. A new slot gets the given cost, link and heuristic value; h() is called
  // for new states only. If `lost(h)`, the state is not stored and the slot is null.
  struct Insertion {
    Slot* slot;
    Handle handle;
    bool fresh;
  };
  template <class H, class Lost>
  Insertion insert(const State& state, std::uint64_t hash, Cost g, Link link, H&& h, const Lost& lost) {
    Id id = find_id(state, hash);
    if (id != none) return {&(*this)[id], id, false};
    const Cost value = h();
    if (lost(value)) return {nullptr, none, false};
    id = add(state, hash);
    Slot& slot = (*this)[id];
    slot.set_g(g);
    slot.set_h(value);
    slot.link = link;
    return {&slot, id, true};
  }
  template <class H>
  static Cost h(const Slot& slot, H&&) {
    return slot.h();
  }
  static Link link(Handle parent, Nothing) { return parent; }
  static constexpr Link root = none;

  // The states on the path to a record, from the root.
  std::vector<State> path(Id id) {
    std::vector<State> path;
    for (; id != none; id = (*this)[id].link) path.push_back((*this)[id].state());
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  static constexpr std::size_t first = 1 << 10;

  // Chunks double in length up to the longest.
  static constexpr std::size_t growing = std::countr_zero(longest) - std::countr_zero(first);
  static constexpr std::size_t length(std::size_t chunk) { return chunk < growing ? first << chunk : longest; }

  struct Location {
    std::size_t chunk, place;
  };
  static Location locate(std::size_t id) {
    const std::size_t at = id + first;
    if (at >= longest) return {growing + (at - longest) / longest, at % longest};
    const int chunk = std::bit_width(at) - std::bit_width(first);
    return {static_cast<std::size_t>(chunk), at - (first << chunk)};
  }

  // An index entry is the number of a record and, in the bits that numbers do not need yet, a part of the hash: most
  // records with other hashes are skipped without reading them. An entry never has all bits set, because the index is
  // never full.
  Id mask() const { return static_cast<Id>(index_.size() - 1); }
  Id tag(std::uint64_t hash) const { return static_cast<Id>(hash >> 32) & ~mask(); }

  std::size_t place(const State& state, std::uint64_t hash) {
    std::size_t at = hash & mask();
    for (const Id wanted = tag(hash); index_[at] != none; at = (at + 1) & mask()) {
      if ((index_[at] ^ wanted) <= mask() && (*this)[index_[at] & mask()].state() == state) break;
    }
    return at;
  }

  void grow() {
    Vector<Id> larger(index_.size() * 2, none, Accounted<Id>(control_));
    for (Id id = 0; id < size_; ++id) {
      if (id % (1 << 16) == 0) control_.poll();
      const std::uint64_t hash = keys_.hash((*this)[id].state());
      const Id mask = static_cast<Id>(larger.size() - 1);
      std::size_t at = hash & mask;
      while (larger[at] != none) at = (at + 1) & mask;
      larger[at] = id | (static_cast<Id>(hash >> 32) & ~mask);
    }
    index_.swap(larger);
  }

  const Keys& keys_;
  Control& control_;
  Vector<Id> index_;
  std::vector<Slot*> chunks_;
  std::uint64_t size_ = 0;
};

}  // namespace budge::search
