// The distance of a piece that is alone on the board: around walls, through its gates, along its axis.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "blocks/layout.hpp"
#include "support/heuristic_list.hpp"

namespace budge::blocks {

struct Distance {
  static constexpr About about = shared::distance;

  static std::vector<std::int16_t> distances(const Layout&, const Group& group, Place home, Metric metric) {
    std::vector<std::int16_t> distance(group.places(), -1);
    std::vector<Place> queue{home};
    distance[home] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const Place here = queue[head];
      for (int direction = 0; direction < 4; ++direction) {
        Place at = here;
        for (int cells = 0; cells < metric.reach && (at = group.next[at][direction]) != nowhere; ++cells) {
          if (distance[at] < 0) {
            distance[at] = static_cast<std::int16_t>(distance[here] + 1);
            queue.push_back(at);
          }
        }
      }
    }
    if (metric.turns) {
      for (auto& value : distance) value = std::min<std::int16_t>(value, 1);
    }
    return distance;
  }
};

}  // namespace budge::blocks
