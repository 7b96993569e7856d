// What searches of one level side by side tell each other: boxes that one of them has proven lost.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

// Boxes on these cells, and the player on one that it can walk to among them alone: lost.
struct DeadPattern {
  std::vector<Level::Cell> boxes;
  Level::Cell player;
};

class SharedPatterns {
 public:
  // How many were told so far; any thread may ask at any time.
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }

  // Tells a pattern, and hears those that others have told since the first `heard`, which goes on to the end.
  std::vector<DeadPattern> tell(DeadPattern pattern, std::size_t& heard) {
    const std::lock_guard lock(mutex_);
    std::vector<DeadPattern> news = since(heard);
    told_.push_back(std::move(pattern));
    size_.store(heard = told_.size(), std::memory_order_relaxed);
    return news;
  }
  std::vector<DeadPattern> hear(std::size_t& heard) {
    const std::lock_guard lock(mutex_);
    std::vector<DeadPattern> news = since(heard);
    heard = told_.size();
    return news;
  }

 private:
  std::vector<DeadPattern> since(std::size_t heard) const {
    return {told_.begin() + static_cast<std::ptrdiff_t>(heard), told_.end()};
  }

  std::mutex mutex_;
  std::vector<DeadPattern> told_;
  std::atomic<std::size_t> size_ = 0;
};

}  // namespace budge::sokoban
