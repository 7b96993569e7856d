// Some plan for a level, by feature space search (Shoham and Schaeffer, "The FESS Algorithm", 2020).
#pragma once

#include <cstddef>
#include <limits>

#include "search/run.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/any/unpacking.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

struct FessOptions {
  Sink sink = Sink::farthest;  // for the packing plan
  Parking parking = Parking::as_planned;
  double plan_until = std::numeric_limits<double>::infinity();  // seconds of the clock, given to making the plan
  double until = std::numeric_limits<double>::infinity();       // and to all
  std::size_t most_positions = std::numeric_limits<std::size_t>::max();
};

// A plan as solve() gives it, of any length; `unsolvable` where there is none; `stopped` if it gave up. Throws Stopped.
search::Solution feature_space_search(const Level& level, const FessOptions& options, Control& control);

}  // namespace budge::sokoban
