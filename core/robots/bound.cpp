#include "robots/bound.hpp"

#include <algorithm>

namespace budge::robots {

Bound::Bound(const Board& board, const Slots& slots, Heuristic heuristic)
    : board_(board), slots_(slots), heuristic_(heuristic) {
  if (heuristic == Heuristic::zero) return;
  for (const int target : slots.targets()) own_.push_back(distances(target));
  for (const int target : slots.any_targets()) any_.push_back(distances(target));
}

// Breadth-first search from the target, against the slides that may end at each cell.
Bound::Distances Bound::distances(int target) const {
  Distances distance(board_.cells(), far);
  distance[target] = 0;
  std::vector<int> queue{target};
  const bool alone = slots_.count() == 1;  // then only walls and edges stop it
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int here = queue[i];
    for (int direction = 0; direction < 4; ++direction) {
      if (board_.runs_out(here, direction) || (alone && board_.end(here, direction) != here)) continue;
      const int away = opposite(direction);
      for (int cell = here; cell != board_.end(here, away);) {
        cell = board_.neighbour(cell, away);
        if (distance[cell] != far) continue;
        distance[cell] = static_cast<std::uint16_t>(distance[here] + 1);
        queue.push_back(cell);
      }
    }
  }
  return distance;
}

}  // namespace budge::robots
