#include "sokoban/rules/sides.hpp"

#include <bit>

namespace budge::sokoban {

const Sides::Around& Sides::find(Cell cell) {
  Around& around = found_[cell];
  if (around.lifted == lifted_) return around;
  around = {.lifted = lifted_};
  Bits left = 0;
  for (int side = 0; side < Level::directions; ++side) left |= is_free(level_.next(cell, side)) << side;
  around.narrow = !level_.neighbours_connected(cell, [&](Cell at) { return is_free(at); });
  if (!around.narrow) {
    if (left) around.sides[around.parts++] = left;
    return around;
  }
  if (free_.is_quick_to_fill()) {
    flood(cell, left, around);
  } else {
    query_components(cell, left, around);
  }
  return around;
}

void Sides::flood(Cell cell, Bits left, Around& around) {
  free_.remove(cell);
  while (left) {
    const int first = std::countr_zero(left);
    Bits& sides = around.sides[around.parts++];
    if (std::has_single_bit(left)) {
      sides = left;
      break;
    }
    wanted_.clear();
    for (int side = 0; side < Level::directions; ++side) {
      if (left >> side & 1) wanted_.add(level_.next(cell, side));
    }
    part_.fill_until(free_, level_.next(cell, first), wanted_);
    for (int side = 0; side < Level::directions; ++side) {
      if (left >> side & 1 && part_.has(level_.next(cell, side))) sides |= 1u << side;
    }
    left &= ~sides;
  }
  free_.add(cell);
}

void Sides::query_components(Cell cell, Bits left, Around& around) {
  if (components_of_ != lifted_) {
    level_.poll_clock();
    components_.find(blocked_);
    components_of_ = lifted_;
  }
  while (left) {
    Bits& sides = around.sides[around.parts++];
    const int component = components_.component(cell, level_.next(cell, std::countr_zero(left)));
    for (int side = 0; side < Level::directions; ++side) {
      if (left >> side & 1 && components_.component(cell, level_.next(cell, side)) == component) sides |= 1u << side;
    }
    left &= ~sides;
  }
}

}  // namespace budge::sokoban
