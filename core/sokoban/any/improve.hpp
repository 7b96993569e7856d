// Makes a plan for a level cheaper for as long as it may.
#pragma once

#include <vector>

#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// Shortens a legal plan and keeps it one all along; control.best_cost follows its cost. Unless it may go on, only the
// walks between pushes are made the shortest. Returns what stopped it, or Stop::none; a plan that is proven optimal by
// then costs control.lower_bound.
Stop improve(const Puzzle& puzzle, Metric metric, bool go_on, std::vector<int>& plan, Control& control);

}  // namespace budge::sokoban
