// A board of sliding tiles to be turned into another.
#pragma once

#include <vector>

namespace budge::tiles {

// Both boards are in reading order, 0 the blank. A path is the sequence of cells the blank visits, its first cell not
// included.
struct Instance {
  int width;
  int height;
  std::vector<int> start;
  std::vector<int> goal;
};

}  // namespace budge::tiles
