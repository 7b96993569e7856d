// All shortest plans of robots (see search/all_plans.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "robots/puzzle.hpp"
#include "search/all_plans.hpp"

namespace budge::robots {

// Plans are sequences of cell * 4 + direction.
search::PlansFound all_plans(const Puzzle& puzzle, std::int64_t optimum, std::size_t max_plans, Control& control);

}  // namespace budge::robots
