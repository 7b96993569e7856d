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

  explicit Corrals(const Level& level)
      : level_(level), left_(level), label_(level.floor() + 1), beside_(level.boxes()) {}

  // True if only pushes() need be tried where the player can walk as in `reach`.
  bool restrict(const Board& board, const Reach& reach) {
    if (reach.shut_out().empty()) return false;
    find_regions(reach);
    if (regions() > most_regions) return false;
    find_labels(board);
    bool found = false;
    for (int first = 0; first < regions(); ++first) {
      if (!examine(board, first) || (found && candidates_.size() >= pushes_.size())) continue;
      found = true;
      pushes_.swap(candidates_);
      corral_ = chosen_;
      if (pushes_.empty()) break;
    }
    return found;
  }
  const std::vector<Push>& pushes() const { return pushes_; }

  // True if a box stands around the corral that restrict() settled on.
  bool fences(int box) const { return (beside_[box] & corral_) != 0; }

  // Finds the parts of the floor out of the player's reach, boxes not among them.
  void find_regions(const Reach& reach) {
    left_ = reach.shut_out();
    regions_ = 0;
    while (!left_.empty()) {
      if (region_.size() == regions_) region_.emplace_back(level_);
      region_[regions_].fill(left_, left_.first());
      left_.subtract(region_[regions_++]);
    }
  }
  int regions() const { return static_cast<int>(regions_); }
  const CellSet& region(int number) const { return region_[number]; }

 private:
  // Every cell has a label: in the player's reach, a box or wall, or the number of its region. Sets of them are bits.
  using Labels = std::uint64_t;
  static constexpr std::uint8_t reached = 0, blocked = 1, first_label = 2;
  static constexpr int most_regions = 64 - first_label;

  static std::uint8_t label_of(int region) { return static_cast<std::uint8_t>(first_label + region); }
  static bool has(Labels labels, std::uint8_t label) { return labels >> label & 1; }

  void find_labels(const Board& board) {
    board.copy_blocked(label_);
    for (int number = 0; number < regions(); ++number) {
      region_[number].each([&](Cell cell) { label_[cell] = label_of(number); });
    }
    for (int box = 0; box < board.boxes(); ++box) {
      beside_[box] = 0;
      for (const Cell beside : level_.next(board.cell(box))) beside_[box] |= Labels{1} << label_[beside];
    }
    with_target_ = 0;
    for (const Cell target : level_.targets()) with_target_ |= Labels{1} << label_[target];
  }

  // Starts from one region and takes in neighbours as long as only they stand in the way.
  bool examine(const Board& board, int first) {
    chosen_ = Labels{1} << label_of(first);
    for (;;) {
      const std::uint8_t also = try_fence(board);
      if (also == fails) return false;
      if (also == fits) return must_open(board);
      chosen_ |= Labels{1} << also;
    }
  }

  // The fence: boxes beside a region that is chosen.
  bool on_fence(int box) const { return (beside_[box] & chosen_) != 0; }

  static constexpr std::uint8_t fits = 0, fails = 1;

  // Fits, fails, or the label of a region to take in.
  std::uint8_t try_fence(const Board& board) {
    candidates_.clear();
    for (int box = 0; box < board.boxes(); ++box) {
      if (!on_fence(box)) continue;
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level_.next(board.cell(box), d);
        const Cell from = level_.next(board.cell(box), Level::opposite(d));
        if (to >= level_.box_cells() || from == level_.outside()) continue;  // never a push, or the end of hope
        // Not before the corral opens: a push from within, and from or onto a box of the fence.
        const std::uint8_t behind = label_[from], ahead = label_[to];
        if (behind == blocked ? on_fence(board.box_at(from)) : has(chosen_, behind)) continue;
        if (ahead == blocked && on_fence(board.box_at(to))) continue;
        if (behind == reached && has(chosen_, ahead)) {
          candidates_.push_back({static_cast<std::uint8_t>(box), static_cast<std::uint8_t>(d)});
          continue;
        }
        if (behind >= first_label) return behind;
        return ahead >= first_label && !has(chosen_, ahead) ? ahead : fails;
      }
    }
    return fits;
  }

  bool must_open(const Board& board) const {
    if (with_target_ & chosen_) return true;
    if (level_.spare() > 0) return false;
    for (int box = 0; box < board.boxes(); ++box) {
      if (on_fence(box) && !level_.accepts(board.cell(box), board.kind(box))) return true;
    }
    return false;
  }

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
