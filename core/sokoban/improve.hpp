// Makes a plan for a level cheaper for as long as it may.
#pragma once

#include <vector>

#include "sokoban/level.hpp"
#include "sokoban/objective.hpp"
#include "support/control.hpp"

namespace budge {

// Shortens a legal plan and keeps it one all along; control.best_cost follows its cost. Returns what stopped it, or
// Stop::none when it is proven optimal.
Stop improve(const SokobanPuzzle& puzzle, SokobanMetric metric, std::vector<int>& plan, Control& control);

}  // namespace budge
