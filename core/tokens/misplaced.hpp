// The number of tokens that are not at home.
#pragma once

#include "support/heuristic_list.hpp"
#include "tokens/per_token.hpp"

namespace budge::tokens {

class Misplaced : public PerToken {
 public:
  static constexpr About about{"misplaced", "tiles that are not at home"};

  explicit Misplaced(const Puzzle& puzzle) : PerToken(puzzle) {
    const auto& goal = puzzle.goal;
    for (std::size_t home = 0; home < goal.size(); ++home) {
      for (std::size_t cell = 0; goal[home] != 0 && cell < goal.size(); ++cell) value(goal[home], cell) = cell != home;
    }
  }
};

}  // namespace budge::tokens
