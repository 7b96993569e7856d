// Solving sliding blocks: the door to the searches on them.
#pragma once

#include "blocks/puzzle.hpp"
#include "search/run.hpp"

namespace budge {

// The plan is a sequence of unit steps, piece * 4 + direction; those of one macro move follow one another. Throws
// TooManyGoalStates if a search from both ends is asked for and cannot be.
Solution solve(const BlockPuzzle& puzzle, Metric metric, BlockHeuristic heuristic, const Request& request,
               Control& control);

struct TooManyGoalStates {};

// The value of a heuristic at the start.
int evaluate(const BlockPuzzle& puzzle, Metric metric, BlockHeuristic heuristic);

// The arrangements that meet a goal; most_goal_states + 1 if there are more than that.
std::uint64_t count_goal_states(const BlockPuzzle& puzzle, Control& control);

}  // namespace budge
