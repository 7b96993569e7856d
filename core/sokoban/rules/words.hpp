// How long a set of boxes is, as a constant: code for few lengths keeps the build short.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

// Calls `body` with the number of 64-bit words that a bit for each kind and cell of a box takes.
template <class Body>
auto with_words(const Level& level, Body&& body) {
  const int bits = level.kinds() * level.box_cells();
  if (bits <= 64) return body(std::integral_constant<int, 1>());
  if (bits <= 128) return body(std::integral_constant<int, 2>());
  if (bits <= 256) return body(std::integral_constant<int, 4>());
  if (bits <= 4096) return body(std::integral_constant<int, 64>());
  throw std::invalid_argument("too many kinds of boxes for so large a level");
}

}  // namespace budge::sokoban
