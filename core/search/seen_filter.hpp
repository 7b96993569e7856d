// The states that a search on several threads has stored: "is this one probably stored?", asked without a lock.
//
// A slot holds half a hash; later hashes overwrite it, and growing may lose some. So an answer may be wrong in both
// directions, and a caller may only save work with it: here, the heuristic value of a state that its shard probably
// knows.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "support/control.hpp"

namespace budge::search {

// All members may be called by any thread at any time.
class SeenFilter {
 public:
  explicit SeenFilter(Control& control) : control_(control) { grow(first); }
  SeenFilter(const SeenFilter&) = delete;

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&table()[hash]); }
  bool has(std::uint64_t hash) const { return table()[hash].load(std::memory_order_relaxed) == half(hash); }
  void add(std::uint64_t hash) { table()[hash].store(half(hash), std::memory_order_relaxed); }

  // Grows if that many states are stored.
  void fit(std::uint64_t states) {
    if (2 * states <= table().slots.size()) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock && 2 * states > table().slots.size()) grow(2 * states);
  }

 private:
  using Slot = std::atomic<std::uint32_t>;
  struct Table {
    Table(std::size_t size, Control& control) : slots(size, Accounted<Slot>(control)), mask(size - 1) {}
    Slot& operator[](std::uint64_t hash) { return slots[hash & mask]; }

    Vector<Slot> slots;
    const std::uint64_t mask;
  };
  static constexpr std::size_t first = 1 << 16;

  static std::uint32_t half(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
  Table& table() const { return *table_.load(std::memory_order_acquire); }

  // Other threads may still use the previous tables, which are kept.
  void grow(std::size_t size) {
    auto larger = std::make_unique<Table>(std::bit_ceil(size), control_);
    if (!tables_.empty()) {
      for (const Slot& slot : tables_.back()->slots) {
        const std::uint32_t half = slot.load(std::memory_order_relaxed);
        (*larger)[half].store(half, std::memory_order_relaxed);
      }
    }
    tables_.push_back(std::move(larger));
    table_.store(tables_.back().get(), std::memory_order_release);
  }

  Control& control_;
  std::mutex mutex_;  // of the tables
  std::vector<std::unique_ptr<Table>> tables_;
  std::atomic<Table*> table_{nullptr};
};

}  // namespace budge::search
