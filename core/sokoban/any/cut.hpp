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
#include "sokoban/rules/sides.hpp"

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

  // As if the box were put down on a free cell; `sides` are those of the box, lifted.
  Cut drop(Cell cell, Sides& sides) {
    if (known_[cell]) return cut_[cell];
    Cut cut = {lifted_.regions - 1 + sides.parts(cell), lifted_.links};
    if (sides.is_narrow(cell)) {
      free_.remove(cell);
      cut.links = rooms_.lost(free_);
      free_.add(cell);
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
  CellSet free_, left_;
  std::vector<CellSet> region_;  // more than there are, to save allocations
  int regions_ = 0;
  Cut lifted_{};
  std::vector<char> known_;  // by cell: asked since the box was lifted
  std::vector<Cut> cut_;
  std::vector<Cell> asked_;
};

}  // namespace budge::sokoban
