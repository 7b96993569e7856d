// Random tests that `make fuzz` repeats: BUDGE_FUZZ_SEED=N gives other cases than the usual ones.
#pragma once

#include <cstdlib>

namespace budge::test {

inline unsigned fuzz_seed(unsigned usual) {
  const char* given = std::getenv("BUDGE_FUZZ_SEED");
  return given ? usual + 1000 * static_cast<unsigned>(std::atoi(given)) : usual;
}

}  // namespace budge::test
