// All shortest plans of one player (see search/all_plans.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/all_plans.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

// Plans are sequences of directions. The optimum is coded as in objective.hpp.
search::PlansFound all_plans(const Puzzle& puzzle, Metric metric, std::int64_t optimum, std::size_t max_plans,
                             Control& control);

}  // namespace budge::sokoban
