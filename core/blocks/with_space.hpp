// Selects the smallest space that holds a puzzle.
#pragma once

#include "blocks/board.hpp"
#include "blocks/space.hpp"
#include "support/every_size.hpp"

namespace budge::blocks {

// Calls body.template operator()<S>().
template <class Body>
auto with_space(const Layout& layout, Body&& body) {
  const int words = Fields(layout).words;
  const bool small = layout.width * layout.height <= Board64::capacity;
  if (small && words == 1) return body.template operator()<BlockSpace<1, Board64>>();
  if constexpr (every_size) {
    if (words <= 2) return body.template operator()<BlockSpace<2, Board256>>();
    if (words <= 8) return body.template operator()<BlockSpace<8, Board256>>();
  }
  return body.template operator()<BlockSpace<32, Board256>>();
}

}  // namespace budge::blocks
