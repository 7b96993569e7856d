// How a search reports bounds and plans to its Control.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/result.hpp"
#include "search/space.hpp"
#include "search/weight.hpp"
#include "support/control.hpp"

namespace budge::search {

// Reports that no plan is cheaper than `bound`.
inline void raise_lower_bound(std::int64_t bound, Control& control) {
  control.lower_bound = std::max(control.lower_bound, bound);
}

// Ends the search with a plan of this cost; no plan is cheaper than `bound`.
inline Status note_plan(std::int64_t cost, std::int64_t bound, Control& control) {
  control.best_cost = cost;
  raise_lower_bound(bound, control);
  return control.lower_bound == control.best_cost ? Status::optimal : Status::solved;
}

// Reports what the smallest f of all open nodes proves.
template <class S>
void raise_lower_bound(const S& space, Weight weight, CostOf<S> f, Control& control) {
  raise_lower_bound(coded(space, weight.bound_from_f(f)), control);
}

// Ends the search with a plan of this cost.
template <class S>
Status note_plan(const S& space, Weight weight, CostOf<S> cost, Control& control) {
  return note_plan(coded(space, cost), coded(space, weight.bound_from_plan(cost)), control);
}

}  // namespace budge::search
