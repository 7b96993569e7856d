// Several players at once: the fewest steps, where in a step every player moves one cell or waits.
//
// After a step all players and boxes stand on distinct floor cells and no two players have swapped. A box that moved
// was pushed by exactly one player, who stood behind it and now stands where it was, into a cell that held no box
// before the step. Players are interchangeable to the search; the plan names a direction for each of them in turn (4:
// wait).
#pragma once

#include "search/run.hpp"
#include "sokoban/level.hpp"
#include "sokoban/objective.hpp"

namespace budge {

constexpr int most_players = 6;

Solution solve_jointly(const Level& level, SokobanHeuristic heuristic, const Request& request, Control& control);

// A lower bound on the steps of any plan; -1 if it is infinite.
int evaluate_jointly(const Level& level, SokobanHeuristic heuristic);

}  // namespace budge
