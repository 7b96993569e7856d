#include "sokoban/bounds/matching.hpp"

#include <algorithm>
#include <cassert>

namespace budge::sokoban {

Matching::Matching(const CostTable& table, const std::vector<int>& colours)
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
  forbidden_ = longest * size_ + 1;  // more than any matching without forbidden entries
  assert(static_cast<int>(colours.size()) <= width_);
  std::ranges::copy(colours, column_price_.begin());
  const int lines = size_ == 0 ? 0 : static_cast<int>(table.costs.size()) / size_;
  for (int line = 0; line < lines; ++line) {
    const std::uint16_t* const costs = table.line(line);
    int parity = 0;  // of the forbidden costs, without the colour of the column
    for (int column = 0; column < static_cast<int>(colours.size()); ++column) {
      if (costs[column] != CostTable::far) parity = (costs[column] + colours[column]) & 1;
    }
    for (int column = 0; column < size_; ++column) {
      const int odd = colours.empty() ? 0 : (forbidden_ + parity + column_price_[column]) & 1;
      costs_.push_back(costs[column] == CostTable::far ? forbidden_ + odd : costs[column]);
    }
    costs_.resize(static_cast<std::size_t>(line + 1) * width_, 0);
  }
  row_on_.assign(lines, none);
}

void Matching::set(int box, int line) {
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

void Matching::set_all(const std::vector<int>& lines, std::vector<int>& rows) {
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

int Matching::total_with(int box, int line, int max_gain) {
  const int column = column_of_[box];
  assert(column != none);  // every row has a line
  const int before = cost(line_[box], column), after = cost(line, column);
  if (after == before - max_gain) return total_ - max_gain;
  const int length = shortest(line, box, column);
  const int total = total_ - before + length + column_price_[column];
  return total < forbidden_ ? total : infinite;
}

int Matching::shortest(int line, int box, int free) {
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

void Matching::augment(int box) {
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

}  // namespace budge::sokoban
