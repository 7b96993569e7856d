// Several players at once: the fewest steps, where in a step every player moves one cell or waits.
//
// After a step all players and boxes stand on distinct floor cells and no two players have swapped. A box that moved
// was pushed by exactly one player, who stood behind it and now stands where it was, into a cell that held no box
// before the step. Players are interchangeable to the search; the plan names a direction for each of them in turn (4:
// wait).
#pragma once

#include "search/request.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

constexpr int max_players = 4;

search::Solution solve_jointly(const Level& level, Heuristic heuristic, const search::Request& request,
                               Control& control);

// A lower bound on the steps of any plan; -1 if it is infinite.
int evaluate_jointly(const Level& level, Heuristic heuristic);

}  // namespace budge::sokoban
