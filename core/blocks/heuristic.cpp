#include "blocks/heuristic.hpp"

#include <cstdlib>

namespace budge::blocks {

namespace {

// Macro moves of a piece alone on the board from every place to `home`.
std::vector<std::int16_t> true_distance(const Group& group, Place home, Metric metric) {
  std::vector<std::int16_t> distance(group.places(), -1);
  std::vector<Place> queue{home};
  distance[home] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const Place here = queue[head];
    for (int direction = 0; direction < 4; ++direction) {
      for (Place at = group.next[here][direction]; at != nowhere; at = group.next[at][direction]) {
        if (distance[at] < 0) {
          distance[at] = static_cast<std::int16_t>(distance[here] + 1);
          queue.push_back(at);
        }
        if (metric == Metric::steps) break;
      }
    }
  }
  if (metric == Metric::moves) {
    for (auto& value : distance) value = std::min<std::int16_t>(value, 1);
  }
  return distance;
}

std::vector<std::int16_t> manhattan(const Layout& layout, const Group& group, Place home, Metric metric) {
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

}  // namespace

BlockBound::BlockBound(const Layout& layout, const std::vector<Goal>& goals, Metric metric, Heuristic kind)
    : conflicts_(kind == Heuristic::linear_conflict || kind == Heuristic::modified_linear_conflict),
      depends_(layout.slots(), kind == Heuristic::modified_linear_conflict) {
  if (kind == Heuristic::zero) return;
  for (const Goal& goal : goals) {
    OneGoal& one = goals_.emplace_back();
    for (std::size_t i = 0; i < goal.size(); ++i) {
      layout.heed();
      const auto [number, place] = goal[i];
      const Group& group = layout.groups[number];
      const int last = group.first + static_cast<int>(group.size()) - 1;
      one.terms.push_back({group.first, last, i + 1 == goal.size() || goal[i + 1].group != number,
                           kind == Heuristic::distance ? true_distance(group, place, metric)
                                                       : manhattan(layout, group, place, metric)});
      for (int slot = group.first; slot <= last; ++slot) depends_[slot] = true;
    }
    if (conflicts_) {
      one.conflicts = Conflicts(layout, goal, metric, kind == Heuristic::modified_linear_conflict);
    }
  }
}

}  // namespace budge::blocks
