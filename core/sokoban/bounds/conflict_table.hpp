// Conflicts: how many pushes two boxes need beyond what each of them needs alone.
//
// All positions of two boxes, without the others, are searched backwards by pulls from every two targets. For each two
// targets, the extra pushes are those that the two boxes need together minus those that each needs alone. The conflict
// of the boxes is the minimum over all pairs of targets.
//
// Admissible: in any plan of the level, two boxes end on some two targets, and removing the other boxes cannot make
// them need more pushes. So the two boxes need at least their conflict beyond their distances to these targets. The
// conflicts of disjoint pairs may therefore be added to the total of a minimum-cost matching. The same argument holds
// for weighted pushes (potential.hpp). (Pairs of boxes as patterns: Pereira, Ritt and Buriol, 2013.)
//
//   #######    The upper box needs one push up. The lower box is on a target and needs none. To push the upper box, the
//   # . # #    player must stand on the cell of the lower box. So that box has to be pushed aside along the wall and
//   # $   #    back again: the two need 3 pushes, and their conflict is 2.
//   # *  @#
//   #######
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "sokoban/bounds/potential.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class ConflictTable {
 public:
  using Cell = Level::Cell;
  static constexpr std::uint8_t dead = 0xff;  // the two boxes cannot both reach targets

  // The table is built only if all boxes are alike, none is spare, and the table fits limits of time and memory;
  // otherwise is_built() is false. `alone` holds the distances of lone boxes on the floor without frozen boxes.
  // `by_targets` also stores the extra pushes for every two targets.
  ConflictTable(const Level& level, const Potential& potential, const CostTable& alone, Control& control,
                bool by_targets = false);

  bool is_built() const { return !table_.empty(); }

  // The conflict of boxes on two cells, or `dead`.
  int of(Cell one, Cell other, Cell player) const { return table_[place(one, other, player)]; }

  // The extra pushes for every two targets: a row of width() entries for each target of the box on the lower cell, with
  // one entry for each target of the other box; `dead` if the two boxes cannot reach these targets. Null if no two
  // targets need extra pushes.
  const std::uint8_t* by_targets(Cell one, Cell other, Cell player) const {
    if (first_.empty()) return nullptr;
    const std::size_t pair = number(std::min(one, other), std::max(one, other));
    const bool has_regions = first_[pair + 1] - first_[pair] > 1;
    const std::uint32_t block = block_[first_[pair] + (has_regions ? region_at_[pair * floor_ + player] : 0)];
    return block == none ? nullptr : &by_targets_[std::size_t{block} * rows_ * width_];
  }
  int width() const { return static_cast<int>(width_); }

  // The sum of the conflicts of disjoint pairs, chosen greedily, greatest first, among the boxes with counts(box);
  // `infinite` if a pair is dead. Box i stands on cells[i].
  template <class Counts>
  int sum(const std::vector<Cell>& cells, Cell player, int infinite, Counts&& counts) {
    assert(is_built());
    found_.clear();
    const std::uint8_t* const now = &table_[place(0, 0, player)];
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const std::uint8_t* const row = now + cells[i] * cells_;
      for (std::size_t j = 0; j < i; ++j) {
        if (row[cells[j]]) found_.push_back({row[cells[j]], static_cast<Level::Box>(i), static_cast<Level::Box>(j)});
      }
    }
    if (found_.empty()) return 0;
    std::ranges::sort(found_, std::greater<>(), &Pair::conflict);
    if (found_.front().conflict == dead) return infinite;
    used_.assign(cells.size(), 0);
    int sum = 0;
    for (const Pair& pair : found_) {
      if (used_[pair.one] || used_[pair.other] || !counts(pair.one) || !counts(pair.other)) continue;
      used_[pair.one] = used_[pair.other] = 1;
      sum += pair.conflict;
    }
    return sum;
  }

 private:
  struct Pair {
    std::uint8_t conflict;
    Level::Box one, other;
  };
  struct Graph;

  void compact_by_targets(Graph& graph, const CostTable& alone);
  std::size_t place(std::size_t one, std::size_t other, std::size_t player) const {
    return (player * cells_ + one) * cells_ + other;
  }

  static std::size_t number(std::size_t low, std::size_t high) { return high * (high - 1) / 2 + low; }
  static constexpr std::uint32_t none = 0xffffffff;

  std::size_t cells_, floor_, rows_ = 0, width_ = 0;
  Vector<std::uint8_t> by_targets_;  // blocks of rows_ × width_ entries
  Vector<std::uint8_t> region_at_;   // of the graph, to find the node of a position
  Vector<std::uint32_t> first_;      // likewise
  Vector<std::uint32_t> block_;      // by node: the number of its block, or none
  Vector<std::uint8_t> table_;       // by player's cell, then by the cells of the two boxes
  std::vector<Pair> found_;
  std::vector<char> used_;
};

}  // namespace budge::sokoban
