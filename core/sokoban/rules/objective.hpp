// What a plan is to have little of. Costs are pairs, compared first by one part, then by the other.
#pragma once

#include <cstdint>

namespace budge::sokoban {

enum class Metric : std::uint8_t { pushes, moves, pushes_then_moves, moves_then_pushes, makespan };
enum class Heuristic : std::uint8_t { zero, distance, matching };

struct Cost {
  std::uint32_t first = 0, second = 0;

  auto operator<=>(const Cost&) const = default;
  Cost operator+(Cost other) const { return {first + other.first, second + other.second}; }
};

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

inline bool is_pair(Metric metric) {
  return metric == Metric::pushes_then_moves || metric == Metric::moves_then_pushes;
}

// A cost as one number: for Control, and for Python, which takes pairs apart again.
inline std::int64_t coded(Metric metric, Cost cost) {
  return is_pair(metric) ? std::int64_t{cost.first} << 32 | cost.second : cost.first;
}

}  // namespace budge::sokoban
