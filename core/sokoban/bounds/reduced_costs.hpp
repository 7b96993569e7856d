// What each push of a plan loses: the pushes of a plan, told apart.
//
// A matching has a price for every target. What a box is *worth* to the sum is its distance from the target that suits
// it best, less the price of that; a push *loses* one, less what it brings the box's worth down. No loss is negative,
// for a push brings a box nearer to a target by one at most. Summed up over a plan, worths cancel but for the first,
// whose sum with the prices is the total of the matching, and the last, whose lack is the loss at the end. So all
// pushes of a plan are the total and what is lost, wherever that is.
//
// The prices of a matching are not unique. Those taken here lie in the middle of all that are possible, so that a box
// loses something wherever it goes that no best matching sends it. So they are fractions, counted in parts of a push.
#pragma once

#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class ReducedCosts {
 public:
  using Cell = Level::Cell;
  static constexpr int never = 1 << 28;

  // For plans from a position of a level without boxes to spare whose boxes are all alike. `level` outlives it.
  ReducedCosts(const Level& level, const Placement& from);

  // Of the matching: pushes, or Matching::infinite, and then there is nothing else to ask.
  int total() const { return total_; }

  // A push is so many parts.
  int parts() const { return parts_; }

  // Parts lost by a push of a box on a cell by the player on a side of it; never if no plan has such a push.
  int of_push(Cell cell, int side) const {
    const Cell player = level_.next(cell, side), to = level_.next(cell, Level::opposite(side));
    if (player == level_.outside() || cell >= level_.box_cells() || to >= level_.box_cells()) return never;
    const int before = worth(cell, player), after = worth(to, cell);
    return before == never || after == never ? never : parts_ - before + after;
  }

  // Lost at the end, when boxes are on all targets and the player is on a cell.
  int at_end(Cell player) const;

 private:
  int worth(Cell cell, Cell player) const { return worth_[level_.stance(cell, player)]; }

  const Level& level_;
  int total_, parts_ = 1;
  std::vector<int> prices_;  // by target
  std::vector<int> worth_;   // by stance
};

}  // namespace budge::sokoban
