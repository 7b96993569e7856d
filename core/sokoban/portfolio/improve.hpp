// Improves a plan until the limits stop it or it is proven optimal.
#pragma once

#include <vector>

#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// Shortens a legal plan for a puzzle, of which `level` was made. `plan` stays legal throughout, and control.best_cost
// is its cost. Without `searching` it only shortens the walks between pushes. Returns what stopped it, or Stop::none:
// then the plan is proven optimal and costs control.lower_bound, or there is no memory to search further.
Stop improve(const Puzzle& puzzle, const Level& level, Metric metric, bool searching, std::vector<int>& plan,
             Control& control);

}  // namespace budge::sokoban
