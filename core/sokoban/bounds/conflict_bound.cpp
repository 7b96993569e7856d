#include "sokoban/bounds/conflict_bound.hpp"

#include <algorithm>
#include <cassert>

namespace budge::sokoban {

int ConflictBound::operator()(const Matched& at) {
  assert(at.matching.total() < Matching::infinite);
  const int max_conflict = static_cast<int>(level_.tuning().max_conflict) / 2 * 2;  // conflicts are even
  const int boxes = level_.boxes(), width = at.conflicts.width();
  pairs_.clear();
  found_.clear();
  for (int i = 1; i < boxes; ++i) {
    for (int j = 0; j < i; ++j) {
      const std::uint8_t* const table = at.conflicts.by_targets(at.cells[i], at.cells[j], at.player);
      if (!table) continue;
      const int low = at.cells[i] < at.cells[j] ? i : j, high = i + j - low;
      const int one = at.matching.column(at.rows[low]), other = at.matching.column(at.rows[high]);
      const int detour = at.costs.line(at.lines[low])[one] + at.costs.line(at.lines[high])[other] -
                         at.bare.line(level_.line(0, level_.stance(at.cells[low], at.player)))[one] -
                         at.bare.line(level_.line(0, level_.stance(at.cells[high], at.player)))[other];
      const int entry = table[one * width + other];
      const int pushes = entry == ConflictTable::dead ? entry : entry - detour;
      if (pushes > 0) pairs_.push_back({table, low, high, pushes});
    }
  }
  if (pairs_.empty()) return 0;
  known_.assign(boxes, 0);
  reduced_.resize(static_cast<std::size_t>(boxes) * width);
  detour_.resize(reduced_.size());
  for (const Pair& pair : pairs_) {
    for (const int box : {pair.low, pair.high}) {
      if (!known_[box]) find_row(at, box);
    }
    const int pushes = std::min(min_extra(pair, width), max_conflict);
    assert(pushes % 2 == 0);
    if (pushes > 0) {
      found_.push_back(
          {static_cast<Level::Box>(pair.low), static_cast<Level::Box>(pair.high), static_cast<std::uint8_t>(pushes)});
    }
  }
  return cover_(found_);
}

void ConflictBound::find_row(const Matched& at, int box) {
  known_[box] = 1;
  const int width = at.conflicts.width();
  std::uint8_t* const reduced = &reduced_[static_cast<std::size_t>(box) * width];
  std::uint8_t* const detour = &detour_[static_cast<std::size_t>(box) * width];
  const std::uint16_t* const here = at.costs.line(at.lines[box]);
  const std::uint16_t* const bare = at.bare.line(level_.line(0, level_.stance(at.cells[box], at.player)));
  for (int target = 0; target < width; ++target) {
    const bool blocked = target >= level_.boxes() || here[target] == CostTable::far;
    reduced[target] =
        blocked ? max_cost
                : static_cast<std::uint8_t>(std::min<int>(at.matching.reduced(at.rows[box], target), max_cost));
    detour[target] = blocked ? 0 : static_cast<std::uint8_t>(std::min<int>(here[target] - bare[target], max_cost));
  }
}

// The minimum over all pairs of targets. A pair of targets that two boxes cannot reach stays unreachable when boxes
// freeze.
int ConflictBound::min_extra(const Pair& pair, int width) const {
  const std::uint8_t* const low_reduced = &reduced_[static_cast<std::size_t>(pair.low) * width];
  const std::uint8_t* const low_detour = &detour_[static_cast<std::size_t>(pair.low) * width];
  const std::uint8_t* const reduced = &reduced_[static_cast<std::size_t>(pair.high) * width];
  const std::uint8_t* const detour = &detour_[static_cast<std::size_t>(pair.high) * width];
  int best = pair.pushes;
  for (int target = 0; target < level_.boxes() && best > 0; ++target) {
    if (low_reduced[target] >= best) continue;
    const std::uint8_t* const row = pair.table + static_cast<std::size_t>(target) * width;
    const int first_detour = low_detour[target];
    int least = best;
    for (int other = 0; other < width; ++other) {
      const int conflict =
          row[other] == ConflictTable::dead ? max_cost : std::max(0, row[other] - first_detour - detour[other]);
      least = std::min(least, conflict + reduced[other]);
    }
    best = std::min(best, least + low_reduced[target]);
  }
  return best;
}

}  // namespace budge::sokoban
