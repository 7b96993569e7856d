// What a search orders states by, f = g + w·h, where costs are pairs, and what the least f left says of the optimum.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/result.hpp"
#include "search/weight.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Weighing {
 public:
  Weighing(Metric metric, search::Weight weight) : metric_(metric), weight_(weight) {}

  // Of a state that so many pushes and moves lead to.
  Cost f(std::uint32_t pushes, std::uint32_t moves, Bounds bounds) const {
    const Cost g = cost(metric_, pushes, moves), h = cost(metric_, bounds.pushes, bounds.moves);
    return {static_cast<std::uint32_t>(weight_.f(g.first, h.first)),
            static_cast<std::uint32_t>(weight_.f(g.second, h.second))};
  }

  // No plan costs less than `f` says, while it is the least: notes that.
  void note_least(Cost f, Control& control) const {
    const auto q = static_cast<std::uint32_t>(weight_.q);
    const Cost least = weight_.is_one() ? Cost{f.first / q, f.second / q}
                                        : Cost{static_cast<std::uint32_t>(weight_.lower_bound(f.first)), 0};
    control.lower_bound = std::max(control.lower_bound, coded(metric_, least));
  }

  // Notes that the search has found its plan.
  void note_plan(Cost found, Control& control, search::Status& status) const {
    control.best_cost = coded(metric_, found);
    const Cost least{static_cast<std::uint32_t>(weight_.optimum_at_least(found.first)), 0};
    control.lower_bound = weight_.is_one() ? control.best_cost : std::max(control.lower_bound, coded(metric_, least));
    status = control.lower_bound == control.best_cost ? search::Status::optimal : search::Status::solved;
  }

 private:
  Metric metric_;
  search::Weight weight_;
};

}  // namespace budge::sokoban
