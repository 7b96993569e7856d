// All states that the start of a puzzle with rules of the caller can reach.
#pragma once

#include <cstdint>
#include <vector>

#include "custom/rules.hpp"
#include "search/result.hpp"

namespace budge::custom {

struct Exploration {
  std::vector<std::uint64_t> by_depth;
  std::vector<State> hardest;
  std::int64_t optimum = -1;  // from the start to the nearest goal; -1 if there is none
  std::uint64_t goal_states = 0;
  Stop stop = Stop::none;
};

// Counts the states by their distance from the start or, if `from_goal`, by the distance from them to the nearest goal;
// then only states from which a goal can be reached count. Keeps at most `keep` of the greatest distance.
Exploration explore(Rules& rules, bool from_goal, std::size_t keep, Control& control);

}  // namespace budge::custom
