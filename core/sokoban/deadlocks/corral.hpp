// PI-corral pruning: where the player is shut out of a part of the floor that must be opened, open it now.
//
// A corral is floor that the player cannot reach, with the boxes around it. Suppose that the first push of any of these
// boxes, whenever it comes, leads inward and could be made at once (a *PI-corral*), and that some box must yet enter.
// Nothing that happens outside helps or hinders those pushes, so a plan that makes one later can make it first, with as
// many pushes: no other push need be tried. If there is none at all, the position is a deadlock. The walks between the
// pushes do change; so this is for counting pushes only. (Damgaard and others; described in the Sokoban wiki.)
//
//   #########    Box b shuts the player out of the room on the right, whose target a box must reach. It can be pushed
//   #    #  #    inward, at once, and in no other direction before the player is inside: a PI-corral. So the push of b
//   # a@ b .#    to the right is the only one tried, though a can be pushed, too. With a wall right of b there would be
//   #.   #  #    none, and the position would be lost.
//   #########
#pragma once

#include <algorithm>
#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

struct Push {
  std::uint8_t box;
  std::uint8_t direction;
};

class Corrals {
 public:
  using Cell = Level::Cell;

  explicit Corrals(const Level& level);

  // True if only pushes() need be tried where the player can walk as in `reach`.
  bool find_pi_corral(const Board& board, const Reach& reach);
  const std::vector<Push>& pushes() const { return pushes_; }

  // True if a box stands around the corral that restrict() settled on.
  bool fences(int box) const { return (beside_[box] & corral_) != 0; }

  // Finds the parts of the floor out of the player's reach, boxes not among them.
  void find_regions(const Reach& reach);
  int regions() const { return static_cast<int>(regions_); }
  const CellSet& region(int number) const { return region_[number]; }

 private:
  // Every cell has a label: in the player's reach, a box or wall, or the number of its region. Sets of them are bits.
  using Labels = std::uint64_t;
  static constexpr std::uint8_t reached = 0, blocked = 1, first_label = 2;
  static constexpr int max_regions = 64 - first_label;

  static std::uint8_t label_of(int region) { return static_cast<std::uint8_t>(first_label + region); }
  static bool has(Labels labels, std::uint8_t label) { return labels >> label & 1; }

  void find_labels(const Board& board);

  // Starts from one region and takes in neighbours as long as only they stand in the way.
  bool examine(const Board& board, int first);

  // The fence: boxes beside a region that is chosen.
  bool on_fence(int box) const { return (beside_[box] & chosen_) != 0; }

  static constexpr std::uint8_t fits = 0, fails = 1;

  // Fits, fails, or the label of a region to take in.
  std::uint8_t try_fence(const Board& board);

  bool must_open(const Board& board) const;

  const Level& level_;
  std::vector<CellSet> region_;  // more than there are regions, to save allocations
  std::size_t regions_ = 0;
  CellSet left_;
  std::vector<std::uint8_t> label_;  // by cell
  std::vector<Labels> beside_;       // by box
  Labels with_target_ = 0, chosen_ = 0, corral_ = 0;
  std::vector<Push> candidates_, pushes_;
};

}  // namespace budge::sokoban
