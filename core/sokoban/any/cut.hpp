// Into how many parts boxes cut the floor, and how many links between rooms they block, as one box goes from place to
// place while the others stand still.
//
// The parts are found once; the box is lifted, which joins those beside it, and put down here and there: where the free
// cells beside it stay joined around it, nothing changes, and only elsewhere is the floor looked at anew.
#pragma once

#include <algorithm>
#include <cassert>
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
        whole_(level),
        free_(level),
        left_(level),
        part_(1, CellSet(level)),
        known_(level.floor() + 1, 0),
        cut_(level.floor() + 1) {}

  Cut of(const Board& board) {
    whole_ = board.free();
    left_ = whole_;
    for (parts_ = 0; !left_.empty(); ++parts_) {
      part_[parts_].fill(left_, left_.first());
      left_.subtract(part_[parts_]);
      if (parts_ + 1 == static_cast<int>(part_.size())) part_.emplace_back(level_);
    }
    return {parts_, rooms_.lost(whole_)};
  }

  // Takes up a box that stands on the board, of which of() was asked last. The parts beside it become one.
  void lift(const Board& board, int box) {
    assert(whole_.words() == board.free().words());
    const Cell home = board.cell(box);
    free_ = whole_;
    free_.add(home);
    left_.clear();
    left_.add(home);
    regions_ = 0;
    for (int part = 0; part < parts_; ++part) {
      const bool joins = std::ranges::any_of(level_.next(home), [&](Cell at) { return part_[part].has(at); });
      if (joins) {
        left_.unite(part_[part]);
      } else {
        put(part_[part]);
      }
    }
    put(left_);
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
  void put(const CellSet& region) {
    if (static_cast<int>(region_.size()) == regions_) region_.emplace_back(level_);
    region_[regions_++] = region;
  }

  const Level& level_;
  Rooms& rooms_;
  CellSet whole_, free_, left_;         // the free floor as it is, and with the box lifted
  std::vector<CellSet> part_, region_;  // likewise; more than there are, to save allocations
  int parts_ = 0, regions_ = 0;
  Cut lifted_{};
  std::vector<char> known_;  // by cell: asked since the box was lifted
  std::vector<Cut> cut_;
  std::vector<Cell> asked_;
};

}  // namespace budge::sokoban
