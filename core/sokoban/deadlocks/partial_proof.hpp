// The common part of proofs that a subset of the boxes is dead: a board for these boxes, a budget of positions, and a
// cache of the results. A subset that is proven dead is learned as a pattern.
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
        max_positions_(max_positions),
        control_(control),
        board_(level),
        reach_(level),
        freeze_(level),
        patterns_(patterns),
        verdicts_(level, control) {}

  // True if `search(player)` proves the boxes on board_ dead, with the player in the region reach_. Results are cached.
  template <class Search>
  bool is_dead(Search&& search) {
    return verdicts_(board_, reach_.first(),
                     [&](Cell at) { return patterns_.learn(board_, at, [&] { return search(at); }); });
  }

  const Level& level_;
  const int max_positions_;
  Control& control_;
  Board board_;  // a subset of the boxes
  Reach reach_;
  Freeze freeze_;

 private:
  DeadPatterns& patterns_;
  VerdictCache verdicts_;
};

}  // namespace budge::sokoban
