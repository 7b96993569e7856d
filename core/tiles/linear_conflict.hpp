// Manhattan distance plus linear conflicts (Hansson, Mayer and Yung, 1992).
//
// Tiles that are in their home row in the wrong order cannot all stay in it. The tiles that must leave and return, at
// two extra moves each, are those that have to be lifted so that the rest are in order. Their number is exact here,
// also if conflicts interlock: the tiles at home in the line minus their longest increasing subsequence. The same holds
// for columns. Admissible and consistent: a move changes at most one home line, by at most one tile.
//
//   3 2 1    Home is 1 2 3 / 4 5 6 / 7 8 _. The tiles of the first row have the home places 2, 1, 0: no two of them
//   4 5 6    increase, so all but one must be lifted. Manhattan distance is 4. Two tiles leave and return, at two
//   7 8 _    moves each: 8. (Two for each of the three pairs would add 6, which is too much.)
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "support/heuristic_list.hpp"
#include "tokens/manhattan.hpp"

namespace budge::tiles {

// The conflicts of a line: two moves for each tile that must be lifted so that the places of the others increase.
class Conflicts {
 public:
  void add(int home_place) {
    int at = 0;  // patience sorting: tails_[k] is the smallest end of an increasing subsequence of length k + 1
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
  static constexpr About about = shared::linear_conflict;
  static constexpr bool alternates = true;
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

  // A tile that slides vertically leaves one row for another and keeps the order of its column. So the conflicts change
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

  // The conflicts of a line if `tile` were at `place` of it, wherever it is in `cells`.
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
