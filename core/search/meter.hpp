// What the threads of a search count: each for itself, handed in now and then, so that limits hold for all together.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "support/control.hpp"

namespace budge::search {

// What all threads have done in an iteration, as far as they have handed it in.
struct Totals {
  const std::uint64_t generated_before, expanded_before;
  std::atomic<std::uint64_t> generated{0}, expanded{0};
};

// The node counts of one thread, handed in now and then.
class Meter {
 public:
  Meter(Control& control, Totals& totals, bool owner) : control_(control), totals_(totals), owner_(owner) {}

  std::uint64_t generated = 0;
  std::uint64_t expanded = 0;

  bool due() const { return generated >= next_; }
  void hand_in() {
    totals_.generated.fetch_add(generated - generated_in_, std::memory_order_relaxed);
    totals_.expanded.fetch_add(expanded - expanded_in_, std::memory_order_relaxed);
    generated_in_ = generated;
    expanded_in_ = expanded;
    if (owner_) {
      control_.generated = totals_.generated_before + totals_.generated.load(std::memory_order_relaxed);
      control_.expanded = totals_.expanded_before + totals_.expanded.load(std::memory_order_relaxed);
      control_.poll();
    }
    control_.check();
    const std::uint64_t all = totals_.generated_before + totals_.generated.load(std::memory_order_relaxed);
    const std::uint64_t left = control_.limits().nodes - std::min(control_.limits().nodes, all);
    next_ = generated + std::min(stride, std::max<std::uint64_t>(left, 1));
  }

 private:
  static constexpr std::uint64_t stride = 1 << 16;
  Control& control_;
  Totals& totals_;
  bool owner_;  // this thread may poll
  std::uint64_t generated_in_ = 0, expanded_in_ = 0;
  std::uint64_t next_ = 0;
};

}  // namespace budge::search
