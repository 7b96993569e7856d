// Dead clusters: adjacent boxes that cannot all reach targets, even without all other boxes.
//
// A cluster consists of the box that was just moved, the boxes that touch it (corners included), those that touch
// these, and so on. It is searched alone. After every push, each box that can be brought to a target while the others
// stand still is removed, which only makes the position easier. If no sequence of pushes removes all boxes, the
// position is dead. A search that exceeds its budget of positions is abandoned and proves nothing. Results are cached,
// and the boxes that a proof needs become a pattern (dead_patterns.hpp).
#pragma once

#include <utility>
#include <vector>

#include "sokoban/deadlocks/partial_proof.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

class ClusterProof : public PartialProof {
 public:
  ClusterProof(const Level& level, int max_positions, DeadPatterns& patterns, Control& control);

  // True if the position is proven dead. A box was just moved to `cell`, and the player is on `player`.
  bool dead(const Board& board, Cell cell, Cell player);

 private:
  void find_cluster(const Board& board, Cell cell);

  // Removes, one by one, all boxes that can be brought to a target, and stores the player's region in reach_.
  void remove_free_boxes(Cell player);

  // True if the boxes can never all be removed. Depth-first, since one solution disproves the deadlock.
  bool search(Cell player);

  Tour tour_;
  std::vector<std::pair<Cell, int>> rest_;
};

}  // namespace budge::sokoban
