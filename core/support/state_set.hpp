// The states that a breadth-first search has seen, each with its depth modulo three.
//
// Depths of neighbours differ by at most one, so the remainder distinguishes the direction of the root from the
// opposite one, which is enough to find the way back. An eight-byte state takes nine bytes, unaligned, in open
// addressing with at most four fifths of the slots full. High bits of the hash split the set into shards. Each shard
// grows separately, and threads that use different shards can insert at the same time.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "support/control.hpp"

namespace budge {

template <class State>
class StateSet {
 public:
  static constexpr int shards = 64;

  explicit StateSet(Control& control) : control_(control) {}
  ~StateSet() {
    for (auto& shard : shards_) Accounted<Slot>(control_).deallocate(shard.slots, shard.capacity);
  }
  StateSet(const StateSet&) = delete;
  StateSet& operator=(const StateSet&) = delete;

  static int shard_of(std::uint64_t hash) { return static_cast<int>(hash >> 58); }

  std::uint64_t size() const {
    std::uint64_t sum = 0;
    for (const auto& shard : shards_) sum += shard.size;
    return sum;
  }

  void prefetch(std::uint64_t hash) const {
    const Shard& shard = shards_[shard_of(hash)];
    if (!shard.capacity) return;
    const char* slot = reinterpret_cast<const char*>(shard.slots + place(hash, shard.capacity));
    __builtin_prefetch(slot);
    __builtin_prefetch(slot + 40);  // probing often continues into the next cache line
  }

  // Returns true if the state is new.
  bool insert(const State& state, std::uint64_t hash, std::uint64_t depth) {
    Shard& shard = shards_[shard_of(hash)];
    if (shard.size >= shard.full) grow(shard);
    Slot* slot = probe(shard, state, hash);
    if (slot->mark) return false;
    std::memcpy(&slot->state, &state, sizeof state);
    slot->mark = mark(depth);
    ++shard.size;
    return true;
  }

  // Does the set contain the state at a depth with the same remainder?
  bool has(const State& state, std::uint64_t hash, std::uint64_t depth) const {
    const Shard& shard = shards_[shard_of(hash)];
    return shard.capacity && probe(shard, state, hash)->mark == mark(depth);
  }

 private:
  struct [[gnu::packed]] Slot {
    State state;
    std::uint8_t mark;  // 0: empty
  };
  struct Shard {
    Slot* slots = nullptr;
    std::uint32_t capacity = 0;
    std::uint32_t full = 0;  // the size at which the shard grows
    std::uint32_t size = 0;
  };

  static std::uint8_t mark(std::uint64_t depth) { return static_cast<std::uint8_t>(1 + depth % 3); }

  static std::uint32_t place(std::uint64_t hash, std::uint32_t capacity) {
    return static_cast<std::uint32_t>((hash & 0xffffffff) * capacity >> 32);
  }

  static Slot* probe(const Shard& shard, const State& state, std::uint64_t hash) {
    Slot* slot = shard.slots + place(hash, shard.capacity);
    Slot* const end = shard.slots + shard.capacity;
    while (slot->mark && std::memcmp(&slot->state, &state, sizeof state) != 0) {
      if (++slot == end) slot = shard.slots;
    }
    return slot;
  }

  void grow(Shard& shard) {
    // Shards start at different sizes, so that they do not all grow at once.
    const std::uint32_t first = 32 + 2 * static_cast<std::uint32_t>(&shard - shards_.data());
    const std::uint32_t more = shard.capacity < 1024 ? shard.capacity : shard.capacity / 3;
    const std::uint32_t capacity = shard.capacity ? shard.capacity + more : first;
    Accounted<Slot> allocator(control_);
    Shard larger{allocator.allocate(capacity), capacity, static_cast<std::uint32_t>(capacity * 4ull / 5), shard.size};
    std::memset(static_cast<void*>(larger.slots), 0, capacity * sizeof(Slot));
    for (std::uint32_t i = 0; i < shard.capacity; ++i) {
      const Slot& slot = shard.slots[i];
      if (!slot.mark) continue;
      State state;
      std::memcpy(&state, &slot.state, sizeof state);
      std::memcpy(static_cast<void*>(probe(larger, state, state.hash())), &slot, sizeof slot);
    }
    if (shard.capacity) allocator.deallocate(shard.slots, shard.capacity);
    shard = larger;
  }

  Control& control_;
  std::array<Shard, shards> shards_{};
};

}  // namespace budge
