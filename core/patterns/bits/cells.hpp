// Sets of cells of a board, one bit a cell in reading order.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace budge::patterns {

constexpr int max_cells = 64;  // of a board that patterns are for

using CellSet = std::uint64_t;
constexpr CellSet one_cell(int cell) {
  assert(cell >= 0 && cell < max_cells);
  return CellSet{1} << cell;
}

// How many of the set come before a cell.
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

  // The cells next to one of the set, members among them.
  CellSet near(CellSet set) const {
    return ((set & ~right_) << 1 | (set & ~left_) >> 1 | set << width_ | set >> width_) & all_;
  }

  // All that can be reached from a cell through free ones.
  CellSet region(int cell, CellSet free) const {
    CellSet reached = one_cell(cell), before = 0;
    while (reached != before) {
      before = reached;
      reached |= near(reached) & free;
    }
    return reached;
  }

  // Coloured like a chessboard, each move takes a tile to the other colour: so many moves of the tiles on a set, even
  // or odd, lead from it to any other.
  int parity(CellSet set) const { return std::popcount(set & dark_) % 2; }

 private:
  int width_;
  CellSet all_, left_ = 0, right_ = 0, dark_ = 0;
};

}  // namespace budge::patterns
