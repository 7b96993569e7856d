// Dead corrals: boxes that shut the player out of a part of the floor forever.
//
// For every region out of the player's reach, the boxes around it are searched alone. Removing the other boxes only
// makes the position easier. If no pushes of these boxes bring all of them to targets or open the corral, so that the
// player can reach the whole floor, then the position is dead. A search that exceeds its budget of positions is
// abandoned and proves nothing. Results are cached, and the boxes that a proof needs become a pattern
// (dead_patterns.hpp).
#pragma once

#include <vector>

#include "sokoban/deadlocks/corral.hpp"
#include "sokoban/deadlocks/partial_proof.hpp"

namespace budge::sokoban {

class CorralProof : public PartialProof {
 public:
  CorralProof(const Level& level, int max_positions, DeadPatterns& patterns, Control& control);

  // True if the position is proven dead. `reach` is the region of the player.
  bool dead(const Board& board, const Reach& reach);

 private:
  // True if the boxes on the fence are proven dead.
  bool proven(const Board& board, Cell player);

  bool is_open() const { return reach_.shut_out().empty() || off_target() <= level_.spare(); }

  int off_target() const;

  // True if no sequence of pushes opens the corral. Depth-first, since one solution disproves the deadlock.
  bool search(Cell player);

  Corrals corrals_;
  std::vector<char> on_fence_;
  std::vector<Push> candidates_;
};

}  // namespace budge::sokoban
