// Freeze deadlocks: boxes that can never be pushed again, though one of them has no target under it.
//
// A box is blocked along an axis if a wall or a frozen box stands on either side of it, or if both sides are squares
// where no box may go. It is frozen if it is blocked along both axes. Boxes beside it are asked in turn; while a box is
// being asked it counts as a wall, so boxes that block one another come out frozen together. Four boxes or walls in a
// square are the smallest case.
#pragma once

#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Freeze {
 public:
  using Cell = Level::Cell;

  explicit Freeze(const Level& level) : level_(level), wall_(level.floor() + 1, 0) { wall_[level.outside()] = 1; }

  // True if the box on `cell` is frozen; frozen() then lists it and boxes that are frozen with it.
  bool check(const Board& board, Cell cell) {
    frozen_.clear();
    const bool result = is_frozen(board, cell);
    for (const Cell asked : frozen_) wall_[asked] = 0;
    return result;
  }
  const std::vector<Cell>& frozen() const { return frozen_; }
  bool found() const { return !frozen_.empty(); }  // by the last of these questions

  // Lists all frozen boxes: every one counts as a wall until it turns out to be free.
  const std::vector<Cell>& all(const Board& board) {
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

  // True if the box on `cell` is frozen together with more boxes off target than there are to spare.
  bool deadlocked(const Board& board, Cell cell) {
    frozen_.clear();
    // Most boxes stand free: something must be beside it, on each axis, for it to freeze.
    for (const int d : {0, 1}) {
      const Cell one = level_.next(cell, d), other = level_.next(cell, Level::opposite(d));
      if (!board.blocked(one) && !board.blocked(other) && !(no_entry(one) && no_entry(other))) return false;
    }
    if (!check(board, cell)) return false;
    int astray = 0;
    for (const Cell at : frozen_) astray += !level_.accepts(at, board.kind(board.box_at(at)));
    return astray > level_.spare();
  }

 private:
  bool blocked(Cell cell, int axis) const {
    const Cell one = level_.next(cell, axis), other = level_.next(cell, Level::opposite(axis));
    return wall_[one] || wall_[other] || (no_entry(one) && no_entry(other));
  }

  bool no_entry(Cell cell) const { return cell >= level_.box_cells(); }

  bool is_frozen(const Board& board, Cell cell) {
    const std::size_t before = frozen_.size();
    wall_[cell] = 1;
    frozen_.push_back(cell);
    for (const int d : {0, 1}) {
      const Cell one = level_.next(cell, d), other = level_.next(cell, Level::opposite(d));
      if (wall_[one] || wall_[other] || (no_entry(one) && no_entry(other))) continue;
      if (board.has_box(one) && is_frozen(board, one)) continue;
      if (board.has_box(other) && is_frozen(board, other)) continue;
      // Free along this axis: so are those that were frozen only because this one was taken for a wall.
      for (std::size_t i = before; i < frozen_.size(); ++i) wall_[frozen_[i]] = 0;
      frozen_.resize(before);
      return false;
    }
    return true;
  }

  const Level& level_;
  std::vector<char> wall_;
  std::vector<Cell> frozen_;
};

}  // namespace budge::sokoban
