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
      distance.push_back(static_cast<std::int16_t>(metric.distance(rows, columns)));
    }
    return distance;
  }
};

}  // namespace budge::blocks
