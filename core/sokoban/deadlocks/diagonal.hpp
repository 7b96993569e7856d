// Closed-diagonal deadlocks: boxes around a chain of holes, none of which can be pushed without freezing.
//
// A hole is a free cell shut in on all four sides; holes that touch at corners share the boxes between them and make a
// chain. No player can stand in a hole, so the boxes around can only be pushed inward, or along a side that no hole
// touches. If each such push is blocked for good, or freezes boxes off target even with all other boxes taken away,
// then none of these boxes can ever be the first to move: they stay where they are, which is a deadlock if one of them
// is off target.
#pragma once

#include <algorithm>
#include <vector>

#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class ClosedDiagonal {
 public:
  using Cell = Level::Cell;

  explicit ClosedDiagonal(const Level& level) : level_(level), alone_(level), freeze_(level) {}

  // True if the box on `cell` helps to close a chain of holes for good; around() then lists the boxes.
  bool deadlocked(const Board& board, Cell cell, Cell player);
  const std::vector<Cell>& around() const { return around_; }

 private:
  bool is_hole(const Board& board, Cell cell) const;

  bool closed_for_good(const Board& board, Cell first, Cell player);

  void find_chain(const Board& board, Cell first);

  bool push_is_hopeless(int box, int direction);

  const Level& level_;
  Board alone_;  // the boxes around the holes, without the others
  Freeze freeze_;
  std::vector<Cell> holes_, around_;
};

}  // namespace budge::sokoban
