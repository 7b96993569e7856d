// Selects the smallest space that holds a puzzle.
#pragma once

#include "blocks/board.hpp"
#include "blocks/space.hpp"
#include "support/every_size.hpp"

namespace budge::blocks {

// Calls body.template operator()<S>().
template <class Body>
auto with_space(const Layout& layout, Body&& body) {
  const int words = Fields(layout).words, cells = layout.width * layout.height;
  if (cells <= Board64::capacity && words == 1) return body.template operator()<BlockSpace<1, Board64>>();
  if constexpr (every_size) {
    const bool dense = cells <= Board256::capacity;
    if (dense && words <= 2) return body.template operator()<BlockSpace<2, Board256>>();
    if (dense && words <= 8) return body.template operator()<BlockSpace<8, Board256>>();
    if (words <= 8) return body.template operator()<BlockSpace<8, Board1024>>();
    if (words <= 32) return body.template operator()<BlockSpace<32, Board1024>>();
  }
  return body.template operator()<BlockSpace<max_words, Board1024>>();
}

}  // namespace budge::blocks
