// Vicinity search: cheaper plans through positions near a known plan.
//
// After vicinity search in the optimizers of YASS (Damgaard) and JSoko (Meger), and the plan neighbourhood graphs of
// Aras (Nakhost and Müller, "Action Elimination and Plan Neighborhood Graph Search", 2010).
#pragma once

#include <memory>
#include <vector>

#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Vicinity {
 public:
  // The positions to search: at most `boxes` boxes stand elsewhere than in some position of the plan, and at most
  // `width` positions are expanded near each of those.
  struct Reach {
    int boxes, width;
  };

  enum class End {
    searched,   // all positions with at most that many boxes off the plan: none leads to a cheaper plan than the result
    narrow,     // the width left positions out
    cut_short,  // by limits, or by the memory budget (`vicinity_bytes`)
  };
  struct Found {
    End end;
    std::vector<int> plan;  // a cheaper one, or empty
  };

  // `level` outlives it.
  Vicinity(const Level& level, Metric metric, Control& control);
  ~Vicinity();

  // Takes a plan as solve() returns it.
  Found search(const std::vector<int>& plan, Reach reach);

 private:
  struct Search;
  template <int Words>
  struct Sweep;
  std::unique_ptr<Search> search_;
};

}  // namespace budge::sokoban
