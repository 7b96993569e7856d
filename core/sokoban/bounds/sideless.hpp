// Distances of a box, all others away, that take no notice of where the player is: the lines of a table, one for each
// kind and cell.
#pragma once

#include "sokoban/bounds/distances.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

// The pushes from a cell to every target that takes the kind; boxes to spare may stay where they are.
CostTable pushes_to_targets(const Level& level);

// The pushes that brought a box to a cell from where each of its kind starts.
CostTable pushes_from_start(const Level& level);

}  // namespace budge::sokoban
