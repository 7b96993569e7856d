#include "sokoban/rules/sub_positions.hpp"

#include <algorithm>

namespace budge::sokoban {

std::pair<SubPositions::Id, bool> SubPositions::insert(const Board& board, Cell player) {
  order_.clear();
  for (int box = 0; box < board.boxes(); ++box) order_.emplace_back(board.kind(box), board.cell(box));
  std::sort(order_.begin(), order_.end());
  std::fill(row_.begin(), row_.end(), none_);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    row_[2 * i] = static_cast<Cell>(order_[i].first);
    row_[2 * i + 1] = order_[i].second;
  }
  row_.back() = player;
  return rows_.insert(row_.data());
}

SubPositions::Cell SubPositions::load(Id id, Board& board) const {
  const Cell* row = rows_[id];
  board.clear();
  for (std::size_t i = 0; i + 1 < row_.size() && row[i + 1] != none_; i += 2) board.add(row[i + 1], row[i]);
  return row[row_.size() - 1];
}

}  // namespace budge::sokoban
