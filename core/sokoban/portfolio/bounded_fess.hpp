// Bounded FESS: searches for a plan whose pushes equal the lower bound that is proven. Such a plan is optimal. If there
// is none, the lower bound rises.
//
// On large levels A* may raise its bound to the optimum early and then take long to reach a goal at that cost, because
// it does not know in which order to pack the boxes. Feature space search (FESS) plans that order. So FESS searches for
// plans of no more pushes than the bound, for a small share of the nodes, and starts afresh when the bound rises. FESS
// prunes only lost positions, so a search that runs out of moves proves that every plan has more pushes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sokoban/any/fess.hpp"
#include "sokoban/deadlocks/deadlocks.hpp"
#include "sokoban/portfolio/task.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// For the metric pushes.
class BoundedFess : public Task {
 public:
  BoundedFess(const Level& level, Control& control)
      : level_(level), control_(control), next_turn_(level.tuning().bounded_fess_after) {}

  std::optional<search::Solution> take_turn(Cost lower_bound) override;

 private:
  static constexpr std::size_t strategies = 4;

  void restart(int pushes);
  std::optional<search::Solution> run_next_strategy();

  const Level& level_;
  Control& control_;
  std::uint64_t next_turn_;             // when the control has counted this many nodes
  std::optional<Deadlocks> deadlocks_;  // learned by all strategies; outlives them
  std::array<std::unique_ptr<Fess>, strategies> searches_;
  int pushes_ = 0;  // that a plan may have
  std::size_t turns_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace budge::sokoban
