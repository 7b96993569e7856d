// Closed-diagonal deadlocks: boxes around a chain of holes, none of which can be pushed without freezing.
//
// A hole is a free cell with boxes or walls on all four sides. Holes that touch at corners share boxes and form a
// chain. The player cannot stand in a hole, so the boxes around the chain can only be pushed inwards, or parallel to a
// side that no hole touches. If each of these pushes is blocked forever, or freezes boxes off target even without all
// other boxes, then none of the boxes can ever move first. They all stay where they are, which is a deadlock if one is
// off target.
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

  // True if the box on `cell` is part of a closed diagonal. around() then lists the boxes around its holes.
  bool deadlocked(const Board& board, Cell cell, Cell player);
  const std::vector<Cell>& around() const { return around_; }

 private:
  bool is_hole(const Board& board, Cell cell) const;

  bool is_closed(const Board& board, Cell first, Cell player);

  void find_chain(const Board& board, Cell first);

  bool push_is_useless(int box, int direction);

  const Level& level_;
  Board alone_;  // only the boxes around the holes
  Freeze freeze_;
  std::vector<Cell> holes_, around_;
};

}  // namespace budge::sokoban
