// Freeze deadlocks: boxes that can never be pushed again, although at least one of them is off target.
//
// A box is blocked along an axis if a wall or a frozen box is next to it on that axis, or if both neighbours on that
// axis are dead squares. It is frozen if it is blocked along both axes. The test recurses into neighbouring boxes. A
// box being tested counts as a wall, so boxes that block one another are found to be frozen together. The smallest case
// is a square of four boxes or walls.
//
//   #######    Box a is blocked vertically by the wall. Horizontally it is blocked if b is frozen. Box b is blocked
//   # ab  #    vertically by the wall, and horizontally by a, which counts as a wall meanwhile. So both are frozen.
//   #     #
//   #######
#pragma once

#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Freeze {
 public:
  using Cell = Level::Cell;

  explicit Freeze(const Level& level) : level_(level), wall_(level.floor() + 1, 0) { wall_[level.outside()] = 1; }

  // True if the box on `cell` is frozen. frozen() then lists the box and those frozen together with it.
  bool check(const Board& board, Cell cell);
  const std::vector<Cell>& frozen() const { return frozen_; }
  bool found() const { return !frozen_.empty(); }  // by the last call of check() or deadlocked()

  // Lists all frozen boxes. Every box counts as a wall until it is found to be free.
  const std::vector<Cell>& all(const Board& board);

  // True if the box on `cell` is frozen and more frozen boxes are off target than there are spare boxes.
  bool deadlocked(const Board& board, Cell cell);

 private:
  bool blocked(Cell cell, int axis) const {
    const Cell one = level_.next(cell, axis), other = level_.next(cell, Level::opposite(axis));
    return wall_[one] || wall_[other] || (is_dead_square(one) && is_dead_square(other));
  }

  bool is_dead_square(Cell cell) const { return cell >= level_.box_cells(); }

  bool is_frozen(const Board& board, Cell cell);

  const Level& level_;
  std::vector<char> wall_;
  std::vector<Cell> frozen_;
};

}  // namespace budge::sokoban
