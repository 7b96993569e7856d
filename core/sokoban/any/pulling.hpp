// Some plan for a level, by feature space search from its end: boxes are pulled off the targets until all stand where
// they do at first.
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

class PullingSearch {
 public:
  // Boxes must be all alike, with a target for each.
  static bool is_for(const Level& level) { return level.kinds() == 1 && level.spare() == 0; }

  // For a level of that sort. Throws Stopped.
  PullingSearch(const Level& level, Control& control);
  ~PullingSearch();

  // A plan as solve() gives it, or `unsolvable` where there is none; nothing yet if that takes more than so many nodes.
  // Throws Stopped.
  std::optional<search::Solution> go_on(std::uint64_t nodes);

  // All that it has come to, and every step of a player who is on `player` from one of them to the end.
  const Positions& positions() const;
  std::vector<int> way_from(Positions::Id id, Level::Cell player);

 private:
  class Pulling;
  std::unique_ptr<Pulling> pulling_;
};

}  // namespace budge::sokoban
