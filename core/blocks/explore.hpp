// Everything that a position of sliding blocks can reach.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "blocks/puzzle.hpp"
#include "support/control.hpp"

namespace budge::blocks {

struct Exploration {
  using Anchors = std::vector<int>;  // of each piece the least cell it covers

  std::vector<std::uint64_t> by_depth;     // states at distance 0, 1, 2, … of the source
  std::vector<Anchors> hardest;            // of the deepest complete layer, the first few in order
  std::uint64_t goal_states = 0;           // among the states reached
  std::int64_t optimum = -1;               // from the start to the nearest goal; -1 if there is none
  std::uint64_t solutions = 0;             // ways of that length, as sequences of states; the largest number: or more
  std::vector<Anchors> states;             // the graph, if it was asked for and is small: in the order of depth
  std::vector<std::pair<int, int>> edges;  // one move apart, the smaller number first
  Stop stop = Stop::none;                  // why it ended early, if it did; then by_depth holds the complete layers
};

struct ExplorationRequest {
  bool from_goals = false;  // distances from the goals that the start can reach, instead of from the start
  std::size_t keep = 0;     // of the hardest
  std::size_t graph = 0;    // give the graph if it has no more states than this
  int threads = 1;
};

Exploration explore(const Puzzle& puzzle, Metric metric, const ExplorationRequest& request, Control& control);

}  // namespace budge::blocks
