// Some plan for a level, by feature space search (Shoham and Schaeffer, "The FESS Algorithm", 2020).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "search/run.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/any/unpacking.hpp"
#include "sokoban/deadlocks/deadlocks.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/positions.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// Moves that no advisor names cost one each: all of them on the way, or those since the best position on it, so that
// whatever led to progress is paid. Each solves many levels that the other does not. Or pushes count as well, for plans
// that have few of them: such a move costs as much as so many detours of two pushes.
enum class Price : std::uint32_t { since_best, from_start, two_detours, three_detours, five_detours = 5 };

// Whether moves that a glance shows to be lost are offered all the same, to be found out when their turn comes. Without
// them advisors name better moves; but what they keep busy with has its use, too, and each way solves some levels that
// the other does not.
enum class Offered { hopeful, all };

// Whether targets are filled in the order of a packing plan, or as it comes.
enum class Order { planned, any };

struct FessOptions {
  Order order = Order::planned;
  Sink sink = Sink::farthest;  // for the packing plan
  Parking parking = Parking::as_planned;
  Price price = Price::since_best;
  Offered offered = Offered::hopeful;
  std::uint64_t seed = 0;  // 0, or by chance other prices: one more for a quarter of the moves
  int most_pushes = std::numeric_limits<int>::max();            // of the plan
  double plan_until = std::numeric_limits<double>::infinity();  // seconds of the clock, given to making the plan
};

class FeatureSpaceSearch {
 public:
  // `deadlocks`, of the same level, outlive it. Throws Stopped.
  FeatureSpaceSearch(const Level& level, const FessOptions& options, Deadlocks& deadlocks, Control& control);
  // The same for boxes and a player who stand elsewhere at first, with weights for the packing plan.
  FeatureSpaceSearch(const Level& level, Placement from, const FessOptions& options, Deadlocks& deadlocks,
                     Control& control, const std::vector<std::uint8_t>& weights = {});
  ~FeatureSpaceSearch();

  // A plan as solve() gives it, of as many pushes as are allowed, or `unsolvable` where there is none; nothing yet if
  // that takes more than so many nodes. Throws Stopped.
  std::optional<search::Solution> go_on(std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max());

  // All that it has come to, dead or not, and every step of the player to one of them.
  const Positions& positions() const;
  std::vector<int> way_to(Positions::Id id);

 private:
  class Fess;
  std::unique_ptr<Fess> fess_;
};

}  // namespace budge::sokoban
