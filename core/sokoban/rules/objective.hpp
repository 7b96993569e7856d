// What a plan is to have little of. Costs are pairs, compared first by one part, then by the other.
#pragma once

#include <cstdint>

#include "support/cost_pair.hpp"

namespace budge::sokoban {

enum class Metric : std::uint8_t { pushes, moves, pushes_then_moves, moves_then_pushes, makespan };
enum class Heuristic : std::uint8_t { zero, distance, matching };

using Cost = CostPair;

// What leads from a state to the next: so many pushes of one box straight on, and so many moves.
struct Edge {
  int pushes = 1, moves = 1;
};

// Lower bounds on the pushes and the moves to come.
struct Bounds {
  int pushes = 0, moves = 0;
};

// The cost of so many pushes and moves; every push is a move as well.
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

// How many pushes a bound of this metric says are to come, or where it says nothing of them how many moves: of states
// that promise the same, a search goes on with the least of these.
inline std::uint32_t pushes_to_come(Metric metric, Cost bound) {
  return metric == Metric::moves_then_pushes ? bound.second : bound.first;
}

inline bool is_pair(Metric metric) {
  return metric == Metric::pushes_then_moves || metric == Metric::moves_then_pushes;
}

// A cost as one number: for Control, and for Python, which takes pairs apart again.
inline std::int64_t coded(Metric metric, Cost cost) {
  return is_pair(metric) ? std::int64_t{cost.first} << 32 | cost.second : cost.first;
}

}  // namespace budge::sokoban
