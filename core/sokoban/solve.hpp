// Sokoban from level to plan.
#pragma once

#include "search/run.hpp"
#include "sokoban/level.hpp"
#include "sokoban/objective.hpp"

namespace budge {

// One player: the plan is a direction for each step (up 0, left 1, right 2, down 3), walks included.
Solution solve(const SokobanPuzzle& puzzle, SokobanMetric metric, SokobanHeuristic heuristic, const Request& request,
               Control& control);

// A lower bound on the pushes of any plan; -1 if it is infinite.
int evaluate(const SokobanPuzzle& puzzle, SokobanHeuristic heuristic);

}  // namespace budge
