// The least number of pushes that brings every target a box, each box as if alone: a minimum-cost perfect matching.
//
// The Hungarian method (Kuhn, 1955) with shortest augmenting paths (Jonker and Volgenant, 1987). A push changes one
// line of the matrix; the prices of all other boxes and of the targets stay right, so one augmenting path mends the
// matching in O(n²). An infinite answer means that boxes cannot be shared out among the targets: a bipartite deadlock.
//
//   ###########    Boxes a and b, targets A and B, in pushes:   A  B    Each box to the target nearest is 1 + 3, but
//   #         #                                               a 1  7    both would take A. Shared out, a to A and b to
//   #Aa b    B#                                               b 3  5    B, they need 6. When b is pushed to the right,
//   #   @     #                                                         its line becomes 4  4, and the sum 5: the rest
//   ###########                                                         of the matching stays as it is.
#pragma once

#include <algorithm>
#include <cassert>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Matching {
 public:
  static constexpr int infinite = 1 << 30;

  explicit Matching(const CostTable& table);

  // Puts row `box` on another line of the table, and mends the matching.
  void set(int box, int line);

  // Puts the rows on these lines, all different, in whatever order leaves most of them where they are; `rows` then says
  // which row has which. States that are taken up one after another mostly differ by few boxes.
  void set_all(const std::vector<int>& lines, std::vector<int>& rows);

  int line(int box) const { return line_[box]; }
  int total() const { return total_ < forbidden_ ? total_ : infinite; }

  // The total if `box` were on another line, by a push that gains `most` at best; nothing changes.
  int total_with(int box, int line, int most);

  // Columns may begin with prices, before any box has a line; the total does not depend on them. If costs are even or
  // odd as the sum of two numbers is, one of the row and one of the column, and columns begin with theirs, then prices
  // stay so and reduced costs are even.
  void price_columns(const std::vector<int>& prices) { std::ranges::copy(prices, column_price_.begin()); }

  // How much dearer at least all of it gets if a box takes a column: 0 for its own.
  int reduced(int box, int column) const { return cost(line_[box], column) - row_price_[box] - column_price_[column]; }

  // Of a column: what all columns and all boxes are priced at sums up to the total.
  int price(int column) const { return column_price_[column]; }

  // The column of a box: the number of its target, or one past the targets for a spare box.
  int column(int box) const { return column_of_[box]; }

 private:
  static constexpr int none = -1;
  static constexpr int block = 8;

  int cost(int line, int column) const { return line_of(line)[column]; }

  const int* line_of(int line) const { return costs_.data() + static_cast<std::size_t>(line) * width_; }

  // Dijkstra over the columns from a row on `line` whose own price is 0, to column `free` or, for none, to any free
  // one; leaves it in end_. Rows are entered through the columns that they hold. Columns that are done keep their
  // distance, being nearer, so no loop over columns has a branch, and the compiler takes several at a time.
  int shortest(int line, int box, int free);

  template <class Visit>
  void each_column(Visit&& visit) const {
    for (int first = 0; first < width_; first += block) {
      for (int column = first; column < first + block; ++column) visit(column);
    }
  }

  void augment(int box);

  int size_, width_;        // columns, and the same in full blocks
  std::vector<int> costs_;  // line by line
  int forbidden_ = 0;
  int total_ = 0;
  std::vector<int> line_, column_of_, row_of_, row_price_, column_price_;
  std::vector<int> distance_, previous_, done_;  // done_: 0, or infinite if so
  std::vector<char> kept_;
  std::vector<int> row_on_, moved_;  // by line; of set_all
  int end_ = none;
};

}  // namespace budge::sokoban
