// Bidirectional search and NBS for Sokoban: a file of their own, to compile beside those from the start.
#pragma once

#include "search/run.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

// One player, and a target for every box.
search::Solution solve_from_both_ends(const Level& level, Metric metric, Heuristic heuristic,
                                      const search::Request& request, Control& control);

}  // namespace budge::sokoban
