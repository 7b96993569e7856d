// The states that meet the goal: robots with a target on it, all others anywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "robots/slots.hpp"

namespace budge::robots {

// Their number; tuning.max_goal_states + 1 if there are more.
std::uint64_t count_goal_states(const Slots& slots, int cells);

// Calls take(cells of the slots) for each of them.
void each_goal_state(const Slots& slots, int cells, const std::function<void(const std::vector<int>&)>& take);

}  // namespace budge::robots
