// Improves a plan for a board of tiles until a limit stops it.
#pragma once

#include <vector>

#include "support/control.hpp"
#include "tiles/instance.hpp"

namespace budge::tiles {

// Shortens a legal path from start to goal, which stays legal throughout; control.best_cost follows its length. Returns
// what stopped it, or Stop::none when the widest search finds no further improvement.
Stop improve(const Instance& instance, std::vector<int>& path, Control& control);

}  // namespace budge::tiles
