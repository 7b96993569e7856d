// All deadlock tests in one object: rules, small proofs, and the patterns learned by these proofs.
//
// Searches of one level that take turns share one object, and so the learned patterns.
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
        clusters_(level, static_cast<int>(level.tuning().cluster_positions), patterns_, control) {}

  // A quick test after a move from a position that is not known to be dead. The moved box is on `moved`.
  bool dead_after_move(const Board& board, Cell moved, Cell player) const {
    return patterns_.match(board, moved, player) || pairs_.deadlocked(board, moved, player);
  }

  // By rules and patterns. The last moved box is on `moved`; there is none at the start.
  bool dead_by_rules(const Board& board, std::optional<Cell> moved, Cell player) {
    if (patterns_.match(board, player)) return true;
    return moved && (pairs_.deadlocked(board, *moved, player) || diagonal_.deadlocked(board, *moved, player));
  }

  // By small searches, for positions that are not dead by rules.
  bool dead_by_search(const Board& board, const Reach& reach, std::optional<Cell> moved, Cell player) {
    return corrals_.dead(board, reach) || (moved && clusters_.dead(board, *moved, player));
  }

 private:
  PairTable pairs_;
  ClosedDiagonal diagonal_;
  DeadPatterns patterns_;
  CorralProof corrals_;
  ClusterProof clusters_;
};

}  // namespace budge::sokoban
