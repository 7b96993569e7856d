// The board: how far a robot slides from every cell.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "robots/puzzle.hpp"

namespace budge::robots {

using Cell = std::uint16_t;
inline constexpr Cell nowhere = 0xffff;

class Board {
 public:
  explicit Board(const Puzzle& puzzle);

  int cells() const { return static_cast<int>(ends_.size()); }

  // The last cell before a wall or the edge.
  Cell end(int cell, int direction) const { return ends_[cell][direction]; }

  // Does a robot that slides into this cell leave the board over an open edge?
  bool runs_out(int cell, int direction) const { return runs_out_[cell] >> direction & 1; }

  // The next cell in a direction; the cell must not be the end of its line.
  int neighbour(int cell, int direction) const { return cell + step_[direction]; }

  // Where the robot at `cell` stops in each direction if `others` are in its way (it may be among them); nowhere if it
  // cannot move or nothing stops it.
  template <class Others>
  std::array<Cell, 4> slides(int cell, const Others& others) const {
    std::array<int, 4> stop;  // the first cell in each direction that the robot does not enter
    std::uint8_t lost = 0;
    for (int direction = 0; direction < 4; ++direction) {
      const int end = ends_[cell][direction];
      stop[direction] = end + step_[direction];
      lost |= runs_out_[end] & 1 << direction;
    }
    const int row = row_[cell], column = column_[cell];
    for (const int other : others) {
      if (row_[other] == row) {
        if (other < cell && other >= stop[left]) {
          stop[left] = other;
          lost &= ~(1 << left);
        } else if (other > cell && other <= stop[right]) {
          stop[right] = other;
          lost &= ~(1 << right);
        }
      } else if (column_[other] == column) {
        if (other < cell && other >= stop[up]) {
          stop[up] = other;
          lost &= ~(1 << up);
        } else if (other > cell && other <= stop[down]) {
          stop[down] = other;
          lost &= ~(1 << down);
        }
      }
    }
    std::array<Cell, 4> found;
    for (int direction = 0; direction < 4; ++direction) {
      const int there = stop[direction] - step_[direction];
      found[direction] = there == cell || lost >> direction & 1 ? nowhere : static_cast<Cell>(there);
    }
    return found;
  }

 private:
  std::array<int, 4> step_;
  std::vector<std::array<Cell, 4>> ends_;
  std::vector<std::uint8_t> runs_out_;  // a bit for every direction
  std::vector<std::uint8_t> row_, column_;
};

}  // namespace budge::robots
