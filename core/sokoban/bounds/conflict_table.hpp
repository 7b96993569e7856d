// Boxes in each other's way: how many pushes more two boxes need than each of them alone.
//
// All positions of two boxes, the others taken away, are searched backwards, by pulls from every two targets. The
// pushes that two boxes need to get there, less those of each as if alone, are what they cost each other; their
// conflict is the least of that over all targets. In a plan for the whole level every two boxes end on some two
// targets, and without the others they would need no more pushes. So the conflicts of pairs that have no box in common
// may be added to the least sum that a matching finds. All of that holds likewise where pushes are weighed (see
// heights.hpp). (Pairs of boxes as patterns: Pereira, Ritt and Buriol, 2013.)
//
//   #######    The upper box needs one push up; the lower one needs none, being on a target. But to push the upper one
//   # . # #    the player has to stand where the lower one is. So that has to go aside along the wall, and come back:
//   # $   #    they need 3 pushes, and their conflict is 2.
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
  static constexpr std::uint8_t dead = 0xff;  // the two can never both come home

  // Without boxes to spare or of several kinds, and where it takes no time to speak of and a small part of the memory;
  // else there are none. `alone` is what boxes need as if alone, no box being frozen. ConflictTable by targets are kept
  // only where asked for.
  ConflictTable(const Level& level, const Potential& heights, const CostTable& alone, Control& control,
                bool by_targets = false);

  bool known() const { return !table_.empty(); }

  int of(Cell one, Cell other, Cell player) const { return table_[place(one, other, player)]; }

  // The same by the targets that the two go to: a row of width() for each target of the box on the lower cell, in it
  // one for each target of the other; `dead` if they cannot go there. Null if none of them costs the other anything.
  const std::uint8_t* by_targets(Cell one, Cell other, Cell player) const {
    if (first_.empty()) return nullptr;
    const std::size_t pair = number(std::min(one, other), std::max(one, other));
    const bool is_cut = first_[pair + 1] - first_[pair] > 1;
    const std::uint32_t block = block_[first_[pair] + (is_cut ? region_at_[pair * floor_ + player] : 0)];
    return block == none ? nullptr : &by_targets_[std::size_t{block} * rows_ * width_];
  }
  int width() const { return static_cast<int>(width_); }

  // The conflicts of pairs without a box in common, the greatest first, of all boxes for which counts(box) holds; at
  // least `infinite` if two are dead. The boxes stand on `cells`.
  template <class Counts>
  int sum(const std::vector<Cell>& cells, Cell player, int infinite, Counts&& counts) {
    assert(known());
    found_.clear();
    const std::uint8_t* const now = &table_[place(0, 0, player)];
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const std::uint8_t* const row = now + cells[i] * cells_;
      for (std::size_t j = 0; j < i; ++j) {
        if (row[cells[j]])
          found_.push_back({row[cells[j]], static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j)});
      }
    }
    if (found_.empty()) return 0;
    std::ranges::sort(found_, std::greater<>(), &Pair::conflict);
    if (found_.front().conflict == dead) return infinite;
    taken_.assign(cells.size(), 0);
    int sum = 0;
    for (const Pair& pair : found_) {
      if (taken_[pair.one] || taken_[pair.other] || !counts(pair.one) || !counts(pair.other)) continue;
      taken_[pair.one] = taken_[pair.other] = 1;
      sum += pair.conflict;
    }
    return sum;
  }

 private:
  struct Pair {
    std::uint8_t conflict, one, other;
  };
  struct Graph;

  void keep_by_targets(Graph& graph, const CostTable& alone);
  std::size_t place(std::size_t one, std::size_t other, std::size_t player) const {
    return (player * cells_ + one) * cells_ + other;
  }

  static std::size_t number(std::size_t low, std::size_t high) { return high * (high - 1) / 2 + low; }
  static constexpr std::uint32_t none = 0xffffffff;

  std::size_t cells_, floor_, rows_ = 0, width_ = 0;
  Vector<std::uint8_t> by_targets_, region_at_;  // blocks; and of the graph, to find them
  Vector<std::uint32_t> first_, block_;
  Vector<std::uint8_t> table_;  // by the player's cell and those of the two boxes: all of one player lie together
  std::vector<Pair> found_;
  std::vector<char> taken_;
};

}  // namespace budge::sokoban
