// The length of a set of boxes as a compile-time constant. Few lengths are instantiated, to keep the build short.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "sokoban/rules/level.hpp"
#include "support/every_size.hpp"

namespace budge::sokoban {

// Calls `body` with the smallest of these numbers of 64-bit words that has a bit for each kind and cell of a box.
template <int Words, int... More, class Body>
auto with_words_of(const Level& level, Body&& body) {
  if (level.kinds() * level.box_cells() <= 64 * Words) return body(std::integral_constant<int, Words>());
  if constexpr (sizeof...(More) > 0) {
    return with_words_of<More...>(level, body);
  } else {
    throw std::invalid_argument("too many kinds of boxes for so large a level");
  }
}

// For searches that store many states.
template <class Body>
auto with_words(const Level& level, Body&& body) {
  if constexpr (every_size) {
    return with_words_of<1, 2, 4, 64>(level, body);
  } else {
    return with_words_of<2, 64>(level, body);
  }
}

// For searches that store few states: fewer sizes compile faster.
template <class Body>
auto with_fewer_sizes(const Level& level, Body&& body) {
  if constexpr (every_size) {
    return with_words_of<2, 4, 64>(level, body);
  } else {
    return with_words_of<2, 64>(level, body);
  }
}

}  // namespace budge::sokoban
