#include "sokoban/deadlocks/freeze.hpp"

namespace budge::sokoban {

bool Freeze::check(const Board& board, Cell cell) {
  frozen_.clear();
  const bool result = is_frozen(board, cell);
  for (const Cell at : frozen_) wall_[at] = 0;
  return result;
}

const std::vector<Level::Cell>& Freeze::all(const Board& board) {
  frozen_.clear();
  for (int box = 0; box < board.boxes(); ++box) {
    frozen_.push_back(board.cell(box));
    wall_[board.cell(box)] = 1;
  }
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < frozen_.size();) {
      const Cell cell = frozen_[i];
      if (blocked(cell, 0) && blocked(cell, 1)) {
        ++i;
        continue;
      }
      wall_[cell] = 0;
      frozen_[i] = frozen_.back();
      frozen_.pop_back();
      again = true;
    }
  }
  for (const Cell cell : frozen_) wall_[cell] = 0;
  return frozen_;
}

bool Freeze::deadlocked(const Board& board, Cell cell) {
  frozen_.clear();
  // A quick test, since most boxes are free: to freeze, a box needs a blocked neighbour on each axis.
  for (const int d : {0, 1}) {
    const Cell one = level_.next(cell, d), other = level_.next(cell, Level::opposite(d));
    if (!board.blocked(one) && !board.blocked(other) && !(is_dead_square(one) && is_dead_square(other))) return false;
  }
  if (!check(board, cell)) return false;
  int off_target = 0;
  for (const Cell at : frozen_) off_target += !level_.accepts(at, board.kind(board.box_at(at)));
  return off_target > level_.spare();
}

bool Freeze::is_frozen(const Board& board, Cell cell) {
  const std::size_t before = frozen_.size();
  wall_[cell] = 1;
  frozen_.push_back(cell);
  for (const int d : {0, 1}) {
    const Cell one = level_.next(cell, d), other = level_.next(cell, Level::opposite(d));
    if (wall_[one] || wall_[other] || (is_dead_square(one) && is_dead_square(other))) continue;
    if (board.has_box(one) && is_frozen(board, one)) continue;
    if (board.has_box(other) && is_frozen(board, other)) continue;
    // The box is free along this axis. So are those that were frozen only because it counted as a wall.
    for (std::size_t i = before; i < frozen_.size(); ++i) wall_[frozen_[i]] = 0;
    frozen_.resize(before);
    return false;
  }
  return true;
}

}  // namespace budge::sokoban
