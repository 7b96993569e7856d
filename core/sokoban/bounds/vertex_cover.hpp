// What boxes in conflict need at least, all conflicts taken together: a minimum weighted vertex cover.
//
// Every conflict says that two boxes need so many pushes more between them, whichever of the two makes them. The least
// number that all boxes can do with is a cover of the graph of conflicts by its boxes (Felner, Korf and Hanan, 2004):
// three boxes that are in conflict with each other by 2 need 4 more, though only one pair of them has no box in common.
// Found by branching on the box with most conflicts; where that takes long, conflicts without a box in common are added
// up, which is never more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace budge::sokoban {

struct Conflict {
  std::uint8_t one, other;  // boxes
  std::uint8_t pushes;      // that they need more, an even number

  bool has(int box) const { return one == box || other == box; }
  int partner(int box) const { return one == box ? other : one; }
};

class VertexCover {
 public:
  // It branches so many times at most.
  explicit VertexCover(int boxes, int max_branches = 100)
      : max_branches_(max_branches), weight_(boxes), taken_(boxes) {}

  // The least sum of even numbers, one a box, with every conflict no greater than the numbers of its two boxes.
  int operator()(const std::vector<Conflict>& conflicts) {
    branches_left_ = max_branches_;
    return least(conflicts);
  }

 private:
  int least(const std::vector<Conflict>& conflicts);

  // Of conflicts without a box in common, the greatest first.
  int disjoint(std::vector<Conflict> conflicts);

  int max_branches_, branches_left_ = 0;
  std::vector<int> weight_;
  std::vector<char> taken_;
};

}  // namespace budge::sokoban
