// Building a pattern database: breadth-first from home over all placements.
#pragma once

#include <cstdint>

#include "patterns/pattern.hpp"
#include "support/control.hpp"

namespace budge::patterns {

// Fills `entries`, which has room for pattern.entries() bytes; what cannot be reached becomes Pattern::unreached.
// Returns why it ended early, if it did. While it runs, control.generated tells how many entries have been reached and
// control.lower_bound the distance. The result does not depend on `threads`.
Stop build(const Pattern& pattern, std::uint8_t* entries, int threads, Control& control);

}  // namespace budge::patterns
