// Sokoban from level to plan.
#pragma once

#include <optional>

#include "search/run.hpp"
#include "sokoban/level.hpp"
#include "sokoban/objective.hpp"

namespace budge {

// One player: the plan is a direction for each step (up 0, left 1, right 2, down 3), walks included.
Solution solve(const SokobanPuzzle& puzzle, SokobanMetric metric, SokobanHeuristic heuristic, const Request& request,
               Control& control);

// Lower bounds on the pushes and moves of any plan; nothing if there is none. Several players: on its steps, as both.
std::optional<Bounds> evaluate(const SokobanPuzzle& puzzle, SokobanMetric metric, SokobanHeuristic heuristic,
                               Control* control = nullptr);

}  // namespace budge
