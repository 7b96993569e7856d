#include "sokoban/bounds/reduced_costs.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "sokoban/bounds/matching.hpp"

namespace budge::sokoban {

namespace {

constexpr int max_shift = 64;  // of one price, up or down

// By how much the price of one target may rise while the price of another is fixed, for all pairs: shortest paths from
// column to column, where an edge is the reduced cost of moving the box matched to one column to the next
// (Floyd-Warshall).
std::vector<std::vector<int>> slack(const Level& level, const Matching& matching) {
  const int targets = level.boxes();
  std::vector<std::vector<int>> path(targets, std::vector<int>(targets));
  for (int box = 0; box < targets; ++box) {
    for (int target = 0; target < targets; ++target)
      path[matching.column(box)][target] = std::min(matching.reduced(box, target), max_shift);
  }
  for (int through = 0; through < targets; ++through) {
    level.poll_clock();
    for (int one = 0; one < targets; ++one) {
      for (int other = 0; other < targets; ++other)
        path[one][other] = std::min(path[one][other], path[one][through] + path[through][other]);
    }
  }
  return path;
}

}  // namespace

// For each target in turn, its price is fixed while all others rise as far as possible, and then fall as far as
// possible. The prices are the mean of all these solutions.
ReducedCosts::ReducedCosts(const Level& level, const Placement& from) : level_(level) {
  assert(level.kinds() == 1 && level.spare() == 0);
  const int boxes = level.boxes();
  Matching matching(level.costs());
  for (int box = 0; box < boxes; ++box) matching.set(box, level.stance(from.boxes[box], from.player));
  total_ = matching.total();
  if (total_ >= Matching::infinite) return;
  const auto slacks = slack(level, matching);
  parts_ = 2 * boxes;
  for (int target = 0; target < boxes; ++target) {
    int price = parts_ * matching.price(target);
    for (int fixed = 0; fixed < boxes; ++fixed) price += slacks[fixed][target] - slacks[target][fixed];
    prices_.push_back(price);
  }
  for (int stance = 0; stance < level.distances().stances(); ++stance) {
    const std::uint16_t* const costs = level.costs().line(stance);
    int potential = infinite;
    for (int target = 0; target < boxes; ++target) {
      if (costs[target] != CostTable::far) potential = std::min(potential, parts_ * costs[target] - prices_[target]);
    }
    potential_.push_back(potential);
  }
}

int ReducedCosts::at_end(Cell player) const {
  int excess = 0;
  for (int target = 0; target < level_.boxes(); ++target)
    excess -= potential(level_.targets()[target], player) + prices_[target];
  assert(excess >= 0);
  return excess;
}

}  // namespace budge::sokoban
