// Some plan for a level, by feature space search (Shoham and Schaeffer, "The FESS Algorithm", 2020).
#pragma once

#include <cstddef>

#include "search/run.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// A plan as solve() gives it, of any length; `unsolvable` where there is none; `stopped` if it gave up after so many
// positions. Variants follow different packing plans. Throws Stopped.
search::Solution feature_space_search(const Level& level, unsigned variant, std::size_t most_positions,
                                      Control& control);

}  // namespace budge::sokoban
