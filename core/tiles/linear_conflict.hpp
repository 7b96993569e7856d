// Manhattan distance plus linear conflicts (Hansson, Mayer and Yung, 1992).
//
// Tiles in their home row that stand there in the wrong order cannot all stay in it: at least as many must leave and
// return, two extra moves each, as must be lifted to put the rest in order. That number is exact here, also when
// conflicts interlock: the tiles at home in the line less their longest increasing subsequence. The same for columns.
// Admissible and consistent: a move changes one home line at most, by one tile at most.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "tokens/heuristics.hpp"

namespace budge::tiles {

// The tiles at home in a line, read along it: two moves for each that must be lifted so that the others' places
// increase.
class Conflicts {
 public:
  void add(int home_place) {
    int at = 0;  // patience sorting: tails_[k] is the least end of an increasing subsequence of length k + 1
    while (at < longest_ && tails_[at] < home_place) ++at;
    assert(at < static_cast<int>(tails_.size()));  // no side is longer
    if (at == longest_) ++longest_;
    tails_[at] = static_cast<std::uint8_t>(home_place);
    ++count_;
  }
  int moves() const { return 2 * (count_ - longest_); }

 private:
  std::array<std::uint8_t, 64> tails_;
  int longest_ = 0, count_ = 0;
};

class LinearConflict {
 public:
  using Memo = int;

  explicit LinearConflict(const tokens::Puzzle& puzzle)
      : manhattan_(puzzle),
        width_(puzzle.width),
        height_(static_cast<int>(puzzle.goal.size()) / puzzle.width),
        row_(puzzle.goal.size()),
        column_(puzzle.goal.size()) {
    for (int cell = 0; cell < width_ * height_; ++cell) {
      row_[puzzle.goal[cell]] = cell / width_;
      column_[puzzle.goal[cell]] = cell % width_;
    }
  }

  template <class Cells>
  Memo evaluate(const Cells& cells) const {
    int sum = manhattan_.evaluate(cells);
    for (int row = 0; row < height_; ++row) sum += in_row(cells, row, 0, nowhere);
    for (int column = 0; column < width_; ++column) sum += in_column(cells, column, 0, nowhere);
    return sum;
  }

  // A tile that slides vertically leaves one row for another, and its column keeps its order. So the conflicts change
  // only if it leaves or enters its home row, by what its presence there costs.
  template <class Cells>
  Memo after(Memo sum, int tile, int from, int to, const Cells& cells) const {
    sum = manhattan_.after(sum, tile, from, to, cells);
    if (from % width_ == to % width_) {
      const int row = row_[tile], column = to % width_;
      if (row != from / width_ && row != to / width_) return sum;
      const int cost = in_row(cells, row, tile, column) - in_row(cells, row, tile, nowhere);
      return row == to / width_ ? sum + cost : sum - cost;
    }
    const int column = column_[tile], row = to / width_;
    if (column != from % width_ && column != to % width_) return sum;
    const int cost = in_column(cells, column, tile, row) - in_column(cells, column, tile, nowhere);
    return column == to % width_ ? sum + cost : sum - cost;
  }
  int h(Memo sum) const { return sum; }

 private:
  static constexpr int nowhere = -1;

  // The conflicts of a line if `tile` stood at `place` of it, wherever it stands in `cells`.
  template <class Cells>
  int in_row(const Cells& cells, int row, int tile, int place) const {
    return in_line(cells, row * width_, 1, width_, row_, column_, row, tile, place);
  }
  template <class Cells>
  int in_column(const Cells& cells, int column, int tile, int place) const {
    return in_line(cells, column, width_, height_, column_, row_, column, tile, place);
  }
  template <class Cells>
  static int in_line(const Cells& cells, int first, int stride, int length, const std::vector<int>& home_line,
                     const std::vector<int>& home_place, int line, int tile, int place) {
    Conflicts conflicts;
    for (int i = 0; i < length; ++i) {
      int here = cells[first + i * stride];
      if (i == place) {
        here = tile;
      } else if (here == tile) {
        continue;
      }
      if (here != 0 && home_line[here] == line) conflicts.add(home_place[here]);
    }
    return conflicts.moves();
  }

  tokens::Manhattan manhattan_;
  int width_, height_;
  std::vector<int> row_, column_;  // of a tile's home
};

}  // namespace budge::tiles
