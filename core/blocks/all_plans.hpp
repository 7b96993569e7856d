// All shortest plans of sliding blocks (see search/all_plans.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "blocks/puzzle.hpp"
#include "search/all_plans.hpp"

namespace budge::blocks {

// Plans are sequences of unit steps, piece * 4 + direction.
search::PlansFound all_plans(const Puzzle& puzzle, Metric metric, Heuristic heuristic, std::int64_t optimum,
                             std::size_t max_plans, Control& control);

}  // namespace budge::blocks
