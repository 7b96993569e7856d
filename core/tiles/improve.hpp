// Makes a plan for a board of tiles shorter for as long as it may.
#pragma once

#include <vector>

#include "support/control.hpp"
#include "tiles/instance.hpp"

namespace budge::tiles {

// Shortens a legal path from start to goal and keeps it one all along; control.best_cost follows its length. Returns
// what stopped it, or Stop::none when the widest search of its kind has nothing more to gain.
Stop improve(const Instance& instance, std::vector<int>& path, Control& control);

}  // namespace budge::tiles
