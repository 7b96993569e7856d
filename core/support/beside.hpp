// Searches that take turns with another, within its limits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "support/control.hpp"

namespace budge {

// For the tick of a control: it ends when the other does.
inline std::function<bool(const Control&)> polling(Control& other) {
  return [&other](const Control&) {
    try {
      other.poll();
      return true;
    } catch (const Stopped&) {
      return false;
    }
  };
}

// The control of such a search. Time and cancelling are the other's; what it holds and has done counts for the other,
// as often as it is told.
class Beside {
 public:
  // It may take so much memory of what the other has left.
  Beside(Control& other, std::uint64_t memory) : control(limits(other, memory)), other_(other) {
    control.tick = polling(other);
  }
  ~Beside() { other_.release(bytes_); }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  // What it has proven counts for the other, too. Throws Stopped if the other has no memory for it.
  void tell() {
    other_.lower_bound = std::max(other_.lower_bound, control.lower_bound);
    other_.expanded += control.expanded - expanded_;
    other_.generated += control.generated - generated_;
    expanded_ = control.expanded;
    generated_ = control.generated;
    other_.release(bytes_);
    bytes_ = 0;
    other_.charge(control.bytes());
    bytes_ = control.bytes();
  }

  Control control;

 private:
  static Limits limits(const Control& other, std::uint64_t memory) {
    const Limits& all = other.limits();
    Limits limits;
    limits.nodes = all.nodes - std::min(all.nodes, other.generated);
    limits.memory = std::min(memory, all.memory - std::min(all.memory, other.bytes()));
    return limits;
  }

  Control& other_;
  std::uint64_t expanded_ = 0, generated_ = 0, bytes_ = 0;  // as the other was told
};

}  // namespace budge
