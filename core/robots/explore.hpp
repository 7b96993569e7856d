// All positions that a position of robots can reach.
#pragma once

#include <cstdint>
#include <vector>

#include "robots/puzzle.hpp"
#include "support/control.hpp"

namespace budge::robots {

struct Exploration {
  std::vector<std::uint64_t> by_depth;  // states at distance 0, 1, 2, … of the source
  std::vector<std::vector<int>>
      hardest;                    // of the deepest complete layer, the first few in order; a cell for each robot
  std::uint64_t goal_states = 0;  // among the states reached
  std::int64_t optimum = -1;      // from the start to the nearest goal; -1 if there is none
  Stop stop = Stop::none;         // why it ended early, if it did; then by_depth holds the complete layers
};

// Distances from the start, or (`from_goals`) how far it is from the states that it can reach to the nearest goal;
// those from which none can be reached are then left out.
Exploration explore(const Puzzle& puzzle, bool from_goals, std::size_t keep, Control& control);

}  // namespace budge::robots
