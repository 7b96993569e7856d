// Helpers for tests of tiles.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "tokens/solve.hpp"

namespace budge::test {

inline const std::vector<int> kBlankFirst{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

inline bool leads_home(const tokens::Puzzle& puzzle, const std::vector<int>& plan) {
  std::vector<int> state = puzzle.start;
  auto blank = static_cast<int>(std::find(state.begin(), state.end(), 0) - state.begin());
  for (const int to : plan) {
    if (std::count(puzzle.graph[blank].begin(), puzzle.graph[blank].end(), to) == 0) return false;
    std::swap(state[blank], state[to]);
    blank = to;
  }
  return state == puzzle.goal;
}

}  // namespace budge::test
