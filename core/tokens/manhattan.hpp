// The sum of the distances of all tokens from home, each alone: Manhattan distance if the graph is a grid.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "support/heuristic_list.hpp"
#include "tokens/per_token.hpp"

namespace budge::tokens {

class Manhattan : public PerToken {
 public:
  static constexpr About about = shared::manhattan;
  static constexpr bool alternates = true;

  explicit Manhattan(const Puzzle& puzzle) : PerToken(puzzle) {
    const auto& goal = puzzle.goal;
    const int cells = static_cast<int>(goal.size());
    assert(puzzle.width == 0 || puzzle.graph == grid(puzzle.width, cells / puzzle.width));
    for (int home = 0; home < cells; ++home) {
      if (goal[home] == 0) continue;
      if (puzzle.width > 0) {  // breadth-first search takes seconds on a large board
        for (int cell = 0; cell < cells; ++cell) value(goal[home], cell) = on_grid(home, cell, puzzle.width);
        continue;
      }
      const auto steps = distances_from(puzzle.graph, home);
      for (int cell = 0; cell < cells; ++cell) {
        value(goal[home], cell) = static_cast<std::int16_t>(std::max(0, steps[cell]));  // 0 if unreachable
      }
    }
  }

 private:
  static std::int16_t on_grid(int from, int to, int width) {
    return static_cast<std::int16_t>(std::abs(from / width - to / width) + std::abs(from % width - to % width));
  }
};

}  // namespace budge::tokens
