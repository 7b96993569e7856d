// Expands macro moves into the steps of the player: the pushes, and the shortest walks between them.
#pragma once

#include <cassert>
#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class MacroExpansion {
 public:
  using Cell = Level::Cell;

  MacroExpansion(const Level& level, Cell player) : level_(level), walk_(level), player_(player) {}

  // Appends the steps that push a box in each of these directions in turn. Every push must be legal.
  void push(Board& board, int box, const std::vector<int>& directions) {
    for (const int direction : directions) {
      const Cell cell = board.cell(box), behind = level_.next(cell, Level::opposite(direction));
      if (player_ != behind) {
        walk_.fill(board, player_);
        const std::vector<int> walk = walk_.path(behind);
        steps_.insert(steps_.end(), walk.begin(), walk.end());
      }
      assert(!board.blocked(level_.next(cell, direction)));
      steps_.push_back(direction);
      board.move(box, level_.next(cell, direction));
      player_ = cell;
    }
  }

  Cell player() const { return player_; }
  const std::vector<int>& steps() const { return steps_; }

 private:
  const Level& level_;
  Walk walk_;
  Cell player_;
  std::vector<int> steps_;
};

}  // namespace budge::sokoban
