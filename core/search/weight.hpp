// A weight w ≥ 1 on the heuristic as a fraction p / q, so that f = q·g + p·h stays whole: for costs that are numbers,
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

  // If every open node has at least this f, some node on an optimal path has: f ≤ q·g + p·h ≤ p·C*, as p ≥ q. Of a
  // pair a weight above one leaves only the first part certain.
  std::int64_t optimum_from(std::int64_t f) const { return (f + p - 1) / p; }
  CostPair optimum_from(CostPair f) const {
    const auto least = static_cast<std::uint32_t>(optimum_from(std::int64_t{f.first}));
    return {least, is_one() ? static_cast<std::uint32_t>(f.second / q) : 0};
  }

  // What a plan of this cost, found within w, says of the optimum.
  std::int64_t optimum_at_least(std::int64_t cost) const { return (cost * q + p - 1) / p; }
  CostPair optimum_at_least(CostPair cost) const {
    return {static_cast<std::uint32_t>(optimum_at_least(std::int64_t{cost.first})), is_one() ? cost.second : 0};
  }

  // The bound that comes next, if the least f above the last one is this. Costs are whole: a bound may grow to just
  // below the next multiple of q without letting in a dearer plan; but that of a pair would let in any second part.
  std::int64_t next_bound(std::int64_t exceeding) const { return exceeding / q * q + q - 1; }
  CostPair next_bound(CostPair exceeding) const { return exceeding; }
};

}  // namespace budge::search
