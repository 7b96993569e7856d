// Every way of setting the boxes on the targets: the ends that a search backwards begins from.
#pragma once

#include <stdexcept>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

inline constexpr std::size_t max_goals = 200'000;

// Calls visit(kinds) with the kind of the box on each target in turn. Boxes to spare could stand anywhere: there must
// be none.
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

// For what a visit finds: more ends than this would take longer to name than most searches.
template <class State>
void add_goal(std::vector<State>& ends, const State& end) {
  if (ends.size() == max_goals) throw std::invalid_argument("too many solved states to search from");
  ends.push_back(end);
}

}  // namespace budge::sokoban
