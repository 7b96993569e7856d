// A heuristic that combines pattern databases: the maximum of sums of look-ups, and of heuristics listed by name.
//
// The dual (Felner, Zahavi, Schaeffer and Holte, 2005) is the inverse position: cells and homes exchange their roles. A
// plan read backwards solves it; its blank starts from its home and ends on the cell where it is now. So the value of a
// partition for the dual is a lower bound for the position itself, if the partition belongs to a goal with the blank on
// that cell.
#pragma once

#include <vector>

#include "patterns/lookup.hpp"
#include "tiles/solve.hpp"

namespace budge::tiles {

struct Guide {
  std::vector<Heuristic> names;
  std::vector<patterns::LookupSum> sums;
  std::vector<std::vector<patterns::LookupSum>> duals;  // empty, or by cell the sums for a goal with the blank there

  // Throws std::invalid_argument if it does not fit a board whose goal has its blank there.
  void check(int width, int height, int blank) const;
};

}  // namespace budge::tiles
