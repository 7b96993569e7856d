// The states that meet the goal: robots with a target on it, and those without wherever they may be.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "robots/slots.hpp"

namespace budge::robots {

// How many they are; tuning.max_goal_states + 1 if there are more than that.
std::uint64_t count_goal_states(const Slots& slots, int cells);

// Calls take(cells of the slots) for every one.
void each_goal_state(const Slots& slots, int cells, const std::function<void(const std::vector<int>&)>& take);

}  // namespace budge::robots
