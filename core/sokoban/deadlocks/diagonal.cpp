#include "sokoban/deadlocks/diagonal.hpp"

#include <algorithm>

namespace budge::sokoban {

bool ClosedDiagonal::deadlocked(const Board& board, Cell cell, Cell player) {
  return std::ranges::any_of(level_.next(cell), [&](Cell hole) {
    return is_hole(board, hole) && hole != player && is_closed(board, hole, player);
  });
}

bool ClosedDiagonal::is_hole(const Board& board, Cell cell) const {
  return !board.blocked(cell) && std::ranges::all_of(level_.next(cell), [&](Cell to) { return board.blocked(to); });
}

bool ClosedDiagonal::is_closed(const Board& board, Cell first, Cell player) {
  find_chain(board, first);
  if (std::ranges::find(holes_, player) != holes_.end()) return false;
  int off_target = 0;
  alone_.clear();
  for (const Cell cell : around_) {
    const int kind = board.kind(board.box_at(cell));
    off_target += !level_.accepts(cell, kind);
    alone_.add(cell, kind);
  }
  if (off_target <= level_.spare()) return false;
  for (int box = 0; box < alone_.boxes(); ++box) {
    for (int d = 0; d < Level::directions; ++d) {
      if (!push_is_useless(box, d)) return false;
    }
  }
  return true;
}

void ClosedDiagonal::find_chain(const Board& board, Cell first) {
  holes_.assign(1, first);
  around_.clear();
  for (std::size_t i = 0; i < holes_.size(); ++i) {
    const auto& ring = level_.ring(holes_[i]);
    for (int corner = 1; corner < 8; corner += 2) {
      const Cell to = ring[corner];
      if (is_hole(board, to) && std::ranges::find(holes_, to) == holes_.end()) holes_.push_back(to);
    }
    for (const Cell to : level_.next(holes_[i])) {
      if (board.has_box(to) && std::ranges::find(around_, to) == around_.end()) around_.push_back(to);
    }
  }
}

bool ClosedDiagonal::push_is_useless(int box, int direction) {
  const Cell cell = alone_.cell(box);
  const Cell from = level_.next(cell, Level::opposite(direction)), to = level_.next(cell, direction);
  if (alone_.blocked(from) || alone_.blocked(to) || to >= level_.box_cells()) return true;
  if (std::ranges::find(holes_, from) != holes_.end()) return true;
  alone_.move(box, to);
  const bool freezes = freeze_.deadlocked(alone_, to);
  alone_.move(box, cell);
  return freezes;
}

}  // namespace budge::sokoban
