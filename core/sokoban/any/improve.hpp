// Makes a plan for a level cheaper for as long as it may.
#pragma once

#include <vector>

#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// Shortens a legal plan for a puzzle, and the level made of it, and keeps it one all along; control.best_cost follows
// its cost. Unless it may go on, only the walks between pushes are made the shortest. Returns what stopped it, or
// Stop::none: the plan is proven optimal then, and costs control.lower_bound, or there is no memory for more.
Stop improve(const Puzzle& puzzle, const Level& level, Metric metric, bool go_on, std::vector<int>& plan,
             Control& control);

}  // namespace budge::sokoban
