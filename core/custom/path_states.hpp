// The states of a depth-first search: those on its path with their children, and a transposition table of others.
//
// The table retains states until three quarters of the memory are used; then it stays as it is. Of all other states
// only those on the path are kept. Every expansion says where the path has gone, since the expanded state is a child of
// the state on the path that precedes it.
#pragma once

#include <algorithm>
#include <vector>

#include "custom/rules.hpp"
#include "support/control.hpp"

namespace budge::custom {

class PathStates {
 public:
  PathStates(Rules& rules, Control& control) : rules_(rules), control_(control), entries_(Accounted<Entry>(control)) {}
  ~PathStates() {
    while (!frames_.empty()) pop();
  }
  PathStates(const PathStates&) = delete;
  PathStates& operator=(const PathStates&) = delete;

  // The search expands `state`. Removes children that are on the path already: a cycle is never part of a plan.
  void enter(State state, std::vector<Child>& children) {
    while (!frames_.empty() && !contains(frames_.back(), state)) pop();
    std::erase_if(children, [&](const Child& child) {
      return child.state == state ||
             std::any_of(frames_.begin(), frames_.end(), [&](const Frame& f) { return f.state == child.state; });
    });
    frames_.push_back({state, held_.size()});
    for (const Child& child : children) {
      rules_.hold(child.state);
      held_.push_back(child.state);
    }
  }

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
  struct Frame {
    State state;
    std::size_t begin;  // of its children among those held
  };

  // The smallest g of a state of the table, and whether an odd or an even iteration reached it last; g < 0 for others.
  struct Entry {
    std::int64_t g = -1;
    bool odd = false;
  };

  bool contains(const Frame& frame, State state) const {
    return std::find(held_.begin() + static_cast<std::ptrdiff_t>(frame.begin), held_.end(), state) != held_.end();
  }
  void pop() {
    for (; held_.size() > frames_.back().begin; held_.pop_back()) rules_.drop(held_.back());
    frames_.pop_back();
  }

  bool retain(State state) {
    const std::uint64_t memory = control_.limits().memory;
    if (full_ || control_.bytes() > memory - memory / 4) return false;
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
  std::vector<Frame> frames_;
  std::vector<State> held_;
  Vector<Entry> entries_;  // by slot
  bool odd_ = false;
  bool full_ = false;
};

}  // namespace budge::custom
