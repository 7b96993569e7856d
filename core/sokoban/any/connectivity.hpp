// Two features of FESS, computed incrementally while one box is moved around: connectivity, the number of regions into
// which boxes cut the floor, and room connectivity, the number of links between rooms that boxes block.
//
// The regions are found once per position. To lift a box joins the regions around it. To drop it on a cell changes
// nothing if the free cells around that cell stay connected; only otherwise are the links counted again.
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

struct Connectivity {
  int regions, links;
};

class ConnectivityTracker {
 public:
  using Cell = Level::Cell;

  ConnectivityTracker(const Level& level, Rooms& rooms)
      : level_(level),
        rooms_(rooms),
        whole_(level),
        free_(level),
        left_(level),
        part_(1, CellSet(level)),
        known_(level.floor() + 1, 0),
        dropped_(level.floor() + 1) {}

  // Finds the regions of a position.
  Connectivity measure(const Board& board) {
    whole_ = board.free();
    left_ = whole_;
    for (parts_ = 0; !left_.empty(); ++parts_) {
      part_[parts_].fill(left_, left_.first());
      left_.subtract(part_[parts_]);
      if (parts_ + 1 == static_cast<int>(part_.size())) part_.emplace_back(level_);
    }
    return {parts_, rooms_.lost(whole_)};
  }

  // Lifts a box of the board that was measured last. The regions around the box become one.
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
    for (const Cell cell : computed_) known_[cell] = 0;
    computed_.clear();
  }

  // The floor without the lifted box, and its regions.
  Connectivity lifted() const { return lifted_; }
  int regions() const { return regions_; }
  int region_of(Cell cell) const {
    int region = 0;
    while (!region_[region].has(cell)) ++region;
    return region;
  }
  const CellSet& region(int number) const { return region_[number]; }

  // The connectivity with the lifted box on a free cell; `sides` are those of the lifted box.
  Connectivity drop(Cell cell, Sides& sides) {
    if (known_[cell]) return dropped_[cell];
    Connectivity connectivity = {lifted_.regions - 1 + sides.parts(cell), lifted_.links};
    if (sides.is_narrow(cell)) {
      free_.remove(cell);
      connectivity.links = rooms_.lost(free_);
      free_.add(cell);
    }
    known_[cell] = 1;
    computed_.push_back(cell);
    return dropped_[cell] = connectivity;
  }

 private:
  void put(const CellSet& region) {
    if (static_cast<int>(region_.size()) == regions_) region_.emplace_back(level_);
    region_[regions_++] = region;
  }

  const Level& level_;
  Rooms& rooms_;
  CellSet whole_, free_, left_;         // the free floor of the position, and with the box lifted
  std::vector<CellSet> part_, region_;  // the regions of both; the vectors never shrink, to save allocations
  int parts_ = 0, regions_ = 0;
  Connectivity lifted_{};
  std::vector<char> known_;  // by cell: computed since the box was lifted
  std::vector<Connectivity> dropped_;
  std::vector<Cell> computed_;
};

}  // namespace budge::sokoban
