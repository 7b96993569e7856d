// Potential of the floor, which make of a lower bound on pushes one on moves.
//
// Let every cell of the floor have a height, neighbours differing by one at most. A plan takes the player from its
// height now to that of its end. What its pushes take it down beyond that, walks must take it up again, a move for each
// unit of height. So weigh a push as one more than it takes the player down: the weights of all pushes, plus the height
// of the end, less the height now, are no more than the moves. As these weights are the pushes' own, the least that
// boxes need of them is found as for pushes: by distances and a matching. Potential that are all alike give the bound
// on pushes.
//
//   ######             Two boxes go two cells to the right each: 4 pushes. The heights beside count the steps from the
//   #@$ .#    2 1 0 1  third cell of the upper row. Every push takes the player down by one and so weighs 2: 8 in all.
//   # $ .#    3 2 1 2  The player is at height 2 and ends at 0 at the least: 8 + 0 - 2 = 6 moves. It takes 7: two
//   ######             pushes, three steps back to the other side of the other box, two pushes.
#pragma once

#include <cassert>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Potential {
 public:
  using Cell = Level::Cell;
  static constexpr int heaviest = Distances::max_weight;  // push

  Potential() = default;  // all alike
  Potential(const Level& level, std::vector<int> by_cell);

  // Of the push that takes the player from one cell to another.
  int weight(Cell from, Cell to) const {
    assert(fall(from, to) >= -1 && 1 + fall(from, to) <= heaviest);  // neighbours differ by one at most
    return 1 + fall(from, to);
  }
  int fall(Cell from, Cell to) const { return by_cell_.empty() ? 0 : by_cell_[from] - by_cell_[to]; }

  // How much higher than on `player` a plan ends at least.
  int rise(Cell player) const { return by_cell_.empty() ? 0 : end_ - by_cell_[player]; }

  const std::vector<int>& by_cell() const { return by_cell_; }  // empty if constant
  bool is_constant() const { return by_cell_.empty(); }

 private:
  std::vector<int> by_cell_;
  int end_ = 0;  // the least height where the last push can leave the player
};

// Of all heights that count the steps from some cell, those that make the bound at the start highest; all alike if none
// makes it higher.
Potential best_potential(const Level& level);

}  // namespace budge::sokoban
