// Depth-first search of a subtree with additive pattern databases, independent of the space. The loops are compiled
// once, here, for the numbers of sums and of cells passed that occur.
#pragma once

#include <cstdint>
#include <vector>

#include "search/meter.hpp"
#include "search/wave.hpp"
#include "tiles/automaton.hpp"
#include "tiles/guided.hpp"
#include "tiles/pattern_tables.hpp"

namespace budge::tiles {

// A position that is not the goal, and everything below it.
struct PatternSubtree {
  PatternTables::Position position;
  Automaton::State path;  // the state of the automaton at the position
  int depth, left;        // moves from the start, and moves left
};

// Whether the subtree may contain a goal. If sweeping is impossible here, returns true and counts nothing.
bool sweep(const PatternSubtree& subtree, const PatternTables& tables, const Automaton& automaton, search::Meter& meter,
           const search::Wave& wave);

// Whether the subtree contains a goal. Appends the plan to the first one in order to `backwards`, last move first.
bool descend(const PatternSubtree& subtree, const PatternTables& tables, const Guided& guided,
             const Automaton& automaton, search::Meter& meter, const search::Wave& wave,
             std::vector<std::uint8_t>& backwards);

}  // namespace budge::tiles
