// The complete state space of a graph puzzle, counted by distance from one arrangement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/control.hpp"
#include "tokens/graph.hpp"

namespace budge::tokens {

struct Exploration {
  std::vector<std::uint64_t> by_depth;    // states at distance 0, 1, 2, … of the source
  std::vector<std::vector<int>> hardest;  // of the deepest complete layer, the first few in lexicographic order
  Stop stop = Stop::none;                 // why it ended early, if it did; by_depth then covers the complete layers
};

// How layers are stored. `automatic` begins with sorted arrays and switches to bitmaps when they are cheaper and fit in
// memory.
enum class Layers : std::uint8_t { automatic, sorted, bitmaps };

// Breadth-first search over all arrangements of the tokens 1..n-1 and the blank 0 that are reachable from the source.
// Keeps up to `keep` of the hardest. The result does not depend on `threads` or `layers`; bitmaps serve boards with up
// to 13 vertices in the part of the graph that the blank can visit. A layer that would exceed the node limit is not
// started.
Exploration explore(const Adjacency& graph, const std::vector<int>& source, int threads, std::size_t keep,
                    Control& control, Layers layers = Layers::automatic);

}  // namespace budge::tokens
