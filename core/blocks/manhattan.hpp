// The distance of a piece on an empty board.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "blocks/layout.hpp"
#include "support/heuristic_list.hpp"

namespace budge::blocks {

struct Manhattan {
  static constexpr About about = shared::manhattan;

  static std::vector<std::int16_t> distances(const Layout& layout, const Group& group, Place home, Metric metric) {
    std::vector<std::int16_t> distance;
    for (const auto& cells : group.cells) {
      const int rows = std::abs(cells[0] / layout.width - group.cells[home][0] / layout.width);
      const int columns = std::abs(cells[0] % layout.width - group.cells[home][0] % layout.width);
      int value = rows + columns;
      if (metric == Metric::slides) value = (rows > 0) + (columns > 0);
      if (metric == Metric::moves) value = rows + columns > 0;
      distance.push_back(static_cast<std::int16_t>(value));
    }
    return distance;
  }
};

}  // namespace budge::blocks
