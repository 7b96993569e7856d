// What proofs about some of the boxes share, all others taken away: a board of their own, a limit of positions, and a
// memory of what was asked before. Boxes that are proven lost become a pattern.
#pragma once

#include "sokoban/deadlocks/dead_patterns.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/sub_positions.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class PartialProof {
 public:
  using Cell = Level::Cell;

 protected:
  PartialProof(const Level& level, int max_positions, DeadPatterns& patterns, Control& control)
      : level_(level),
        limit_(max_positions),
        control_(control),
        board_(level),
        reach_(level),
        freeze_(level),
        patterns_(patterns),
        asked_(level, control) {}

  // True if `search(player)` says so of the boxes on board_, or said so before; reach_ is where the player can walk.
  template <class Search>
  bool lost(Search&& search) {
    return asked_(board_, reach_.first(),
                  [&](Cell at) { return patterns_.ask(board_, at, [&] { return search(at); }); });
  }

  const Level& level_;
  const int limit_;
  Control& control_;
  Board board_;  // some boxes alone
  Reach reach_;
  Freeze freeze_;

 private:
  DeadPatterns& patterns_;
  VerdictCache asked_;
};

}  // namespace budge::sokoban
