// A board of sliding tiles and its goal.
#pragma once

#include <vector>

namespace budge::tiles {

// Both boards are in reading order, 0 being the blank. A path is the sequence of cells that the blank visits, without
// its first cell.
struct Instance {
  int width;
  int height;
  std::vector<int> start;
  std::vector<int> goal;
};

}  // namespace budge::tiles
