// Cost metrics. Costs are pairs, compared lexicographically.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "support/cost_pair.hpp"

namespace budge::sokoban {

enum class Metric : std::uint8_t { pushes, moves, pushes_then_moves, moves_then_pushes, makespan };
enum class Heuristic : std::uint8_t { zero, distance, matching };

// The metric of that name; throws std::invalid_argument if there is none.
inline Metric metric(std::string_view name) {
  static constexpr std::pair<std::string_view, Metric> names[] = {{"pushes", Metric::pushes},
                                                                  {"moves", Metric::moves},
                                                                  {"pushes-then-moves", Metric::pushes_then_moves},
                                                                  {"moves-then-pushes", Metric::moves_then_pushes},
                                                                  {"makespan", Metric::makespan}};
  for (const auto& [known, metric] : names) {
    if (known == name) return metric;
  }
  throw std::invalid_argument("Sokoban has no metric called " + std::string(name));
}

using Cost = CostPair;

// A step from one state to the next: pushes of one box along a straight line, and moves including the walk.
struct Edge {
  int pushes = 1, moves = 1;
};

// Lower bounds on the remaining pushes and moves.
struct Bounds {
  int pushes = 0, moves = 0;
};

// The cost of a number of pushes and moves. Every push also counts as a move.
inline Cost cost(Metric metric, std::uint32_t pushes, std::uint32_t moves) {
  switch (metric) {
    case Metric::pushes:
      return {pushes, 0};
    case Metric::moves:
    case Metric::makespan:
      return {moves, 0};
    case Metric::pushes_then_moves:
      return {pushes, moves};
    case Metric::moves_then_pushes:
      return {moves, pushes};
  }
  __builtin_unreachable();
}
inline Cost cost(Metric metric, Edge edge) { return cost(metric, edge.pushes, edge.moves); }
inline Cost cost(Metric metric, Bounds bounds) { return cost(metric, bounds.pushes, bounds.moves); }

// The remaining pushes according to a bound, or its remaining moves if the metric does not count pushes. Of states with
// equal f, a search expands those with the smallest value first.
inline std::uint32_t remaining_pushes(Metric metric, Cost bound) {
  return metric == Metric::moves_then_pushes ? bound.second : bound.first;
}

inline bool is_pair(Metric metric) {
  return metric == Metric::pushes_then_moves || metric == Metric::moves_then_pushes;
}

// Encodes a cost as one number for Control and for Python, which splits pairs again.
inline std::int64_t coded(Metric metric, Cost cost) {
  return is_pair(metric) ? std::int64_t{cost.first} << 32 | cost.second : cost.first;
}

}  // namespace budge::sokoban
