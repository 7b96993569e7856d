// A plan at once, for levels with so many boxes on so wide a floor that a search would take long, and need not.
#pragma once

#include <optional>
#include <vector>

#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// The steps of a plan, or nothing where it is not that simple. Throws Stopped.
std::optional<std::vector<int>> straight_plan(const Level& level, Control& control);

}  // namespace budge::sokoban
