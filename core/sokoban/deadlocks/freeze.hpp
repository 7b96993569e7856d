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
  bool check(const Board& board, Cell cell);
  const std::vector<Cell>& frozen() const { return frozen_; }
  bool found() const { return !frozen_.empty(); }  // by the last of these questions

  // Lists all frozen boxes: every one counts as a wall until it turns out to be free.
  const std::vector<Cell>& all(const Board& board);

  // True if the box on `cell` is frozen together with more boxes off target than there are to spare.
  bool deadlocked(const Board& board, Cell cell);

 private:
  bool blocked(Cell cell, int axis) const {
    const Cell one = level_.next(cell, axis), other = level_.next(cell, Level::opposite(axis));
    return wall_[one] || wall_[other] || (no_entry(one) && no_entry(other));
  }

  bool no_entry(Cell cell) const { return cell >= level_.box_cells(); }

  bool is_frozen(const Board& board, Cell cell);

  const Level& level_;
  std::vector<char> wall_;
  std::vector<Cell> frozen_;
};

}  // namespace budge::sokoban
