// All arrangements that meet a goal: the roots of a search from the goal.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "blocks/layout.hpp"
#include "support/control.hpp"

namespace budge::blocks {

// Calls visit(places of all slots) for every arrangement of the movable pieces that meets a goal, reachable or not; an
// arrangement that meets two goals comes twice. Returns false if there are more than `max_states`, or if too many dead
// ends come up on the way.
bool each_goal_state(const Layout& layout, std::uint64_t max_states, Control& control,
                     const std::function<void(const std::vector<Place>&)>& visit);

}  // namespace budge::blocks
