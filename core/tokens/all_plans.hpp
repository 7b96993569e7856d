// All shortest plans of tokens on graphs, and of tiles (see search/all_plans.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/all_plans.hpp"
#include "tokens/space.hpp"

namespace budge::tokens {

// Plans are sequences of vertices that the blank goes to.
search::PlansFound all_plans(const Puzzle& puzzle, std::int64_t optimum, std::size_t max_plans, Control& control);

}  // namespace budge::tokens
