// Depth-first search of a subtree with additive pattern databases, whatever the space it belongs to. The loops are
// compiled once, here, for the numbers of sums and of cells passed that occur.
#pragma once

#include <cstdint>
#include <vector>

#include "search/meter.hpp"
#include "search/wave.hpp"
#include "tiles/automaton.hpp"
#include "tiles/guided.hpp"
#include "tiles/pattern_tables.hpp"

namespace budge::tiles {

// All that lies below a position that is not the goal.
struct PatternSubtree {
  PatternTables::Position position;
  Automaton::State path;  // what the automaton has read on the way to it
  int depth, left;        // moves from the start, and moves left
};

// Whether a goal may be in it. Where sweeping does not serve it may, and nothing is counted.
bool sweep(const PatternSubtree& subtree, const PatternTables& tables, const Automaton& automaton, search::Meter& meter,
           const search::Wave& wave);

// Whether a goal is in it, the first in order; the plan is added to `backwards`, last move first.
bool descend(const PatternSubtree& subtree, const PatternTables& tables, const Guided& guided,
             const Automaton& automaton, search::Meter& meter, const search::Wave& wave,
             std::vector<std::uint8_t>& backwards);

}  // namespace budge::tiles
