// What a search proves as it goes, written down where its owner reads it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/result.hpp"
#include "search/space.hpp"
#include "search/weight.hpp"
#include "support/control.hpp"

namespace budge::search {

// No plan is cheaper than this.
inline void raise_lower_bound(std::int64_t least, Control& control) {
  control.lower_bound = std::max(control.lower_bound, least);
}

// The search ends with a plan of this cost, and none is cheaper than `least`.
inline Status note_plan(std::int64_t cost, std::int64_t least, Control& control) {
  control.best_cost = cost;
  raise_lower_bound(least, control);
  return control.lower_bound == control.best_cost ? Status::optimal : Status::solved;
}

// While every open node has at least this f, no plan is cheaper than it says.
template <class S>
void raise_lower_bound(const S& space, Weight weight, CostOf<S> f, Control& control) {
  raise_lower_bound(coded(space, weight.optimum_from(f)), control);
}

// The search ends with a plan of this cost.
template <class S>
Status note_plan(const S& space, Weight weight, CostOf<S> cost, Control& control) {
  return note_plan(coded(space, cost), coded(space, weight.optimum_at_least(cost)), control);
}

}  // namespace budge::search
