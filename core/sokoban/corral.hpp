// PI-corral pruning: where the player is shut out of a part of the floor that must be opened, open it now.
//
// A corral is floor that the player cannot reach, with the boxes around it. Suppose that the first push of any of these
// boxes, whenever it comes, leads inward and could be made at once (a *PI-corral*), and that some box must yet enter.
// Nothing that happens outside helps or hinders those pushes, so a plan that makes one later can make it first, with as
// many pushes: no other push need be tried. If there is none at all, the position is a deadlock. The walks between the
// pushes do change; so this is for counting pushes only. (Damgaard and others; described in the Sokoban wiki.)
#pragma once

#include <span>
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

  explicit Corrals(const Level& level) : level_(level), region_(level.floor() + 1, none) {}

  // True if only pushes() need be tried where the player can walk as in `reach`.
  bool restrict(const Board& board, const Reach& reach) {
    if (reach.size() + board.boxes() == level_.floor()) return false;
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
    for (const Cell cell : cells_) region_[cell] = none;
    cells_.clear();
    begin_.assign(1, 0);
    for (int cell = 0; cell < level_.floor(); ++cell) {
      if (!reach.shut_out(cell) || region_[cell] != none) continue;
      const auto number = static_cast<std::int16_t>(regions());
      region_[cell] = number;
      cells_.push_back(static_cast<Cell>(cell));
      for (std::size_t i = begin_.back(); i < cells_.size(); ++i) {
        for (const Cell to : level_.next(cells_[i])) {
          if (!reach.shut_out(to) || region_[to] != none) continue;
          region_[to] = number;
          cells_.push_back(to);
        }
      }
      begin_.push_back(cells_.size());
    }
  }
  int regions() const { return static_cast<int>(begin_.size()) - 1; }
  std::span<const Cell> region(int number) const {
    return {cells_.data() + begin_[number], cells_.data() + begin_[number + 1]};
  }

 private:
  static constexpr std::int16_t none = -1;

  bool chosen(int region) const { return region != none && in_[region]; }

  // Starts from one region and takes in neighbours as long as only they stand in the way.
  bool examine(const Board& board, const Reach& reach, int first) {
    in_.assign(regions(), 0);
    in_[first] = 1;
    chosen_.assign(1, first);
    for (;;) {
      find_fence(board);
      const int also = try_fence(board, reach);
      if (also == fails) return false;
      if (also == fits) return must_open(board);
      in_[also] = 1;
      chosen_.push_back(also);
    }
  }

  void find_fence(const Board& board) {
    fence_.clear();
    on_fence_.assign(board.boxes(), 0);
    for (const int number : chosen_) {
      for (const Cell cell : region(number)) {
        for (int d = 0; d < Level::directions; ++d) {
          const Cell beside = level_.next(cell, d);
          if (!board.has_box(beside) || on_fence_[board.box_at(beside)]) continue;
          on_fence_[board.box_at(beside)] = 1;
          fence_.push_back(board.box_at(beside));
        }
      }
    }
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
        if (chosen(region_[from]) || held(board, from) || held(board, to)) continue;  // not before the corral opens
        if (reach.has(from) && chosen(region_[to])) {
          candidates_.push_back({static_cast<std::uint8_t>(box), static_cast<std::uint8_t>(d)});
          continue;
        }
        if (region_[from] != none) return region_[from];
        if (region_[to] != none && !chosen(region_[to])) return region_[to];
        return fails;
      }
    }
    return fits;
  }

  bool held(const Board& board, Cell cell) const { return board.has_box(cell) && on_fence_[board.box_at(cell)]; }

  bool must_open(const Board& board) const {
    for (const int number : chosen_) {
      for (const Cell cell : region(number)) {
        if (level_.is_target(cell)) return true;
      }
    }
    if (level_.spare() > 0) return false;
    for (const int box : fence_) {
      if (!level_.accepts(board.cell(box), board.kind(box))) return true;
    }
    return false;
  }

  const Level& level_;
  std::vector<std::int16_t> region_;  // by cell
  std::vector<Cell> cells_;           // region after region
  std::vector<std::size_t> begin_{0};
  std::vector<char> in_, on_fence_;
  std::vector<int> chosen_, fence_, corral_;
  std::vector<Push> candidates_, pushes_;
};

}  // namespace budge
