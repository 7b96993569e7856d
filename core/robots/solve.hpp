// Solves puzzles of robots.
#pragma once

#include <string_view>
#include <vector>

#include "robots/puzzle.hpp"
#include "search/request.hpp"

namespace budge::robots {

struct TooManyGoalStates {};

// The searches that serve robots, by name.
std::vector<std::string_view> searches();

// The plan is a sequence of cell * 4 + direction. Throws TooManyGoalStates if a search from both ends is requested and
// there are more than tuning.max_goal_states.
search::Solution solve(const Puzzle& puzzle, Heuristic heuristic, const search::Request& request, Control& control);

// The value of a heuristic at the start.
int evaluate(const Puzzle& puzzle, Heuristic heuristic);

// The number of arrangements that meet the goal; tuning.max_goal_states + 1 if there are more.
std::uint64_t count_goal_states(const Puzzle& puzzle);

}  // namespace budge::robots
