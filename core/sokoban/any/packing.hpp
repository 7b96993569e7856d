// A packing plan: in which order the targets are to be filled, so that none is walled off before its time.
//
// Made from the end: boxes are pulled out of the solved position one by one. A box that can be brought to where some
// box stands at the start is taken away; where none can, one is moved aside. Read backwards, this says which cells are
// to hold boxes, stage after stage. (Shoham and Schaeffer, "The FESS Algorithm", 2020.)
#pragma once

#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class PackingPlan {
 public:
  using Cell = Level::Cell;

  // `variant` 0, 1, 2, … are different plans where there is a choice.
  PackingPlan(const Level& level, unsigned variant, Control& control);

  int stages() const { return static_cast<int>(steps_.size()); }

  // The last stage whose boxes all stand in their places.
  int stage(const Board& board) const;

  // Boxes that the next stage would shut off from the targets left.
  int astray(const Board& board, int stage) const;

 private:
  // A box comes to `to`, from outside or from `from`.
  struct Step {
    Cell to, from;
  };

  void find_order(unsigned variant, Control& control);
  void find_shut_off();

  const Level& level_;
  std::vector<Step> steps_;
  std::vector<std::vector<char>> fine_;  // by stage and cell: a box there is packed, or can still reach a target left
};

}  // namespace budge::sokoban
