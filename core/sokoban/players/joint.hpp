// Several players: the minimum number of steps, where in one step every player moves by one cell or waits.
//
// After a step, all players and boxes are on distinct floor cells, and no two players have swapped cells. A box that
// moved was pushed by exactly one player, who was behind it and is now on its former cell. The cell it moved to held no
// box before the step. Players are interchangeable during the search; the plan gives a direction for each of them in
// turn (4: wait).
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
