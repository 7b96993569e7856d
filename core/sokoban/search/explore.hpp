// Explores all positions that pushes reach from the start of a level, or pulls from its solved positions, by
// breadth-first search.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

struct Exploration {
  // The player's position in the grid, then those of the boxes in the order of the puzzle.
  using Pieces = std::vector<int>;

  std::vector<std::uint64_t> by_depth;  // positions at distance 0, 1, 2, … of the source
  std::vector<Pieces> hardest;          // the first `keep` positions of the deepest complete layer
  std::uint64_t goal_states = 0;        // among the positions reached
  std::int64_t optimum = -1;            // between the start and the nearest goal; -1 if there is none
  Stop stop = Stop::none;               // why it ended early, if it did; then by_depth holds the complete layers
};

// Depth counts pushes, and positions that differ by a walk are one; or it counts moves. Boxes are not pushed onto dead
// squares, unless there are spare boxes.
Exploration explore(const Puzzle& puzzle, Metric metric, bool from_goals, std::size_t keep, Control& control);

}  // namespace budge::sokoban
