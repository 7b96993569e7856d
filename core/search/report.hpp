// What a search proves as it goes, written down where its owner reads it.
#pragma once

#include <algorithm>

#include "search/result.hpp"
#include "search/space.hpp"
#include "search/weight.hpp"
#include "support/control.hpp"

namespace budge::search {

// While every open node has at least this f, no plan is cheaper than it says.
template <class S>
void note_least(const S& space, Weight weight, CostOf<S> f, Control& control) {
  control.lower_bound = std::max(control.lower_bound, coded(space, weight.optimum_from(f)));
}

// The search ends with a plan of this cost.
template <class S>
Status note_plan(const S& space, Weight weight, CostOf<S> cost, Control& control) {
  control.best_cost = coded(space, cost);
  control.lower_bound = std::max(control.lower_bound, coded(space, weight.optimum_at_least(cost)));
  return control.lower_bound == control.best_cost ? Status::optimal : Status::solved;
}

}  // namespace budge::search
