// Turns a lower bound on pushes into one on moves, by weighing each push with a potential of the player's cell.
//
// A potential assigns a number to every floor cell so that neighbours differ by at most 1. One step changes the
// player's potential by at most 1. If the pushes of a plan lower it by D more than the whole plan does, then walks must
// raise it by D, which takes at least D moves. So give each push the weight 1 + (the amount by which it lowers the
// potential). Then
//
//   moves ≥ sum of the weights of all pushes + potential at the end - potential now.
//
// The weight of a push depends only on where it happens. The least total weight is therefore found like the least
// number of pushes: by distances and a matching. A constant potential gives the bound on pushes.
//
//   ######             Two boxes need two pushes to the right each: 4 pushes. The potential on the right counts the
//   #@$ .#    2 1 0 1  steps from the third cell of the upper row. Every push lowers it by 1 and so weighs 2: 8 in
//   # $ .#    3 2 1 2  all. It is 2 at the player and at least 0 at the end: 8 + 0 - 2 = 6 moves. The optimum is 7:
//   ######             two pushes, three steps to the left side of the other, two pushes.
#pragma once

#include <cassert>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Potential {
 public:
  using Cell = Level::Cell;
  static constexpr int max_weight = Distances::max_weight;

  Potential() = default;  // constant
  Potential(const Level& level, std::vector<int> by_cell);

  // The weight of a push that takes the player from one cell to a neighbouring one.
  int weight(Cell from, Cell to) const {
    assert(1 + drop(from, to) >= 0 && 1 + drop(from, to) <= max_weight);  // neighbours differ by at most 1
    return 1 + drop(from, to);
  }

  // By how much the potential is lower at `to` than at `from`.
  int drop(Cell from, Cell to) const { return by_cell_.empty() ? 0 : by_cell_[from] - by_cell_[to]; }

  // A lower bound on (potential at the end) - (potential at `player`).
  int min_rise(Cell player) const { return by_cell_.empty() ? 0 : min_end_ - by_cell_[player]; }

  const std::vector<int>& by_cell() const { return by_cell_; }  // empty if constant
  bool is_constant() const { return by_cell_.empty(); }

 private:
  std::vector<int> by_cell_;
  int min_end_ = 0;  // the lowest potential of a cell where the last push can leave the player
};

// Of the potentials that count the steps from one cell, the one with the highest bound at the start; constant if none
// of them raises that bound.
Potential best_potential(const Level& level);

}  // namespace budge::sokoban
