// Solves sliding-block puzzles.
#pragma once

#include <string_view>
#include <vector>

#include "blocks/puzzle.hpp"
#include "search/request.hpp"

namespace budge::blocks {

// The searches that serve blocks, by name.
std::vector<std::string_view> searches();

// The plan is a sequence of unit steps, piece * 4 + direction; the steps of one move are consecutive. Throws
// TooManyGoalStates if a search from both ends is requested and there are more than tuning.max_goal_states.
search::Solution solve(const Puzzle& puzzle, Metric metric, Heuristic heuristic, const search::Request& request,
                       Control& control);

struct TooManyGoalStates {};

// The value of a heuristic at the start.
int evaluate(const Puzzle& puzzle, Metric metric, Heuristic heuristic);

// The number of arrangements that meet the goal; tuning.max_goal_states + 1 if there are more.
std::uint64_t count_goal_states(const Puzzle& puzzle, Control& control);

}  // namespace budge::blocks
