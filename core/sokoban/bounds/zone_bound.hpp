// How many pushes a position takes at least, by what boxes must lose near the targets, and what elsewhere.
//
// The floor is cut in two, and what must be lost on pushes that end in either part (see losses.hpp) adds up. Near the
// targets it is told from the end: all targets are filled then, and going back from there boxes are pulled out, one by
// one; who has left that zone has vanished. In the rest of the floor boxes are pushed on from where they stand, and
// vanish where they enter the zone. Both are searched, least loss first. To take boxes away only makes things easier,
// so whichever box can vanish without loss while the others stand still has vanished at once. What is left are boxes
// that have no room, often many, of which a bound on pairs knows nothing. A search that takes too long is given up, and
// what it has come to is a bound.
//
//   ######   The box on b is on a target already, and c goes to T. Going back from the end, the player pulls it up, two
//   #   ##   cells from T, comes to a and is shut in there: b must have been pulled aside before, which loses two
//   #  ba#   pushes. The matching says five, and seven are needed.
//   #    #
//   # c# #
//   ##  T#
//   ######
//
// How much that is depends on where the floor is cut. So the zone is tried in many sizes, each for longer and longer.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class ZoneBound {
 public:
  using Cell = Level::Cell;

  // For a position of a level without boxes to spare whose boxes are all alike; the first searches have so many
  // positions. `level` outlives it.
  ZoneBound(const Level& level, const Placement& from, Control& control, std::uint64_t few = 1000);

  // As many as are known to be needed by now, or Matching::infinite if there is no plan.
  int pushes() const { return pushes_; }

  // Searches both sides of the cut that promises most, four times as long as before; false if all has been searched, as
  // far as memory allows: a search takes less than half a gigabyte. Throws Stopped.
  bool go_on();

 private:
  struct Side {
    int lost = 0;          // at least
    bool is_done = false;  // a longer search finds no more
  };
  struct Cut {
    std::vector<char> zone;  // around the targets, by cell
    Side near = {}, far = {};
    int searches = 0;

    int lost() const { return near.lost + far.lost; }
    bool is_done() const { return near.is_done && far.is_done; }
  };

  std::vector<Cell> by_distance() const;
  void search_near(Cut& cut, std::uint64_t most);
  void search_far(Cut& cut, std::uint64_t most);

  const Level& level_;
  const Placement from_;
  Control& control_;
  const std::uint64_t few_;
  const ReducedCosts losses_;
  int pushes_;
  std::vector<Cut> cuts_;
};

}  // namespace budge::sokoban
