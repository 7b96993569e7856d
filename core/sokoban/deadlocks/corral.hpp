// PI-corral pruning: if the player is shut out of a part of the floor that must be opened, open it now.
//
// A corral is a region that the player cannot reach, with the boxes around it (its fence). In a *PI-corral*, the first
// push of any fence box, whenever it is made, leads inwards and can be made at once. Suppose that the corral must still
// be opened, because it contains an empty target or a fence box is off target. Nothing that happens outside helps or
// hinders the inward pushes. So a plan that makes one of them later can make it first, with the same number of pushes,
// and no other push needs to be tried. If there is no such push, the position is a deadlock. The walks between pushes
// do change, so this is valid only if pushes alone are counted. (Damgaard and others; described in the Sokoban wiki.)
//
//   #########    Box b shuts the player out of the room on the right, whose target a box must reach. It can be pushed
//   #    #  #    inwards at once, and in no other direction before the player is inside: a PI-corral. So only the push
//   # a@ b .#    of b to the right is tried, although a can be pushed as well. If the cell right of b were a wall,
//   #.   #  #    there would be no push, and the position would be dead.
//   #########
#pragma once

#include <algorithm>
#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

struct Push {
  Level::Box box;
  std::uint8_t direction;
};

class Corrals {
 public:
  using Cell = Level::Cell;

  explicit Corrals(const Level& level);

  // True if a PI-corral exists, so that only pushes() need to be tried. `reach` is the region of the player.
  bool find_pi_corral(const Board& board, const Reach& reach);
  const std::vector<Push>& pushes() const { return pushes_; }

  // True if a box is on the fence of the corral found by find_pi_corral().
  bool fences(int box) const { return (adjacent_[box] & corral_) != 0; }

  // Finds the connected regions of free cells out of the player's reach.
  void find_regions(const Reach& reach);
  int regions() const { return static_cast<int>(regions_); }
  const CellSet& region(int number) const { return region_[number]; }

 private:
  // Every cell has a label: reached by the player, blocked by a box or wall, or its region. Sets of labels are bits.
  using Labels = std::uint64_t;
  static constexpr std::uint8_t reached = 0, blocked = 1, first_label = 2;
  static constexpr int max_regions = 64 - first_label;  // a bit for every label

  static std::uint8_t label_of(int region) { return static_cast<std::uint8_t>(first_label + region); }
  static bool has(Labels labels, std::uint8_t label) { return labels >> label & 1; }

  void find_labels(const Board& board);

  // Starts from one region and adds neighbouring regions while only they prevent a PI-corral.
  bool examine(const Board& board, int first);

  // The fence: the boxes next to a chosen region.
  bool on_fence(int box) const { return (adjacent_[box] & chosen_) != 0; }

  static constexpr std::uint8_t fits = 0, fails = 1;

  // Returns `fits`, `fails`, or the label of a region to add.
  std::uint8_t try_fence(const Board& board);

  // True if a box must still enter the corral or leave its fence.
  bool must_open(const Board& board) const;

  const Level& level_;
  std::vector<CellSet> region_;  // of which regions_ are in use; the rest saves allocations
  std::size_t regions_ = 0;
  CellSet left_;
  std::vector<std::uint8_t> label_;  // by cell
  std::vector<Labels> adjacent_;     // by box
  Labels with_target_ = 0, chosen_ = 0, corral_ = 0;
  std::vector<Push> candidates_, pushes_;
};

}  // namespace budge::sokoban
