// Generates levels that need many pushes, by local search over floors and targets.
//
// The value of a floor with targets is the number of pushes of its farthest start, found by enumerating all positions.
// One box has some hundred positions and four boxes some ten thousand. So every floor starts with one box. Cells are
// walled up or opened and targets moved as long as that raises the value. Then a target is added where it gives the
// highest value, and so on. Of several floors, the better half is kept for the next box.
//
// A change is accepted if it is no worse than the current level or than the level a number of changes before (late
// acceptance: E. Burke and Y. Bykov, 2017). The mean over all starts is added to the value: it distinguishes levels
// whose farthest starts need equally many pushes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "support/control.hpp"

namespace budge::sokoban {

struct GrowthParams {
  int width, height;                     // of the board, at most 64 cells
  std::vector<std::vector<int>> floors;  // to start from; each must be connected
  int min_boxes, max_boxes;
  int min_pushes;  // of the optimal plan
};

struct GrownLevel {
  std::vector<int> floor, targets, boxes;
  int player, pushes;
};

// Returns the level with the most pushes that was grown, which has fewer than `min_pushes` if no floor meets the
// parameters. Returns nothing if no level has that many boxes, or if the control stops the search. The same parameters
// and seed give the same level. The stage of the control shows the pushes reached.
std::optional<GrownLevel> grow(const GrowthParams& params, std::uint64_t seed, Control& control);

}  // namespace budge::sokoban
