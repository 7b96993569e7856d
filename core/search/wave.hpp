// Where IDA* looks first for the plan of a bound.
//
// The last iteration is most of the work, though only one plan of it is wanted; which is the last, nobody knows before.
// Slack, what a node may still waste (bound - g - h), is spent slowly by plans and early by most of the tree. A wave is
// a pass that keeps only nodes whose slack lies above a curve, the slack of the start times (left / bound)^power:
//
//   bound 100, h 90 at the start, power 4: with 90 moves left a node has to have 6 of the slack of 10, with 70 left 2,
//   with 60 left none
//
// A few per cent of the tree lie above it, and most plans. A bound is only refuted by the complete pass.
#pragma once

#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

namespace budge::search {

class Wave {
 public:
  Wave() = default;
  // Of power 0, it keeps all.
  Wave(int power, int bound, int h_of_start) : most_h_(static_cast<std::size_t>(bound) + 2, -1) {
    assert(h_of_start <= bound);
    for (int left = 0; left <= bound; ++left) {
      const double share = power == 0 ? 0 : std::pow(static_cast<double>(left) / bound, power);
      most_h_[left + 1] = left - 2 * static_cast<int>((bound - h_of_start) / 2 * share + 1e-9);
    }
  }

  // The most that the heuristic may say with so many moves left. After a move too many, with -1 left, nothing will do.
  int most_h(int left) const {
    assert(left >= -1);
    return most_h_[left + 1];
  }

 private:
  std::vector<int> most_h_;  // from -1 left on
};

}  // namespace budge::search
