// The robots in the order in which states hold them: first those with a target of their own, then all others, which are
// interchangeable. States hold the latter sorted, so that equal arrangements are equal states.
#pragma once

#include <vector>

#include "robots/puzzle.hpp"

namespace budge::robots {

class Slots {
 public:
  explicit Slots(const Puzzle& puzzle) {
    std::vector<bool> has_target(puzzle.robots.size());
    for (const Goal& goal : puzzle.goals) {
      if (goal.robot == Goal::any) {
        any_targets_.push_back(goal.cell);
      } else {
        start_.push_back(puzzle.robots[goal.robot]);
        targets_.push_back(goal.cell);
        robots_.push_back(goal.robot);
        has_target[goal.robot] = true;
      }
    }
    for (std::size_t robot = 0; robot < puzzle.robots.size(); ++robot) {
      if (has_target[robot]) continue;
      start_.push_back(puzzle.robots[robot]);
      robots_.push_back(static_cast<int>(robot));
    }
  }

  int count() const { return static_cast<int>(start_.size()); }
  int named() const { return static_cast<int>(targets_.size()); }  // the first slots, each with a target
  const std::vector<int>& start() const { return start_; }
  const std::vector<int>& robots() const { return robots_; }  // the robot of each slot; interchangeable ones in order
  const std::vector<int>& targets() const { return targets_; }
  const std::vector<int>& any_targets() const { return any_targets_; }

  // Moves the robot of a slot to another cell and keeps the interchangeable robots sorted.
  template <class Cells>
  void put(Cells& cells, int slot, int cell) const {
    if (slot >= named()) {
      for (; slot + 1 < count() && cells[slot + 1] < cell; ++slot) cells[slot] = cells[slot + 1];
      for (; slot > named() && cells[slot - 1] > cell; --slot) cells[slot] = cells[slot - 1];
    }
    cells[slot] = static_cast<typename Cells::value_type>(cell);
  }

 private:
  std::vector<int> start_, robots_, targets_, any_targets_;
};

// The cells of all robots but one.
template <class Cells>
struct Others {
  const Cells& cells;
  int left_out, count;

  struct Iterator {
    const Others& others;
    int i;

    int operator*() const { return others.cells[i]; }
    Iterator& operator++() {
      i += i + 1 == others.left_out ? 2 : 1;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return i < other.i; }
  };
  Iterator begin() const { return {*this, left_out == 0 ? 1 : 0}; }
  Iterator end() const { return {*this, count}; }
};

}  // namespace budge::robots
