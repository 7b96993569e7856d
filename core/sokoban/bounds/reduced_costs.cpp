#include "sokoban/bounds/reduced_costs.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "sokoban/bounds/matching.hpp"

namespace budge::sokoban {

namespace {

constexpr int most = 64;  // that one price is moved up or down

// How far the price of one target may rise if that of another stays, by both: the shortest ways from column to column,
// along what it costs the box that one of them suits to take the next.
std::vector<std::vector<int>> leeway(const Level& level, const Matching& matching) {
  const int targets = level.boxes();
  std::vector<std::vector<int>> way(targets, std::vector<int>(targets));
  for (int box = 0; box < targets; ++box) {
    for (int target = 0; target < targets; ++target)
      way[matching.column(box)][target] = std::min(matching.reduced(box, target), most);
  }
  for (int through = 0; through < targets; ++through) {
    level.poll_clock();
    for (int one = 0; one < targets; ++one) {
      for (int other = 0; other < targets; ++other)
        way[one][other] = std::min(way[one][other], way[one][through] + way[through][other]);
    }
  }
  return way;
}

}  // namespace

// Each target in turn is kept while all others rise as far as they may, and fall; the prices are the mean of it all.
ReducedCosts::ReducedCosts(const Level& level, const Placement& from) : level_(level) {
  assert(level.kinds() == 1 && level.spare() == 0);
  const int boxes = level.boxes();
  Matching matching(level.costs());
  for (int box = 0; box < boxes; ++box) matching.set(box, level.stance(from.boxes[box], from.player));
  total_ = matching.total();
  if (total_ >= Matching::infinite) return;
  const auto way = leeway(level, matching);
  parts_ = 2 * boxes;
  for (int target = 0; target < boxes; ++target) {
    int price = parts_ * matching.price(target);
    for (int kept = 0; kept < boxes; ++kept) price += way[kept][target] - way[target][kept];
    prices_.push_back(price);
  }
  for (int stance = 0; stance < level.distances().stances(); ++stance) {
    const std::uint16_t* const costs = level.costs().line(stance);
    int worth = never;
    for (int target = 0; target < boxes; ++target) {
      if (costs[target] != CostTable::far) worth = std::min(worth, parts_ * costs[target] - prices_[target]);
    }
    worth_.push_back(worth);
  }
}

int ReducedCosts::at_end(Cell player) const {
  int lost = 0;
  for (int target = 0; target < level_.boxes(); ++target)
    lost -= worth(level_.targets()[target], player) + prices_[target];
  assert(lost >= 0);
  return lost;
}

}  // namespace budge::sokoban
