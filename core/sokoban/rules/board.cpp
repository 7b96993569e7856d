#include "sokoban/rules/board.hpp"

#include <algorithm>
#include <cassert>

namespace budge::sokoban {

Board::Board(const Level& level) : blocked_(level.floor() + 1, 0), box_at_(level.floor() + 1, no_box), free_(level) {
  blocked_[level.outside()] = 1;
  for (int cell = 0; cell < level.floor(); ++cell) free_.add(cell);
}

void Board::clear() {
  for (const Cell cell : cells_) take(cell);
  cells_.clear();
  kinds_.clear();
}

void Reach::fill(const Board& board, Cell from) {
  reached_.fill(board.free(), from);
  shut_out_ = board.free();
  shut_out_.subtract(reached_);
}

void Walk::fill(const Board& board, Cell from) {
  std::fill(steps_.begin(), steps_.end(), unreached);
  steps_[from] = 0;
  const auto note = [this](Cell cell, int steps) { steps_[cell] = static_cast<std::uint16_t>(steps); };
  if (!CellSet::each_ring(board.free(), from, note)) search(board, from);
}

std::vector<int> Walk::path(Cell to) const {
  assert(has(to));
  std::vector<int> path;
  while (steps_[to] > 0) {
    for (int d = 0; d < Level::directions; ++d) {
      const Cell from = level_.next(to, Level::opposite(d));
      if (!has(from) || steps_[from] != steps_[to] - 1) continue;
      path.push_back(d);
      to = from;
      break;
    }
  }
  std::reverse(path.begin(), path.end());
  return path;
}

void Walk::search(const Board& board, Cell from) {
  queue_.assign(1, from);
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    for (const Cell to : level_.next(queue_[i])) {
      if (has(to) || board.blocked(to)) continue;
      steps_[to] = static_cast<std::uint16_t>(steps_[queue_[i]] + 1);
      queue_.push_back(to);
    }
  }
}

}  // namespace budge::sokoban
