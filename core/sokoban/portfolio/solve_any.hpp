// Some plan for a level of one player, improved for as long as time allows.
#pragma once

#include "search/request.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "sokoban/tuning.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// A plan as solve() returns it, of any cost, or `unsolvable` if there is none. With `improving` it is improved by
// `metric` until it is proven optimal or a limit is reached. Several threads search for the plan in different ways;
// which of them finds it first may differ from run to run, and so may the plan.
search::Solution solve_any(const Puzzle& puzzle, Metric metric, bool improving, int threads, Control& control,
                           const Tuning& tuning = {});

}  // namespace budge::sokoban
