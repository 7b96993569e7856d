// The sum over all tokens of the distance from home, as if each were alone: Manhattan distance, where the graph is a
// grid.
#pragma once

#include <algorithm>

#include "support/heuristic_list.hpp"
#include "tokens/per_token.hpp"

namespace budge::tokens {

class Manhattan : public PerToken {
 public:
  static constexpr About about = shared::manhattan;
  static constexpr bool alternates = true;

  explicit Manhattan(const Puzzle& puzzle) : PerToken(puzzle) {
    const auto& goal = puzzle.goal;
    for (std::size_t home = 0; home < goal.size(); ++home) {
      const auto steps = distances_from(puzzle.graph, static_cast<int>(home));
      for (std::size_t cell = 0; goal[home] != 0 && cell < goal.size(); ++cell) {
        value(goal[home], cell) = static_cast<std::int16_t>(std::max(0, steps[cell]));  // 0 where there is no way
      }
    }
  }
};

}  // namespace budge::tokens
