// Cheaper plans by way of positions near a plan.
#pragma once

#include <memory>
#include <vector>

#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Vicinity {
 public:
  // How far to look: at most so many boxes stand elsewhere than in some position of the plan, and at most so many
  // positions are expanded near each of those.
  struct Reach {
    int boxes, width;
  };

  enum class End {
    searched,   // all there is within so many boxes: no plan within is cheaper than the one found, or given
    narrow,     // the width left something out
    cut_short,  // by limits, or for lack of memory: it takes less than half a gigabyte
  };
  struct Found {
    End end;
    std::vector<int> plan;  // a cheaper one, or nothing
  };

  // `level` outlives it.
  Vicinity(const Level& level, Metric metric, Control& control);
  ~Vicinity();

  // A plan as solve() gives it.
  Found search(const std::vector<int>& plan, Reach reach);

 private:
  struct Search;
  template <int Words>
  struct Sweep;
  std::unique_ptr<Search> search_;
};

}  // namespace budge::sokoban
