// All assignments of boxes to targets: the goal states from which a backward search starts.
#pragma once

#include <stdexcept>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

inline constexpr std::size_t max_goals = 200'000;

// Calls visit(kinds) for every assignment, where kinds[t] is the kind of the box on target t. Spare boxes could stand
// anywhere, so they are not allowed.
template <class Visit>
void each_packing(const Level& level, Visit&& visit) {
  if (level.spare() > 0) throw std::invalid_argument("a search from the end needs as many targets as boxes");
  std::vector<int> left(level.kinds(), 0), kinds;
  for (int box = 0; box < level.boxes(); ++box) ++left[level.kind(box)];
  const auto place = [&](const auto& self) -> void {
    level.poll_clock();
    if (kinds.size() == level.targets().size()) {
      visit(kinds);
      return;
    }
    for (int kind = 0; kind < level.kinds(); ++kind) {
      if (left[kind] == 0 || !level.accepts(level.targets()[kinds.size()], kind)) continue;
      --left[kind];
      kinds.push_back(kind);
      self(self);
      kinds.pop_back();
      ++left[kind];
    }
  };
  place(place);
}

// Adds a goal state. Throws std::invalid_argument beyond max_goals: listing more would take longer than most searches.
template <class State>
void add_goal(std::vector<State>& goals, const State& goal) {
  if (goals.size() == max_goals) throw std::invalid_argument("too many solved states to search from");
  goals.push_back(goal);
}

}  // namespace budge::sokoban
