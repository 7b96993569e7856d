// A weight w ≥ 1 on the heuristic as a fraction p / q, so that f = q·g + p·h is an integer: for costs that are numbers,
// and for pairs, part by part.
#pragma once

#include <cstdint>

#include "support/cost_pair.hpp"

namespace budge::search {

struct Weight {
  std::int64_t p = 1, q = 1;

  bool is_one() const { return p == q; }

  std::int64_t f(std::int64_t g, std::int64_t h) const { return q * g + p * h; }
  CostPair f(CostPair g, CostPair h) const {
    return {static_cast<std::uint32_t>(f(g.first, h.first)), static_cast<std::uint32_t>(f(g.second, h.second))};
  }

  // If every open node has at bound this f, then so has some node on an optimal path: f ≤ q·g + p·h ≤ p·C*, because p ≥
  // q. For a pair, a weight above one leaves only the first part certain.
  std::int64_t bound_from_f(std::int64_t f) const { return (f + p - 1) / p; }
  CostPair bound_from_f(CostPair f) const {
    const auto bound = static_cast<std::uint32_t>(bound_from_f(std::int64_t{f.first}));
    return {bound, is_one() ? static_cast<std::uint32_t>(f.second / q) : 0};
  }

  // The lower bound on the optimum that a plan of this cost, found within w, implies.
  std::int64_t bound_from_plan(std::int64_t cost) const { return (cost * q + p - 1) / p; }
  CostPair bound_from_plan(CostPair cost) const {
    return {static_cast<std::uint32_t>(bound_from_plan(std::int64_t{cost.first})), is_one() ? cost.second : 0};
  }

  // The next bound, given the smallest f above the last one. Costs are integers: a bound may grow to just below the
  // next multiple of q without admitting a costlier plan. For a pair this would admit any second part.
  std::int64_t next_bound(std::int64_t exceeding) const { return exceeding / q * q + q - 1; }
  CostPair next_bound(CostPair exceeding) const { return exceeding; }
};

}  // namespace budge::search
