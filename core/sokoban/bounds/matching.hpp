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

  explicit Matching(const CostTable& table)
      : size_(table.columns),
        width_((size_ + block - 1) / block * block),
        line_(size_, none),
        column_of_(size_, none),
        row_of_(size_, none),
        row_price_(size_, 0),
        column_price_(width_, 0),
        distance_(width_),
        previous_(width_),
        done_(width_),
        kept_(size_) {
    int longest = 0;
    for (const std::uint16_t cost : table.costs) {
      if (cost != CostTable::far) longest = std::max<int>(longest, cost);
    }
    forbidden_ = longest * size_ + 1;  // dearer than any matching without it
    const int lines = size_ == 0 ? 0 : static_cast<int>(table.costs.size()) / size_;
    for (int line = 0; line < lines; ++line) {
      for (int column = 0; column < size_; ++column) {
        const std::uint16_t cost = table.line(line)[column];
        costs_.push_back(cost == CostTable::far ? forbidden_ : cost);
      }
      costs_.resize(static_cast<std::size_t>(line + 1) * width_, 0);
    }
    row_on_.assign(lines, none);
  }

  // Puts row `box` on another line of the table, and mends the matching.
  void set(int box, int line) {
    assert(box >= 0 && box < size_ && line >= 0 && line < static_cast<int>(row_on_.size()));
    if (line_[box] == line) return;
    if (column_of_[box] != none) {
      total_ -= cost(line_[box], column_of_[box]);
      row_of_[column_of_[box]] = none;
      column_of_[box] = none;
    }
    line_[box] = line;
    augment(box);
  }

  // Puts the rows on these lines, all different, in whatever order leaves most of them where they are; `rows` then says
  // which row has which. States that are taken up one after another mostly differ by few boxes.
  void set_all(const std::vector<int>& lines, std::vector<int>& rows) {
    moved_.clear();
    for (int row = 0; row < size_; ++row) kept_[row] = 0;
    for (int i = 0; i < size_; ++i) {
      rows[i] = row_on_[lines[i]];
      if (rows[i] == none) {
        moved_.push_back(i);
      } else {
        kept_[rows[i]] = 1;
      }
    }
    int row = 0;
    for (const int i : moved_) {
      while (kept_[row]) ++row;
      if (line_[row] != none) row_on_[line_[row]] = none;
      rows[i] = row++;
    }
    for (const int i : moved_) {
      set(rows[i], lines[i]);
      row_on_[lines[i]] = rows[i];
    }
  }

  int line(int box) const { return line_[box]; }
  int total() const { return total_ < forbidden_ ? total_ : infinite; }

  // The total if `box` were on another line, by a push that gains `most` at best; nothing changes.
  int total_with(int box, int line, int most) {
    const int column = column_of_[box];
    assert(column != none);  // every box has a line by now
    const int before = cost(line_[box], column), after = cost(line, column);
    if (after == before - most) return total_ - most;
    const int length = shortest(line, box, column);
    const int total = total_ - before + length + column_price_[column];
    return total < forbidden_ ? total : infinite;
  }

  // Columns may begin with prices, before any box has a line; the total does not depend on them. If costs are even or
  // odd as the sum of two numbers is, one of the row and one of the column, and columns begin with theirs, then prices
  // stay so and reduced costs are even.
  void price_columns(const std::vector<int>& prices) { std::ranges::copy(prices, column_price_.begin()); }

  // How much dearer at least all of it gets if a box takes a column: 0 for its own.
  int reduced(int box, int column) const { return cost(line_[box], column) - row_price_[box] - column_price_[column]; }

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
  int shortest(int line, int box, int free) {
    int* const distance = distance_.data();
    int* const previous = previous_.data();
    int* const done = done_.data();
    const int* const price = column_price_.data();
    const int* costs = line_of(line);
    each_column([&](int column) {
      distance[column] = costs[column] - price[column];
      previous[column] = box;
      done[column] = column < size_ ? 0 : infinite;
    });
    for (;;) {
      int least = infinite;
      each_column([&](int column) { least = std::min(least, distance[column] + done[column]); });
      int best = 0;
      while (distance[best] + done[best] != least) ++best;
      done[best] = infinite;
      if (best == free || row_of_[best] == none) {
        end_ = best;
        return distance[best];
      }
      const int row = row_of_[best];
      const int base = distance[best] - row_price_[row];
      costs = line_of(line_[row]);
      each_column([&](int column) {
        const int through = base + costs[column] - price[column];
        previous[column] = through < distance[column] ? row : previous[column];
        distance[column] = std::min(distance[column], through);
      });
    }
  }

  template <class Visit>
  void each_column(Visit&& visit) const {
    for (int first = 0; first < width_; first += block) {
      for (int column = first; column < first + block; ++column) visit(column);
    }
  }

  void augment(int box) {
    const int length = shortest(line_[box], box, none);
    row_price_[box] = length;
    for (int column = 0; column < size_; ++column) {
      if (!done_[column] || column == end_) continue;
      column_price_[column] -= length - distance_[column];
      row_price_[row_of_[column]] += length - distance_[column];
    }
    for (int column = end_;;) {
      const int row = previous_[column];
      const int left = column_of_[row];
      if (row != box) total_ -= cost(line_[row], left);
      total_ += cost(line_[row], column);
      row_of_[column] = row;
      column_of_[row] = column;
      if (row == box) break;
      column = left;
    }
  }

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
