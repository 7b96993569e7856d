// Dead patterns shared by the threads that search one level.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

// Dead: boxes on these cells, and the player in the region of this cell among these boxes alone.
struct DeadPattern {
  std::vector<Level::Cell> boxes;
  Level::Cell player;
};

class SharedPatterns {
 public:
  // The number of patterns published so far. May be called from any thread.
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }

  // Adds a pattern. Returns the patterns that others have added since the first `known` ones, and updates `known`.
  std::vector<DeadPattern> publish(DeadPattern pattern, std::size_t& known) {
    const std::lock_guard lock(mutex_);
    std::vector<DeadPattern> added = since(known);
    patterns_.push_back(std::move(pattern));
    size_.store(known = patterns_.size(), std::memory_order_relaxed);
    return added;
  }

  // Returns the patterns added since the first `known` ones, and updates `known`.
  std::vector<DeadPattern> fetch(std::size_t& known) {
    const std::lock_guard lock(mutex_);
    std::vector<DeadPattern> added = since(known);
    known = patterns_.size();
    return added;
  }

 private:
  std::vector<DeadPattern> since(std::size_t known) const {
    return {patterns_.begin() + static_cast<std::ptrdiff_t>(known), patterns_.end()};
  }

  std::mutex mutex_;
  std::vector<DeadPattern> patterns_;
  std::atomic<std::size_t> size_ = 0;
};

}  // namespace budge::sokoban
