// Sets of cells of a board, one bit per cell in reading order.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace budge::patterns {

constexpr int max_cells = 64;  // of a board with patterns

using CellSet = std::uint64_t;
constexpr CellSet one_cell(int cell) {
  assert(cell >= 0 && cell < max_cells);
  return CellSet{1} << cell;
}

// The number of members of the set before `cell`.
constexpr int count_before(CellSet set, int cell) { return std::popcount(set & (one_cell(cell) - 1)); }

// A board of cells, each next to those above, below, left and right of it.
class Field {
 public:
  Field(int width, int height) : width_(width), all_(~CellSet{0} >> (64 - width * height)) {
    assert(width > 0 && height > 0 && width * height <= max_cells);
    for (int cell = 0; cell < width * height; ++cell) {
      if (cell % width == 0) left_ |= one_cell(cell);
      if (cell % width == width - 1) right_ |= one_cell(cell);
      if ((cell / width + cell % width) % 2 != 0) dark_ |= one_cell(cell);
    }
  }

  int width() const { return width_; }
  CellSet all() const { return all_; }

  // The cells adjacent to a member of the set; these can be members, too.
  CellSet near(CellSet set) const {
    return ((set & ~right_) << 1 | (set & ~left_) >> 1 | set << width_ | set >> width_) & all_;
  }

  // The cell and all cells that it can reach through free cells.
  CellSet region(int cell, CellSet free) const {
    CellSet reached = one_cell(cell), before = 0;
    while (reached != before) {
      before = reached;
      reached |= near(reached) & free;
    }
    return reached;
  }

  // The parity of the number of members on dark cells of a checkerboard. Each move takes a tile to the other colour, so
  // an even number of tile moves leads to a set of equal parity, an odd number to one of the other parity.
  int parity(CellSet set) const { return std::popcount(set & dark_) % 2; }

 private:
  int width_;
  CellSet all_, left_ = 0, right_ = 0, dark_ = 0;
};

}  // namespace budge::patterns
