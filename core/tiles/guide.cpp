#include "tiles/guide.hpp"

#include <stdexcept>

namespace budge::tiles {

void Guide::check(int width, int height, int blank) const {
  if (names.empty() && sums.empty()) throw std::invalid_argument("a heuristic has at least one part");
  for (const patterns::LookupSum& sum : sums) patterns::check(sum, width, height, blank);
  if (!duals.empty() && duals.size() != static_cast<std::size_t>(width * height))
    throw std::invalid_argument("duals need one entry for every cell");
  for (std::size_t cell = 0; cell < duals.size(); ++cell) {
    for (const patterns::LookupSum& sum : duals[cell]) patterns::check(sum, width, height, static_cast<int>(cell));
  }
}

}  // namespace budge::tiles
