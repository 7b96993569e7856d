// Backward FESS: some plan for a level, by feature space search from the solved position. Boxes are pulled off the
// targets until all of them stand on their start cells.
//
// The more start cells hold a box, the better the score, then the fewer regions, and so on. Pulls can go wrong for good
// less easily than pushes, so the only pruning is that every box must match a start cell that it can come from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "search/run.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/positions.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class BackwardFess {
 public:
  // Boxes must be interchangeable, with a target for each.
  static bool is_for(const Level& level) { return level.kinds() == 1 && level.spare() == 0; }

  // The level must satisfy applies_to(). Throws Stopped.
  BackwardFess(const Level& level, Control& control);
  ~BackwardFess();

  // A plan as solve() returns it, or `unsolvable`; nothing if the search needs more than `nodes` nodes, after which it
  // can be resumed. Throws Stopped.
  std::optional<search::Solution> resume(std::uint64_t nodes);

  // All positions generated, and the steps from one of them to the solved position, for a player on cell `player`.
  const Positions& positions() const;
  std::vector<int> path_from(Positions::Id id, Level::Cell player);

 private:
  class Pulling;
  std::unique_ptr<Pulling> pulling_;
};

}  // namespace budge::sokoban
