// The states of a depth-first search: those on its path with their children, and a transposition table of others.
//
// The table retains states until three quarters of the memory are used; then it stays as it is. Of all other states
// only those on the path are kept.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "custom/rules.hpp"
#include "support/control.hpp"

namespace budge::custom {

class PathStates {
 public:
  PathStates(Rules& rules, Control& control) : rules_(rules), control_(control), entries_(Accounted<Entry>(control)) {}
  ~PathStates() {
    while (!begins_.empty()) leave();
  }
  PathStates(const PathStates&) = delete;
  PathStates& operator=(const PathStates&) = delete;

  // The path continues with a state that has these children.
  void enter(std::span<const Child> children) {
    begins_.push_back(held_.size());
    for (const Child& child : children) {
      rules_.hold(child.state);
      held_.push_back(child.state);
    }
  }

  // The path ends one state earlier.
  void leave() {
    for (; held_.size() > begins_.back(); held_.pop_back()) rules_.drop(held_.back());
    begins_.pop_back();
  }

  // Whether states are no longer added to the table.
  bool full() const { return full_; }

  // The table: see GrowingTable in search/ida_table.hpp.
  void begin() { odd_ = !odd_; }
  bool enter(State state, std::int64_t g) {
    const bool known = state.slot < entries_.size() && entries_[state.slot].g >= 0;
    if (!known && !retain(state)) return true;
    Entry& entry = entries_[state.slot];
    if (known && (entry.g < g || (entry.g == g && entry.odd == odd_))) return false;
    entry = {g, odd_};
    return true;
  }

 private:
  // The smallest g of a state of the table, and whether an odd or an even iteration reached it last; g < 0 for others.
  struct Entry {
    std::int64_t g = -1;
    bool odd = false;
  };

  bool retain(State state) {
    const std::uint64_t memory = control_.limits().memory;
    full_ = full_ || control_.bytes() > memory - memory / 4;
    if (full_) return false;
    try {
      if (state.slot >= entries_.size()) entries_.resize(2 * std::size_t{state.slot} + 64);
      rules_.retain(state);
    } catch (const Stopped& stopped) {
      if (stopped.reason != Stop::memory) throw;
      full_ = true;
    }
    return !full_;
  }

  Rules& rules_;
  Control& control_;
  std::vector<State> held_;          // the children of the states on the path
  std::vector<std::size_t> begins_;  // where those of each state begin
  Vector<Entry> entries_;            // by slot
  bool odd_ = false;
  bool full_ = false;
};

}  // namespace budge::custom
