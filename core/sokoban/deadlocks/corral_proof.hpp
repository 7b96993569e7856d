// Dead corrals: boxes that shut the player out of a part of the floor for good.
//
// For every part of the floor out of the player's reach, the boxes around it are searched alone, all others taken away:
// that can only make things easier. If no pushes of theirs ever bring them home or let the player walk everywhere, the
// whole position is dead. The searches are short and given up beyond a limit; what they found is remembered, and those
// boxes that a proof needs become a pattern.
#pragma once

#include <vector>

#include "sokoban/deadlocks/corral.hpp"
#include "sokoban/deadlocks/partial_proof.hpp"

namespace budge::sokoban {

class CorralProof : public PartialProof {
 public:
  CorralProof(const Level& level, int max_positions, DeadPatterns& patterns, Control& control);

  // True if the position is proven dead. `reach` is where the player can walk.
  bool dead(const Board& board, const Reach& reach);

 private:
  // Asks about the boxes on the fence, or remembers.
  bool proven(const Board& board, Cell player);

  bool is_open() const { return reach_.shut_out().empty() || off_target() <= level_.spare(); }

  int off_target() const;

  // Depth first, since one way out is enough.
  bool search(Cell player);

  Corrals corrals_;
  std::vector<char> on_fence_;
  std::vector<Push> candidates_;
};

}  // namespace budge::sokoban
