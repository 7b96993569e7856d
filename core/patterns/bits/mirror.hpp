// A pattern that is its own mirror image needs only half of its table.
//
// If a mirror maps the set of the tiles' homes onto itself, and the blank's home region, too, then a state is as far
// from home as its image. In the image, the tiles are on the mirrored cells, and each takes the role of the tile with
// the mirrored home.
//
//   . . . .      The lower half of the board, mirrored left to right: a and d swap roles, b and c, e and h, f and g.
//   . . . .      Of the sets of cells {0, 5, …} and {3, 6, …}, only the one with the smaller bit mask has rows; a state
//   a b c d      on the other is looked up as its image. The image has a different order: within each row of the board,
//   e f g h      places are counted from the other side.
//
// The mirrors are left to right, upside down, and both at once. Reflections at a diagonal would work, too, but they
// need too many maps of orders, and hardly any partition would benefit.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

#include "patterns/bits/cells.hpp"

namespace budge::patterns {

class Mirror {
 public:
  enum class Axis : std::uint8_t { none, across, down, both };

  Mirror(int width, int height, Axis axis) : axis_(axis) {
    const bool across = axis == Axis::across || axis == Axis::both, down = axis == Axis::down || axis == Axis::both;
    for (int cell = 0; cell < width * height; ++cell) {
      const int x = cell % width, y = cell / width;
      image_.push_back(static_cast<std::uint8_t>((down ? height - 1 - y : y) * width + (across ? width - 1 - x : x)));
    }
  }

  Axis axis() const { return axis_; }
  bool folds() const { return axis_ != Axis::none; }
  int of(int cell) const { return image_[cell]; }
  CellSet of(CellSet set) const {
    if (!folds()) return set;
    CellSet image = 0;
    for (; set != 0; set &= set - 1) image |= one_cell(image_[std::countr_zero(set)]);
    return image;
  }

  // Whether the set has rows of its own. If not, it is looked up as its image.
  bool keeps(CellSet set) const { return set <= of(set); }

 private:
  Axis axis_;
  std::vector<std::uint8_t> image_;  // by cell
};

}  // namespace budge::patterns
