// A hash table for search: packed states with a cost and a link each.
//
// Open addressing with linear probing, at most three quarters full. High bits of the hash split the table into shards.
// Each shard grows separately by a third, so growing never needs twice the memory and the load stays near its limit.
// Slots are not aligned: an eight-byte state with its depth and an 8-bit move takes twelve bytes. Keys are compared in
// full: a hash collision never affects correctness.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "support/control.hpp"

namespace budge {

// `Link` leads back to the parent: a move, or the parent state.
template <class State, class Link>
class FlatTable {
 public:
  // Small states are those of small boards: four million moves are enough for their paths.
  static constexpr int depth_bits = sizeof(State) <= 8 ? 22 : 30;
  static constexpr std::uint32_t deepest = (1u << depth_bits) - 1;

  struct [[gnu::packed]] Slot {
    State state;
    std::uint32_t depth_ : depth_bits;
    std::uint32_t closed_ : 1;
    std::uint32_t used_ : 1;
    Link link;

    std::int64_t g() const { return depth_; }
    bool closed() const { return closed_; }
    void set_g(std::int64_t g) {
      assert(0 <= g && g <= deepest);
      depth_ = static_cast<std::uint32_t>(g) & deepest;
    }
    void close() { closed_ = 1; }
    void reopen() { closed_ = 0; }
  };

  explicit FlatTable(Control& control) : control_(control) {}
  ~FlatTable() {
    for (auto& shard : shards_) Accounted<Slot>(control_).deallocate(shard.slots, shard.capacity);
  }
  FlatTable(const FlatTable&) = delete;
  FlatTable& operator=(const FlatTable&) = delete;

  std::uint64_t size() const { return size_; }

  // Calls visit(slot) for every stored state.
  template <class Visit>
  void each(Visit&& visit) const {
    for (const Shard& shard : shards_) {
      for (std::uint32_t i = 0; i < shard.capacity; ++i) {
        if (shard.slots[i].used_) visit(shard.slots[i]);
      }
    }
  }

  void prefetch(std::uint64_t hash) const {
    const Shard& shard = shards_[hash >> shard_shift];
    if (!shard.capacity) return;
    const char* slot = reinterpret_cast<const char*>(shard.slots + place(hash, shard.capacity));
    __builtin_prefetch(slot);
    __builtin_prefetch(slot + 64);  // probing often continues into the next cache line
  }

  Slot* find(const State& state, std::uint64_t hash) {
    Shard& shard = shards_[hash >> shard_shift];
    if (!shard.capacity) return nullptr;
    Slot* slot = probe(shard, state, hash);
    return slot->used_ ? slot : nullptr;
  }

  // The slot of a state, and whether it is new; a new slot gets the given cost and link.
  struct Insertion {
    Slot* slot;
    bool fresh;
  };
  // Inlined, except for growing: a call for every child costs bidirectional search of the 15-puzzle 5 % more
  // instructions.
  [[gnu::always_inline]] Insertion insert(const State& state, std::uint64_t hash, std::int64_t g, const Link& link) {
    Shard& shard = shards_[hash >> shard_shift];
    if (shard.size >= shard.full) grow(shard, hash);
    Slot* slot = probe(shard, state, hash);
    if (slot->used_) return {slot, false};
    if (g > deepest) throw Stopped{Stop::memory};
    std::memcpy(&slot->state, &state, sizeof state);
    slot->set_g(g);
    slot->closed_ = 0;
    slot->used_ = 1;
    slot->link = link;
    ++shard.size;
    ++size_;
    return {slot, true};
  }

 private:
  static constexpr int shard_bits = 4;
  static constexpr int shard_shift = 64 - shard_bits;
  static constexpr std::uint32_t pause = 1 << 18;  // slots between two checks for a stop

  struct Shard {
    Slot* slots = nullptr;
    std::uint32_t capacity = 0;
    std::uint32_t full = 0;  // the size at which the shard grows
    std::uint32_t size = 0;
  };

  static std::uint32_t place(std::uint64_t hash, std::uint32_t capacity) {
    return static_cast<std::uint32_t>((hash & 0xffffffff) * capacity >> 32);
  }

  static Slot* probe(const Shard& shard, const State& state, std::uint64_t hash) {
    Slot* slot = shard.slots + place(hash, shard.capacity);
    Slot* const end = shard.slots + shard.capacity;
    while (slot->used_ && std::memcmp(&slot->state, &state, sizeof state) != 0) {
      if (++slot == end) slot = shard.slots;
    }
    return slot;
  }

  [[gnu::noinline]] void grow(Shard& shard, std::uint64_t hash_of_some_member) {
    // Shards start at different sizes, so that they do not all grow at once.
    const std::uint32_t number = static_cast<std::uint32_t>(hash_of_some_member >> shard_shift);
    const std::uint32_t first = sizeof(Slot) < 64 ? 16 + number : 5;
    const std::uint32_t capacity = shard.capacity ? shard.capacity + shard.capacity / 3 : first;
    Accounted<Slot> allocator(control_);
    Shard larger{allocator.allocate(capacity), capacity, static_cast<std::uint32_t>(capacity * 3ull / 4), shard.size};
    try {
      for (std::uint32_t i = 0; i < capacity; i += pause) {
        std::memset(static_cast<void*>(larger.slots + i), 0, std::min(pause, capacity - i) * sizeof(Slot));
        control_.poll();
      }
      for (std::uint32_t i = 0; i < shard.capacity; ++i) {
        if (i % pause == 0) control_.poll();
        const Slot& slot = shard.slots[i];
        if (!slot.used_) continue;
        State state;
        std::memcpy(&state, &slot.state, sizeof state);
        std::memcpy(static_cast<void*>(probe(larger, state, state.hash())), &slot, sizeof slot);
      }
    } catch (...) {
      allocator.deallocate(larger.slots, capacity);
      throw;
    }
    if (shard.capacity) allocator.deallocate(shard.slots, shard.capacity);
    shard = larger;
  }

  Control& control_;
  std::array<Shard, 1 << shard_bits> shards_{};
  std::uint64_t size_ = 0;
};

}  // namespace budge
