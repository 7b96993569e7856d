// The searches of one player's pushes: all that search/run.hpp offers, on the push space (see space.hpp).
#pragma once

#include <string_view>
#include <vector>

#include "search/request.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "sokoban/search/space.hpp"

namespace budge::sokoban {

// The names of these searches.
std::vector<std::string_view> push_searches();

// A plan within the requested weight of the optimum. A* calls `poll_portfolio`, if given, before each expansion.
search::Solution search_pushes(const Level& level, Metric metric, Heuristic heuristic, const search::Request& request,
                               Control& control, const PollPortfolio& poll_portfolio = {});

// Lower bounds on the pushes and moves from the start; PushBound::infinite if it is proven dead.
Bounds bounds_at_start(const Level& level, Metric metric, Heuristic heuristic);

}  // namespace budge::sokoban
