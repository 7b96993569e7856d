// A lower bound on the extra pushes forced by pairwise conflicts: a minimum weighted vertex cover.
//
// A conflict states that two boxes together need a number of extra pushes, in any division between the two. All boxes
// together need at least the weight of a minimum cover of the graph whose vertices are boxes and whose edges are
// conflicts (Felner, Korf and Hanan, 2004). For example, three boxes in pairwise conflict by 2 need 4 extra pushes by
// parity, although only one pair of them can be counted if pairs must be disjoint.
//
// The cover is found by branching on the box with the most conflicts. If that takes too many branches, the sum of
// disjoint conflicts is used instead, which is never greater.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

struct Conflict {
  Level::Box one, other;  // boxes
  std::uint8_t pushes;    // extra pushes of the two boxes together, an even number

  bool has(int box) const { return one == box || other == box; }
  int partner(int box) const { return one == box ? other : one; }
};

class VertexCover {
 public:
  // Branches at most `max_branches` times, then bounds the rest by disjoint conflicts.
  VertexCover(int boxes, int max_branches) : max_branches_(max_branches), degree_(boxes), used_(boxes) {}

  // The minimum sum of even numbers, one for each box, such that the numbers of the two boxes of every conflict sum to
  // at least its pushes. If the branches run out, a lower bound on that minimum.
  int operator()(const std::vector<Conflict>& conflicts) {
    branches_left_ = max_branches_;
    return min_cover(conflicts);
  }

 private:
  int min_cover(const std::vector<Conflict>& conflicts);

  // The sum of disjoint conflicts, chosen greedily, greatest first.
  int disjoint(std::vector<Conflict> conflicts);

  int max_branches_, branches_left_ = 0;
  std::vector<int> degree_;
  std::vector<char> used_;
};

}  // namespace budge::sokoban
