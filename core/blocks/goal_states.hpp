// Every arrangement that meets a goal: the other end of a search from both ends.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "blocks/layout.hpp"
#include "support/control.hpp"

namespace budge::blocks {

// Calls visit(places of all slots) for every arrangement of the movable pieces that meets a goal, whether it can be
// reached or not; those that meet two goals come twice. Returns false if there are more than `most`, or too many dead
// ends on the way to them.
bool each_goal_state(const Layout& layout, std::uint64_t most, Control& control,
                     const std::function<void(const std::vector<Place>&)>& visit);

}  // namespace budge::blocks
