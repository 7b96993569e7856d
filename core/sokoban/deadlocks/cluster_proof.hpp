// Dead tangles: boxes beside each other that can never all be brought home, though nothing else were on the floor.
//
// A box that was just moved is looked at with those that touch it, and those that touch them, all others taken away.
// Every box that can be brought to a target while the rest stand still vanishes there, which can only make things
// easier. If no pushes of those that remain let the next one go, until all have gone, the whole position is dead. The
// searches are short and given up beyond a limit; what they found is remembered, and those boxes that a proof needs
// become a pattern.
#pragma once

#include <utility>
#include <vector>

#include "sokoban/deadlocks/partial_proof.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

class ClusterProof : public PartialProof {
 public:
  ClusterProof(const Level& level, int max_positions, DeadPatterns& patterns, Control& control);

  // True if the position is proven dead. A box was moved to `cell`, and the player is on `player`.
  bool dead(const Board& board, Cell cell, Cell player);

 private:
  void find_tangle(const Board& board, Cell cell);

  // Takes away all boxes that can be brought home one by one.
  void let_go(Cell player);

  // Depth first, since one way out is enough.
  bool search(Cell player);

  Tour tour_;
  std::vector<std::pair<Cell, int>> left_;
};

}  // namespace budge::sokoban
