// Solving sliding blocks: the facade of the searches on them.
#pragma once

#include <string_view>
#include <vector>

#include "blocks/puzzle.hpp"
#include "search/request.hpp"

namespace budge::blocks {

// The searches that serve blocks, by name.
std::vector<std::string_view> searches();

// The plan is a sequence of unit steps, piece * 4 + direction; those of one macro move follow one another. Throws
// TooManyGoalStates if a search from both ends is asked for and cannot be.
search::Solution solve(const Puzzle& puzzle, Metric metric, Heuristic heuristic, const search::Request& request,
                       Control& control);

struct TooManyGoalStates {};

// The value of a heuristic at the start.
int evaluate(const Puzzle& puzzle, Metric metric, Heuristic heuristic);

// The arrangements that meet a goal; tuning.max_goal_states + 1 if there are more than that.
std::uint64_t count_goal_states(const Puzzle& puzzle, Control& control);

}  // namespace budge::blocks
