// The heuristics of Sokoban, told to Python. What each one counts, PushBound says, and PlayerlessBound for several
// players and from the end.
//
// Values, where tiles list classes: all share distances, frozen boxes and what a push changes. A class of each would be
// no more than a flag, or every search would be compiled once for each.
#pragma once

#include <array>
#include <utility>

#include "sokoban/rules/objective.hpp"
#include "support/heuristic_list.hpp"

namespace budge::sokoban {

inline constexpr std::array<std::pair<Heuristic, About>, 3> heuristics{{
    {Heuristic::zero, shared::zero},
    {Heuristic::distance, shared::distance},
    {Heuristic::matching, {"matching", "pushes of every box to a target of its own, chosen so that the sum is least"}},
}};

}  // namespace budge::sokoban
