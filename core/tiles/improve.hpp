// Improves a plan for a board of tiles until a limit stops it.
#pragma once

#include <vector>

#include "search/request.hpp"
#include "support/control.hpp"
#include "tiles/instance.hpp"

namespace budge::tiles {

// Shortens a legal path from start to goal, which stays legal throughout; control.best_cost follows its length. Returns
// what stopped it, or Stop::none when the widest search finds no further improvement.
Stop improve(const Instance& instance, std::vector<int>& path, Control& control);

// A plan for a board of any size; if `improving`, improved until a limit is reached. `width`: see construct().
search::Solution construct_plan(const Instance& instance, int width, bool improving, Control& control);

}  // namespace budge::tiles
