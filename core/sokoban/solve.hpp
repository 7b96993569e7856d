// Sokoban from level to plan: optimal plans, and lower bounds.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "search/request.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "sokoban/tuning.hpp"

namespace budge::sokoban {

// The names of the searches that serve Sokoban.
std::vector<std::string_view> searches();

// Runs the requested search. One player: the plan is a direction for each step (up 0, left 1, right 2, down 3), walks
// included. Several players (metric makespan): a direction for each of them in turn, and 4 to wait.
search::Solution solve(const Puzzle& puzzle, Metric metric, Heuristic heuristic, const search::Request& request,
                       Control& control, const Tuning& tuning = {});

// Lower bounds on the pushes and moves of any plan; nothing if there is none. Both are steps if there are several
// players.
std::optional<Bounds> evaluate(const Puzzle& puzzle, Metric metric, Heuristic heuristic, Control* control = nullptr);

}  // namespace budge::sokoban
