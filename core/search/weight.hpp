// A weight w ≥ 1 on the heuristic as a fraction p / q, so that f = q·g + p·h stays an integer.
#pragma once

#include <cstdint>

namespace budge::search {

struct Weight {
  std::int64_t p = 1, q = 1;

  bool is_one() const { return p == q; }
  std::int64_t f(std::int64_t g, std::int64_t h) const { return q * g + p * h; }

  int h(std::int64_t f, std::int64_t g) const { return static_cast<int>((f - q * g) / p); }

  // If every open node has at least this f, some node on an optimal path has: f ≤ q·g + p·h ≤ p·C*, as p ≥ q.
  std::int64_t lower_bound(std::int64_t f) const { return (f + p - 1) / p; }

  // What a plan of this cost, found within w, says of the optimum.
  std::int64_t optimum_at_least(std::int64_t cost) const { return (cost * q + p - 1) / p; }
};

}  // namespace budge::search
