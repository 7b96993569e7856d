// A plan for any board of tiles: good, not optimal, and soon there.
#pragma once

#include <vector>

#include "support/control.hpp"
#include "tiles/instance.hpp"

namespace budge::tiles {

// Boards of at most this many rows and columns are solved in the fewest moves.
inline constexpr int exact_side = 3;

// How many boards to keep in mind so that a plan is soon there.
int construction_width(const Instance& instance);

// A legal path from start to goal, of which the caller knows that there is one. The plan gets shorter as `width`, the
// number of boards kept in mind, grows; time and memory grow with it. 0 stands for construction_width. Throws Stopped.
std::vector<int> construct(const Instance& instance, Control& control, int width = 0);

}  // namespace budge::tiles
