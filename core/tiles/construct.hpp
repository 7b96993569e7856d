// A plan for any board of tiles: found fast, good but not optimal.
#pragma once

#include <vector>

#include "support/control.hpp"
#include "tiles/instance.hpp"

namespace budge::tiles {

// Boards with at most this many rows and columns are solved optimally.
inline constexpr int exact_side = 3;

// The usual width of the beam: fast enough for any board.
int construction_width(const Instance& instance);

// A legal path from start to goal; one must exist. A larger `width`, the number of boards in the beam, gives a shorter
// plan and takes more time and memory. 0 means construction_width. Throws Stopped.
std::vector<int> construct(const Instance& instance, Control& control, int width = 0);

}  // namespace budge::tiles
