// Waves: IDA* looks for the plan of a bound in a promising part of the tree first.
//
// The last iteration is most of the work, although it needs only one plan; which iteration is the last is unknown
// beforehand. Slack is what a node can still waste (bound - g - h). Plans spend it late, most of the tree spends it
// early. A wave is a pass that keeps only nodes whose slack lies above a curve, the slack of the start times (left /
// bound)^power:
//
//   bound 100, h 90 at the start, power 4: with 90 moves left a node needs 6 of the slack of 10, with 70 left 2,
//   with 60 left none
//
// Above the curve are a few per cent of the tree, and most plans. Only the complete pass refutes a bound.
#pragma once

#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

namespace budge::search {

class Wave {
 public:
  Wave() = default;
  // Power 0 keeps all nodes.
  Wave(int power, int bound, int h_of_start) : max_h_(static_cast<std::size_t>(bound) + 2, -1) {
    assert(h_of_start <= bound);
    for (int left = 0; left <= bound; ++left) {
      const double share = power == 0 ? 0 : std::pow(static_cast<double>(left) / bound, power);
      max_h_[left + 1] = left - 2 * static_cast<int>((bound - h_of_start) / 2 * share + 1e-9);
    }
  }

  // The largest heuristic value that a node may have with this many moves left. With -1 left, no value is small enough.
  int max_h(int left) const {
    assert(left >= -1);
    return max_h_[left + 1];
  }

 private:
  std::vector<int> max_h_;  // indexed by the moves left, from -1
};

}  // namespace budge::search
