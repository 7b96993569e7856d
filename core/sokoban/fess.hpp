// Some plan for a level, by feature space search (Shoham and Schaeffer, "The FESS Algorithm", 2020).
#pragma once

#include <vector>

#include "search/run.hpp"
#include "sokoban/level.hpp"
#include "sokoban/objective.hpp"
#include "support/control.hpp"

namespace budge {

// A plan as solve() gives it, of any length; with `improving` it is made cheaper by `metric` until the limits end that.
Solution solve_any(const SokobanPuzzle& puzzle, SokobanMetric metric, bool improving, Control& control);

}  // namespace budge
