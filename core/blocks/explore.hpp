// All positions that a position of sliding blocks can reach.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "blocks/puzzle.hpp"
#include "support/control.hpp"

namespace budge::blocks {

struct Exploration {
  using Anchors = std::vector<int>;  // the smallest cell of each piece

  std::vector<std::uint64_t> by_depth;     // states at distance 0, 1, 2, … of the source
  std::vector<Anchors> hardest;            // of the deepest complete layer, the first few in order
  std::uint64_t goal_states = 0;           // among the states reached
  std::int64_t optimum = -1;               // from the start to the nearest goal; -1 if there is none
  std::uint64_t solutions = 0;             // shortest paths, as sequences of states; saturates
  std::vector<Anchors> states;             // of the graph, if requested and small enough, in order of depth
  std::vector<std::pair<int, int>> edges;  // pairs one move apart, the smaller number first
  Stop stop = Stop::none;                  // why it ended early, if it did; by_depth then covers the complete layers
};

struct ExplorationRequest {
  bool from_goals = false;  // distances from the goals that the start can reach, instead of from the start
  std::size_t keep = 0;     // of the hardest
  std::size_t graph = 0;    // return the graph if it has at most this many states
  int threads = 1;
};

Exploration explore(const Puzzle& puzzle, Metric metric, const ExplorationRequest& request, Control& control);

}  // namespace budge::blocks
