// FESS: feature space search for some plan of a level (Shoham and Schaeffer, "The FESS Algorithm", 2020).
//
// The search grows a tree of positions, but decides in a small feature space which leaf to expand next: packing stage,
// connectivity and boxes out of plan (see features.hpp). A move takes one box anywhere it can be pushed (a macro move),
// and advisors (advisors.hpp) mark the few moves that are likely to help. All pruning is sound: if the search runs out
// of moves, there is no plan. A plan may have any cost.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "search/run.hpp"
#include "sokoban/any/packing_order.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/deadlocks/deadlocks.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/positions.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// A move that no advisor marks costs one. Its leaf is ranked by the sum of these costs: since the last progress on its
// path, so that detours are forgotten once they pay off, or since the start. The other values also count pushes, for
// plans that have few: an unmarked move then costs as much as this many detours of two pushes. Each choice solves many
// levels that the others do not.
enum class MoveCost : std::uint32_t { since_progress, since_start, two_detours, three_detours, five_detours = 5 };

// Whether moves that simple rules show to be dead are dropped when they are generated, or kept until they are chosen.
// If they are dropped, advisors mark better moves. To keep them is cheaper, and it varies what advisors mark. Each
// choice solves some levels that the other does not.
enum class DeadMoves { prune, keep };

// Whether targets are filled in the order of a packing plan, or in any order.
enum class TargetOrder { planned, any };

// Which moves count as breaking the packing plan (see plan_feasibility.hpp): those that freeze a box in the way, or
// also those that use up boxes too early.
enum class PlanTest { frozen, supply };

struct FessOptions {
  TargetOrder order = TargetOrder::planned;
  SinkChoice sink = SinkChoice::farthest;  // for the packing plan
  Parking parking = Parking::as_planned;
  MoveCost move_cost = MoveCost::since_progress;
  DeadMoves dead_moves = DeadMoves::prune;
  PlanTest plan_test = PlanTest::frozen;
  std::uint64_t seed = 0;                            // not 0: a random quarter of the moves costs one more
  int max_pushes = std::numeric_limits<int>::max();  // of the plan
  double planning_deadline = std::numeric_limits<double>::infinity();  // of the packing plan, in seconds of the clock
};

class Fess {
 public:
  // `deadlocks` are of the same level and outlive the search. Throws Stopped.
  Fess(const Level& level, const FessOptions& options, Deadlocks& deadlocks, Control& control);
  // The same from another placement of the boxes and the player, with weights for the packing plan.
  Fess(const Level& level, Placement from, const FessOptions& options, Deadlocks& deadlocks, Control& control,
       const std::vector<std::uint8_t>& weights = {});
  ~Fess();

  // A plan as solve() returns it, or `unsolvable` if there is none within `max_pushes`; nothing if the search needs
  // more than `nodes` nodes, after which it can be resumed. Throws Stopped.
  std::optional<search::Solution> resume(std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max());

  // All positions generated, dead ones included, and every step of the player to one of them.
  const Positions& positions() const;
  std::vector<int> path_to(Positions::Id id);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace budge::sokoban
