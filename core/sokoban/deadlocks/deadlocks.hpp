// Whether a position is lost, for searches that take the time to ask: by rules, by proofs, and by what proofs before
// have taught. One of these serves all searches of a level that take turns: what one has learnt the others know.
#pragma once

#include <optional>

#include "sokoban/deadlocks/cluster_proof.hpp"
#include "sokoban/deadlocks/corral_proof.hpp"
#include "sokoban/deadlocks/dead_patterns.hpp"
#include "sokoban/deadlocks/diagonal.hpp"
#include "sokoban/deadlocks/pairs.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Deadlocks {
 public:
  using Cell = Level::Cell;

  Deadlocks(const Level& level, Control& control, SharedPatterns* shared = nullptr)
      : pairs_(level),
        diagonal_(level),
        patterns_(level, control, shared),
        corrals_(level, static_cast<int>(level.tuning().corral_positions), patterns_, control),
        tangles_(level, static_cast<int>(level.tuning().cluster_positions), patterns_, control) {}

  // At a glance: the box on `moved` was brought there from a position that was not known to be lost.
  bool foreseen(const Board& board, Cell moved, Cell player) const {
    return patterns_.hold(board, moved, player) || pairs_.deadlocked(board, moved, player);
  }

  // By rules and patterns, of any position; a box was brought to `moved`, but for the first.
  bool known(const Board& board, std::optional<Cell> moved, Cell player) {
    if (patterns_.hold(board, player)) return true;
    return moved && (pairs_.deadlocked(board, *moved, player) || diagonal_.deadlocked(board, *moved, player));
  }

  // By a small search, where it is not known.
  bool proven(const Board& board, const Reach& reach, std::optional<Cell> moved, Cell player) {
    return corrals_.dead(board, reach) || (moved && tangles_.dead(board, *moved, player));
  }

 private:
  PairTable pairs_;
  ClosedDiagonal diagonal_;
  DeadPatterns patterns_;
  CorralProof corrals_;
  ClusterProof tangles_;
};

}  // namespace budge::sokoban
