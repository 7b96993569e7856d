// The minimum number of pushes that bring a box to every target, each box as if alone: a minimum-cost perfect matching.
//
// The Hungarian method (Kuhn, 1955) with shortest augmenting paths (Jonker and Volgenant, 1987). A push changes one
// line of the matrix. The prices of all other boxes and of the targets remain valid, so one augmenting path repairs the
// matching in O(n²). If the total is infinite, the boxes cannot be distributed over the targets: a bipartite deadlock.
//
//   ###########    Boxes a and b, targets A and B, distances:   A  B    The nearest targets of both are A: 1 + 3. The
//   #         #                                               a 1  7    matching sends a to A and b to B: 6. After a
//   #Aa b    B#                                               b 3  5    push of b to the right, its line is 4  4, and
//   #   @     #                                                         the total is 5; the other line stays valid.
//   ###########
#pragma once

#include <algorithm>
#include <cassert>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Matching {
 public:
  static constexpr int infinite = 1 << 30;

  // The total does not depend on the colours, 0 or 1 by column. Suppose that every cost is even exactly if the colours
  // of its line and its column are equal. With the colours of the columns, all reduced costs are even.
  explicit Matching(const CostTable& table, const std::vector<int>& colours = {});

  // Changes the line of row `box` and repairs the matching.
  void set(int box, int line);

  // Assigns these lines, all different, to rows so that as many rows as possible keep their line. rows[i] becomes the
  // row of lines[i]. Consecutive states usually differ by few boxes, so few rows change.
  void set_all(const std::vector<int>& lines, std::vector<int>& rows);

  int line(int box) const { return line_[box]; }
  int total() const { return total_ < forbidden_ ? total_ : infinite; }

  // The total if `box` were on another line, which lowers no cost by more than `max_gain`. Changes nothing.
  int total_with(int box, int line, int max_gain);

  // The reduced cost: a lower bound on the increase of the total if a box takes a column. 0 for its own column.
  int reduced(int box, int column) const { return cost(line_[box], column) - row_price_[box] - column_price_[column]; }

  // The price of a column. The prices of all columns and all rows sum to the total.
  int price(int column) const { return column_price_[column]; }

  // The column of a box: the number of its target, or one past the targets for a spare box.
  int column(int box) const { return column_of_[box]; }

 private:
  static constexpr int none = -1;
  static constexpr int block = 8;  // columns in a vector operation

  int cost(int line, int column) const { return line_of(line)[column]; }

  const int* line_of(int line) const { return costs_.data() + static_cast<std::size_t>(line) * width_; }

  // Dijkstra's algorithm over the columns, from a row on `line` with price 0 to column `free` or, if that is none, to
  // any unmatched column; stores it in end_. A row is entered through its matched column. The distance of a finished
  // column cannot decrease, so the loops over columns have no branches, and the compiler vectorises them.
  int shortest(int line, int box, int free);

  template <class Visit>
  void each_column(Visit&& visit) const {
    for (int first = 0; first < width_; first += block) {
      for (int column = first; column < first + block; ++column) visit(column);
    }
  }

  void augment(int box);

  int size_, width_;        // the number of columns, and that number rounded up to a multiple of block
  std::vector<int> costs_;  // line by line
  int forbidden_ = 0;
  int total_ = 0;
  std::vector<int> line_, column_of_, row_of_, row_price_, column_price_;
  std::vector<int> distance_, previous_, done_;  // done_: 0, or infinite for finished columns
  std::vector<char> kept_;                       // by row; of set_all
  std::vector<int> row_on_;                      // by line: the row that has it, or none
  std::vector<int> moved_;                       // of set_all
  int end_ = none;
};

}  // namespace budge::sokoban
