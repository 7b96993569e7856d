// Controls for searches that run inside another search and share its limits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "support/control.hpp"

namespace budge {

// A tick for the control of an inner search: cancels it when the outer search has to stop.
inline std::function<bool(const Control&)> polling(Control& outer) {
  return [&outer](const Control&) {
    try {
      outer.poll();
      return true;
    } catch (const Stopped&) {
      return false;
    }
  };
}

// The control of an inner search. Time and cancellation are those of the outer search; report() charges nodes, memory
// and proven bounds to it.
class SubControl {
 public:
  // The inner search may use at most `memory` bytes of what the outer search has left.
  SubControl(Control& outer, std::uint64_t memory) : control(limits(outer, memory)), outer_(outer) {
    control.tick = polling(outer);
  }
  ~SubControl() { outer_.release(bytes_); }
  SubControl(const SubControl&) = delete;
  SubControl& operator=(const SubControl&) = delete;

  // Throws Stopped if the memory exceeds the outer limit.
  void report() {
    outer_.lower_bound = std::max(outer_.lower_bound, control.lower_bound);
    outer_.expanded += control.expanded - expanded_;
    outer_.generated += control.generated - generated_;
    expanded_ = control.expanded;
    generated_ = control.generated;
    outer_.release(bytes_);
    bytes_ = 0;
    outer_.charge(control.bytes());
    bytes_ = control.bytes();
  }

  Control control;

 private:
  static Limits limits(const Control& outer, std::uint64_t memory) {
    const Limits& all = outer.limits();
    Limits limits;
    limits.nodes = all.nodes - std::min(all.nodes, outer.generated);
    limits.memory = std::min(memory, all.memory - std::min(all.memory, outer.bytes()));
    return limits;
  }

  Control& outer_;
  std::uint64_t expanded_ = 0, generated_ = 0, bytes_ = 0;  // as last reported
};

}  // namespace budge
