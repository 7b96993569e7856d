// Some plan for a level of one player, as good as time allows.
#pragma once

#include "search/run.hpp"
#include "sokoban/level.hpp"
#include "sokoban/objective.hpp"
#include "support/control.hpp"

namespace budge {

// A plan as solve() gives it, of any length; with `improving` it is made cheaper by `metric` until the limits end that
// or it is proven optimal.
Solution solve_any(const SokobanPuzzle& puzzle, SokobanMetric metric, bool improving, Control& control);

}  // namespace budge
