// A board of at most 64 cells. Sets of cells are 64-bit words, so one shift moves a whole set by one cell.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

using Cells = std::uint64_t;  // bit y × width + x stands for a cell

inline Cells first_of(Cells cells) { return cells & -cells; }

class SmallBoard {
 public:
  static constexpr int max_cells = 64;

  SmallBoard(int width, int height) : width_(width), all_(~Cells{0} >> (max_cells - width * height)) {
    assert(width >= 1 && height >= 2 && width * height <= max_cells);
    for (int y = 0; y < height; ++y) left_ |= Cells{1} << y * width;
    right_ = left_ << (width - 1);
  }

  Cells all() const { return all_; }

  // Moves every cell of a set by one. Cells that leave the board are dropped. Directions are those of Level.
  Cells moved(Cells cells, int direction) const {
    switch (direction) {
      case 0:
        return cells >> width_;
      case 1:
        return (cells & ~left_) >> 1;
      case 2:
        return (cells & ~right_) << 1;
      case 3:
        return (cells << width_) & all_;
    }
    assert(false);
    return 0;
  }

  Cells neighbours(Cells cells) const { return moved(cells, 0) | moved(cells, 1) | moved(cells, 2) | moved(cells, 3); }

  // All free cells reachable from `from`.
  Cells flood(Cells from, Cells free) const {
    Cells reached = from & free;
    for (Cells before = 0; reached != before;) {
      before = reached;
      reached |= neighbours(reached) & free;
    }
    return reached;
  }

  bool is_connected(Cells floor) const { return flood(first_of(floor), floor) == floor; }

 private:
  int width_;
  Cells all_, left_ = 0, right_;  // the first and the last column
};

inline Cells cells_of(const std::vector<int>& numbers) {
  Cells cells = 0;
  for (const int number : numbers) cells |= Cells{1} << number;
  return cells;
}

inline std::vector<int> numbers_of(Cells cells) {
  std::vector<int> numbers;
  for (; cells; cells &= cells - 1) numbers.push_back(std::countr_zero(cells));
  return numbers;
}

}  // namespace budge::sokoban
