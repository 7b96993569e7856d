// Into how many parts boxes cut the floor, and how many links between rooms they block, as one box goes from place to
// place while the others stand still.
//
// The box is lifted, the parts are found once, and it is put down here and there: where the free cells beside it stay
// joined around it, nothing changes, and only elsewhere is the floor looked at anew.
#pragma once

#include <algorithm>
#include <vector>

#include "sokoban/any/rooms.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/cell_set.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

struct Cut {
  int regions, links;
};

class Cuts {
 public:
  using Cell = Level::Cell;

  Cuts(const Level& level, Rooms& rooms)
      : level_(level),
        rooms_(rooms),
        free_(level),
        left_(level),
        part_(level),
        known_(level.floor() + 1, 0),
        cut_(level.floor() + 1) {}

  Cut of(const Board& board) {
    free_ = board.free();
    const int regions = count(free_);
    return {regions, rooms_.lost(free_)};
  }

  // Takes up a box that stands on the board.
  void lift(const Board& board, int box) {
    free_ = board.free();
    free_.add(board.cell(box));
    regions_ = count(free_);
    lifted_ = {regions_, rooms_.lost(free_)};
    for (const Cell cell : asked_) known_[cell] = 0;
    asked_.clear();
  }

  // The floor without the box, and its parts.
  Cut lifted() const { return lifted_; }
  int regions() const { return regions_; }
  int region_of(Cell cell) const {
    int region = 0;
    while (!region_[region].has(cell)) ++region;
    return region;
  }
  const CellSet& region(int number) const { return region_[number]; }

  // True if a box on this cell may cut one of them in two.
  bool is_narrow(Cell cell) const {
    return !level_.joined_around(cell, [&](Cell at) { return free_.has(at); });
  }

  // As if the box were put down on a free cell.
  Cut drop(Cell cell) {
    if (known_[cell]) return cut_[cell];
    Cut cut = lifted_;
    const auto is_free = [&](Cell at) { return free_.has(at); };
    if (is_narrow(cell)) {
      free_.remove(cell);
      int regions = 0;
      left_ = free_;
      for (; !left_.empty(); ++regions) {
        part_.fill(left_, left_.first());
        left_.subtract(part_);
      }
      cut = {regions, rooms_.lost(free_)};
      free_.add(cell);
    } else if (std::ranges::none_of(level_.next(cell), is_free)) {
      --cut.regions;
    }
    known_[cell] = 1;
    asked_.push_back(cell);
    return cut_[cell] = cut;
  }

 private:
  int count(const CellSet& free) {
    int regions = 0;
    left_ = free;
    while (!left_.empty()) {
      if (static_cast<int>(region_.size()) == regions) region_.emplace_back(level_);
      region_[regions].fill(left_, left_.first());
      left_.subtract(region_[regions++]);
    }
    return regions;
  }

  const Level& level_;
  Rooms& rooms_;
  CellSet free_, left_, part_;
  std::vector<CellSet> region_;  // more than there are, to save allocations
  int regions_ = 0;
  Cut lifted_{};
  std::vector<char> known_;  // by cell: asked since the box was lifted
  std::vector<Cut> cut_;
  std::vector<Cell> asked_;
};

}  // namespace budge::sokoban
