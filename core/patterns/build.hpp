// Building a pattern database: breadth-first from home.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "patterns/pattern.hpp"
#include "support/control.hpp"

namespace budge::patterns {

struct Built {
  Stop stop = Stop::none;                // why it ended early, if it did
  std::vector<std::uint64_t> histogram;  // entries by value
};

// Takes the bytes of a database, piece after piece, on the thread that builds it. What it throws ends the build.
using Write = std::function<void(const std::uint8_t* data, std::size_t size)>;

// Hands a database to `write` when all of it is known, pattern.bytes() in all. While it runs, control.generated tells
// how many entries have been reached and control.lower_bound the distance. The result does not depend on `threads`.
Built build(const Pattern& pattern, const Write& write, int threads, Control& control);

}  // namespace budge::patterns
