// Selects the smallest space that holds a puzzle.
#pragma once

#include "robots/space.hpp"

namespace budge::robots {

// Calls body.template operator()<S>().
template <class Body>
auto with_space(const Rules& rules, Body&& body) {
  using One = std::uint64_t;
  const int bits = Packing<One, 1>::bits(rules.board.cells()), robots = rules.slots.count();
  if (robots <= std::min(6, Packing<std::uint32_t, 1>::max_robots(bits))) {
    return body.template operator()<RobotSpace<std::uint32_t, 1, 6>>();
  }
  if (robots <= std::min(12, Packing<One, 1>::max_robots(bits))) {
    return body.template operator()<RobotSpace<One, 1, 12>>();
  }
  return body.template operator()<RobotSpace<One, 5, Puzzle::max_robots>>();
}

}  // namespace budge::robots
