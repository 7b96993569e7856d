// PI-corral pruning: where the player is shut out of a part of the floor that must be opened, open it now.
//
// A corral is floor that the player cannot reach, with the boxes around it. Suppose that the first push of any of these
// boxes, whenever it comes, leads inward and could be made at once (a *PI-corral*), and that some box must yet enter.
// Nothing that happens outside helps or hinders those pushes, so a plan that makes one later can make it first, with as
// many pushes: no other push need be tried. If there is none at all, the position is a deadlock. The walks between the
// pushes do change; so this is for counting pushes only. (Damgaard and others; described in the Sokoban wiki.)
#pragma once

#include <algorithm>
#include <vector>

#include "sokoban/board.hpp"
#include "sokoban/level.hpp"

namespace budge {

struct Push {
  std::uint8_t box;
  std::uint8_t direction;
};

class Corrals {
 public:
  using Cell = Level::Cell;

  explicit Corrals(const Level& level) : level_(level), left_(level), inside_(level), on_fence_(level) {}

  // True if only pushes() need be tried where the player can walk as in `reach`.
  bool restrict(const Board& board, const Reach& reach) {
    if (reach.shut_out().empty()) return false;
    find_regions(reach);
    bool found = false;
    for (int first = 0; first < regions(); ++first) {
      if (!examine(board, reach, first) || (found && candidates_.size() >= pushes_.size())) continue;
      found = true;
      pushes_.swap(candidates_);
      corral_.swap(chosen_);
      if (pushes_.empty()) break;
    }
    return found;
  }
  const std::vector<Push>& pushes() const { return pushes_; }

  // The regions of the corral that restrict() settled on.
  const std::vector<int>& corral() const { return corral_; }

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
  // Starts from one region and takes in neighbours as long as only they stand in the way.
  bool examine(const Board& board, const Reach& reach, int first) {
    chosen_.assign(1, first);
    inside_ = region_[first];
    for (;;) {
      find_fence(board);
      const int also = try_fence(board, reach);
      if (also == fails) return false;
      if (also == fits) return must_open(board);
      chosen_.push_back(also);
      inside_.unite(region_[also]);
    }
  }

  void find_fence(const Board& board) {
    fence_.clear();
    on_fence_.clear();
    inside_.each([&](Cell cell) {
      for (const Cell beside : level_.next(cell)) {
        if (!board.has_box(beside) || on_fence_.has(beside)) continue;
        on_fence_.add(beside);
        fence_.push_back(board.box_at(beside));
      }
    });
  }

  static constexpr int fits = -1, fails = -2;

  // Fits, fails, or the number of a region to take in.
  int try_fence(const Board& board, const Reach& reach) {
    candidates_.clear();
    for (const int box : fence_) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level_.next(board.cell(box), d);
        const Cell from = level_.next(board.cell(box), Level::opposite(d));
        if (to >= level_.box_cells() || from == level_.outside()) continue;  // never a push, or the end of hope
        if (inside_.has(from) || on_fence_.has(from) || on_fence_.has(to)) continue;  // not before the corral opens
        if (reach.has(from) && inside_.has(to)) {
          candidates_.push_back({static_cast<std::uint8_t>(box), static_cast<std::uint8_t>(d)});
          continue;
        }
        if (reach.shut_out().has(from)) return region_of(from);
        if (reach.shut_out().has(to) && !inside_.has(to)) return region_of(to);
        return fails;
      }
    }
    return fits;
  }

  int region_of(Cell cell) const {
    int number = 0;
    while (!region_[number].has(cell)) ++number;
    return number;
  }

  bool must_open(const Board& board) const {
    if (std::ranges::any_of(level_.targets(), [&](Cell target) { return inside_.has(target); })) return true;
    if (level_.spare() > 0) return false;
    for (const int box : fence_) {
      if (!level_.accepts(board.cell(box), board.kind(box))) return true;
    }
    return false;
  }

  const Level& level_;
  std::vector<CellSet> region_;  // more than there are regions, to save allocations
  std::size_t regions_ = 0;
  CellSet left_, inside_, on_fence_;  // `inside_` unites the chosen regions
  std::vector<int> chosen_, fence_, corral_;
  std::vector<Push> candidates_, pushes_;
};

}  // namespace budge
