// A pattern that is its own mirror image: half of its table is enough.
//
// If a mirror maps the homes of the tiles onto each other, and the blank's region at home onto itself, then a state is
// as far from home as its image is: tiles on the mirrored cells, each in the part of the tile at home on the other
// side.
//
//   . . . .      The lower half of the board, mirrored left to right: a and d change roles, b and c, e and h, f and g.
//   . . . .      Of the sets of cells {0, 5, …} and {3, 6, …} only the lesser has rows, and a state on the greater is
//   a b c d      looked up as its image, whose order is another one: within each row of the board, places are counted
//   e f g h      from the other side.
//
// The mirrors are those left to right, upside down, and both at once. Reflections at a diagonal would do, too, but
// their images of orders are too many to be tabled, and hardly any partition has use for them.
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

  // Whether a set is looked up as it is, not as its image.
  bool keeps(CellSet set) const { return set <= of(set); }

 private:
  Axis axis_;
  std::vector<std::uint8_t> image_;  // by cell
};

}  // namespace budge::patterns
