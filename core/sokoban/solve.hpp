// Sokoban from level to plan.
#pragma once

#include <optional>

#include "search/run.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

// One player: the plan is a direction for each step (up 0, left 1, right 2, down 3), walks included.
search::Solution solve(const Puzzle& puzzle, Metric metric, Heuristic heuristic, const search::Request& request,
                       Control& control, const Patience& patience = {});

// Lower bounds on the pushes and moves of any plan; nothing if there is none. Several players: on its steps, as both.
std::optional<Bounds> evaluate(const Puzzle& puzzle, Metric metric, Heuristic heuristic, Control* control = nullptr);

}  // namespace budge::sokoban
