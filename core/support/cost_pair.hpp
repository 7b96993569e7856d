// A cost of two parts, compared by the first, then by the second: for example pushes, then moves. If the second part is
// always zero it acts as a plain number.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace budge {

struct CostPair {
  std::uint32_t first = 0, second = 0;

  auto operator<=>(const CostPair&) const = default;
  CostPair operator+(CostPair other) const { return {first + other.first, second + other.second}; }
};

// The first part of a cost, which is a pair or a number.
inline std::int64_t first_part(CostPair cost) { return cost.first; }
inline std::int64_t first_part(std::int64_t cost) { return cost; }

// Greater than the cost of any plan.
template <class Cost>
inline constexpr Cost max_cost = std::numeric_limits<Cost>::max();
template <>
inline constexpr CostPair max_cost<CostPair>{0xffffffff, 0xffffffff};

}  // namespace budge
