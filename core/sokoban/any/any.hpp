// Some plan for a level of one player, as good as time allows.
#pragma once

#include "search/run.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// A plan as solve() gives it, of any length; with `improving` it is made cheaper by `metric` until the limits end that
// or it is proven optimal. Several threads look for the plan in different ways; which of them finds it first, and so
// the plan, may differ from run to run.
search::Solution solve_any(const Puzzle& puzzle, Metric metric, bool improving, int threads, Control& control);

}  // namespace budge::sokoban
