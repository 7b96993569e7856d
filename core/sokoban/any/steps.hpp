// Every step of the player while one box is pushed along a way, walks between the pushes among them.
#pragma once

#include <cassert>
#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Steps {
 public:
  using Cell = Level::Cell;

  Steps(const Level& level, Cell player) : level_(level), walk_(level), player_(player) {}

  // Pushes a box in each of these directions in turn; all of it must be possible.
  void push(Board& board, int box, const std::vector<int>& way) {
    for (const int direction : way) {
      const Cell cell = board.cell(box), behind = level_.next(cell, Level::opposite(direction));
      if (player_ != behind) {
        walk_.fill(board, player_);
        const std::vector<int> walk = walk_.way(behind);
        steps_.insert(steps_.end(), walk.begin(), walk.end());
      }
      assert(!board.blocked(level_.next(cell, direction)));
      steps_.push_back(direction);
      board.move(box, level_.next(cell, direction));
      player_ = cell;
    }
  }

  Cell player() const { return player_; }
  const std::vector<int>& all() const { return steps_; }

 private:
  const Level& level_;
  Walk walk_;
  Cell player_;
  std::vector<int> steps_;
};

}  // namespace budge::sokoban
