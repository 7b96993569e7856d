#include "sokoban/bounds/potential.hpp"

#include <algorithm>
#include <utility>

#include "sokoban/bounds/matching.hpp"

namespace budge::sokoban {

namespace {

std::vector<int> steps_from(const Level& level, int root) {
  std::vector<int> steps(level.floor() + 1, -1);
  steps[level.outside()] = 0;
  steps[root] = 0;
  std::vector<int> queue{root};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Level::Cell to : level.next(queue[i])) {
      if (steps[to] >= 0) continue;
      steps[to] = steps[queue[i]] + 1;
      queue.push_back(to);
    }
  }
  return steps;
}

int bound_at_start(const Level& level, const Potential& potential) {
  Matching matching(level.distances().weighed(level, {}, potential.by_cell()));
  const Level::Cell player = level.players().front();
  for (int box = 0; box < level.boxes(); ++box) {
    level.poll_clock();
    matching.set(box, level.line(level.kind(box), level.stance(level.start()[box], player)));
  }
  return matching.total() + potential.min_rise(player);
}

}  // namespace

Potential::Potential(const Level& level, std::vector<int> by_cell) : by_cell_(std::move(by_cell)) {
  min_end_ = *std::ranges::max_element(by_cell_);
  for (const Cell target : level.targets()) {
    for (const Cell next : level.next(target)) {
      if (next != level.outside()) min_end_ = std::min(min_end_, by_cell_[next]);
    }
  }
}

Potential best_potential(const Level& level) {
  Potential best;
  int highest = bound_at_start(level, best);
  const double work = static_cast<double>(level.floor()) * level.distances().stances() * level.boxes();
  const double evaluations = work / static_cast<double>(level.tuning().potential_work);
  const int stride = 1 + static_cast<int>(std::min<double>(evaluations, level.floor()));
  for (int root = 0; root < level.floor() && highest < Matching::infinite; root += stride) {
    Potential potential(level, steps_from(level, root));
    const int bound = bound_at_start(level, potential);
    if (bound <= highest) continue;
    highest = bound;
    best = std::move(potential);
  }
  return best;
}

}  // namespace budge::sokoban
