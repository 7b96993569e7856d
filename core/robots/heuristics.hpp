// The heuristics of robots, as Python lists them. bound.hpp describes them.
#pragma once

#include <array>
#include <utility>

#include "robots/puzzle.hpp"
#include "support/heuristic_list.hpp"

namespace budge::robots {

inline constexpr std::array<std::pair<Heuristic, About>, 3> heuristics{{
    {Heuristic::zero, shared::zero},
    {Heuristic::distance, shared::distance},
    {Heuristic::stoppers, {"stoppers", "distance, and 1 if no robot can keep to it while all others stay"}},
}};

}  // namespace budge::robots
