// Building a pattern database: breadth-first from home.
#pragma once

#include <cstdint>
#include <vector>

#include "patterns/pattern.hpp"
#include "support/control.hpp"

namespace budge::patterns {

struct Built {
  Stop stop = Stop::none;                // why it ended early, if it did
  std::vector<std::uint64_t> histogram;  // entries by value
};

// Fills `data`, which has room for pattern.bytes() and begins at a multiple of eight. While it runs, control.generated
// tells how many entries have been reached and control.lower_bound the distance. The result does not depend on
// `threads`.
Built build(const Pattern& pattern, std::uint8_t* data, int threads, Control& control);

}  // namespace budge::patterns
