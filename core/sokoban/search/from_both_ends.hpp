// NBS for Sokoban in turns with A*.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "search/request.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

// NBS in turns with A*, for boxes that are all alike. Where boxes go a long way, A* has the better bound; where the
// bound says little, as on levels with many walks or with boxes in each other's way, searches from both ends meet long
// before A* comes to the end. So if NBS has proven more than A* had with as many nodes, it gets eight for one of A*,
// else one for eight. What one has proven counts for both.
class FromBothEnds {
 public:
  // Short searches do without: it begins after so many nodes. A turn has so many.
  FromBothEnds(const Level& level, Metric metric, std::uint64_t from, Control& control, std::uint64_t turn = 1 << 15);
  ~FromBothEnds();

  // Has a turn if it is time for one. No plan is cheaper than `least`, says A*. Throws Stopped.
  std::optional<search::Solution> take_turn(Cost least);

 private:
  struct Turns;
  template <int Words>
  struct Nbs;

  const Level& level_;
  Metric metric_;
  Control& control_;
  std::uint64_t next_, turn_;
  std::uint64_t nodes_ = 0, bytes_ = 0;  // that NBS has taken
  struct Proven {
    Cost least;
    std::uint64_t nodes;
  };
  std::vector<Proven> by_astar_;  // with so many nodes, in the order of both
  std::unique_ptr<Turns> turns_;
};

}  // namespace budge::sokoban
