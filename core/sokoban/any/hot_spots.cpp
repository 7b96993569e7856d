#include "sokoban/any/hot_spots.hpp"

namespace budge::sokoban {

HotSpots::HotSpots(const Level& level) : level_(level), cells_(level.box_cells()) {
  const double work = 1.0 * cells_ * cells_ * static_cast<double>(level.targets().size());
  if (work > static_cast<double>(level.tuning().hot_spot_work)) return;
  const std::size_t size = static_cast<std::size_t>(cells_) * cells_;
  takes_.assign(size, 0);
  victims_.assign(size, 0);
  std::vector<int> mark(cells_, 0);
  int now = 0;
  std::vector<Cell> queue;
  // Marks all cells from which a lone box reaches the target past the wall, whatever the position of the player.
  const auto pull = [&](Cell target, int wall) {
    ++now;
    queue.clear();
    if (target == wall) return;
    mark[target] = now;
    queue.push_back(target);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level.next(queue[i], d), player = level.next(to, d);
        if (to >= cells_ || to == wall || player == level.outside() || player == wall || mark[to] == now) continue;
        mark[to] = now;
        queue.push_back(to);
      }
    }
  };
  for (const Cell target : level.targets()) {
    pull(target, level.outside());
    const std::vector<Cell> reaching = queue;
    for (int wall = 0; wall < cells_; ++wall) {
      level.poll_clock();
      if (wall == target) continue;
      pull(target, wall);
      for (const Cell cell : reaching) {
        if (cell != wall && mark[cell] != now) takes_[static_cast<std::size_t>(wall) * cells_ + cell] = 1;
      }
    }
  }
  for (int wall = 0; wall < cells_; ++wall) {
    for (int cell = 0; cell < cells_; ++cell) {
      victims_[static_cast<std::size_t>(cell) * cells_ + wall] = takes_[static_cast<std::size_t>(wall) * cells_ + cell];
    }
  }
}

}  // namespace budge::sokoban
