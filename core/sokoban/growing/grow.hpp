// Levels that take many pushes, found by local search over floors and targets.
//
// A floor with its targets is worth the pushes of its farthest start, which is found by looking at all positions. With
// one box these are some hundred, with four some ten thousand, so a floor begins with one box: cells are walled up or
// laid open and targets put elsewhere for as long as it gains by that. Then another target is added where it is worth
// most, and so on. Of several floors, the better half goes on to the next box.
//
// A change is kept that loses nothing against the level as it is or as it was some changes before (late acceptance:
// E. Burke and Y. Bykov, 2017). The mean over all starts counts as well: it tells levels apart that are equally deep.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "support/control.hpp"

namespace budge::sokoban {

struct Wish {
  int width, height;                     // of the floor, at most 64 cells in all
  std::vector<std::vector<int>> floors;  // to begin with; each in one piece
  int fewest_boxes, max_boxes;
  int pushes;  // at least
};

struct Grown {
  std::vector<int> floor, targets, boxes;
  int player, pushes;
};

// Nothing if no floor comes so far, or if the control stops it. The same wish and seed give the same level.
std::optional<Grown> grow(const Wish& wish, std::uint64_t seed, Control& control);

}  // namespace budge::sokoban
