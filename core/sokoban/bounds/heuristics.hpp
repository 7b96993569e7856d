// The heuristics of Sokoban as listed to Python. PushBound computes them; PlayerlessBound does so for several players
// and for searches from the end.
//
// They are values of an enum and not classes, unlike those of tiles: all share distances, frozen boxes and the update
// after a push, so a class for each would only hold a flag, or every search would be compiled once for each.
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
