// The whole space of a graph puzzle, counted by its distance from one arrangement.
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
  Stop stop = Stop::none;                 // why it ended early, if it did; then by_depth holds the complete layers
};

// How layers are held. Automatic begins with sorted arrays and goes over to bitmaps when they are cheaper and fit.
enum class Layers : std::uint8_t { automatic, sorted, bitmaps };

// Breadth-first over all arrangements of the tokens 1..n-1 and the blank 0 on the graph that the source can reach.
// Keeps up to `keep` of the hardest. The result does not depend on `threads` or `layers`; bitmaps are for boards of up
// to 13 vertices in the blank's part of the graph and are never used on larger ones. A layer that would pass the limit
// on nodes is not begun.
Exploration explore(const Adjacency& graph, const std::vector<int>& source, int threads, std::size_t keep,
                    Control& control, Layers layers = Layers::automatic);

}  // namespace budge::tokens
