// Builds a pattern database by breadth-first search from home.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "patterns/pattern.hpp"
#include "support/control.hpp"

namespace budge::patterns {

struct Built {
  Stop stop = Stop::none;                // why the build ended early, if it did
  std::vector<std::uint64_t> histogram;  // entries by value
};

// Receives the bytes of a database in consecutive pieces, on the calling thread. An exception from it ends the build.
using Write = std::function<void(const std::uint8_t* data, std::size_t size)>;

// Builds a database, then passes its pattern.bytes() bytes to `write`. During the build, control.generated is the
// number of entries reached and control.lower_bound the current distance. The result does not depend on `threads`.
Built build(const Pattern& pattern, const Write& write, int threads, Control& control);

}  // namespace budge::patterns
