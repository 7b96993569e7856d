// A heuristic made of pattern databases: the maximum of sums of look-ups, and of heuristics known by name.
//
// The dual (Felner, Zahavi, Schaeffer and Holte, 2005) is the inverse position: cells and homes exchange their roles. A
// plan read backwards solves it, the blank starting from its home and ending on the cell where it now stands. So what a
// partition says of the dual is a lower bound for the position itself, if the partition is one for a goal with the
// blank on that cell.
#pragma once

#include <vector>

#include "patterns/lookup.hpp"
#include "tiles/solve.hpp"

namespace budge::tiles {

struct Guide {
  std::vector<Heuristic> names;
  std::vector<patterns::LookupSum> sums;
  std::vector<std::vector<patterns::LookupSum>> duals;  // none, or by cell the sums for a goal with the blank there

  // Throws std::invalid_argument if it is none for a board whose goal has its blank there.
  void check(int width, int height, int blank) const;
};

}  // namespace budge::tiles
