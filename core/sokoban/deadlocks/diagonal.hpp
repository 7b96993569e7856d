// Closed-diagonal deadlocks: boxes around a chain of holes, none of which can be pushed without freezing.
//
// A hole is a free cell shut in on all four sides; holes that touch at corners share the boxes between them and make a
// chain. No player can stand in a hole, so the boxes around can only be pushed inward, or along a side that no hole
// touches. If each such push is blocked for good, or freezes boxes off target even with all other boxes taken away,
// then none of these boxes can ever be the first to move: they stay for ever, which is a deadlock if one of them is
// astray.
#pragma once

#include <algorithm>
#include <vector>

#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class ClosedDiagonal {
 public:
  using Cell = Level::Cell;

  explicit ClosedDiagonal(const Level& level) : level_(level), alone_(level), freeze_(level) {}

  // True if the box on `cell` helps to close a chain of holes for good; around() then lists the boxes.
  bool deadlocked(const Board& board, Cell cell, Cell player) {
    return std::ranges::any_of(level_.next(cell), [&](Cell beside) {
      return is_hole(board, beside) && beside != player && closed_for_good(board, beside, player);
    });
  }
  const std::vector<Cell>& around() const { return around_; }

 private:
  bool is_hole(const Board& board, Cell cell) const {
    return !board.blocked(cell) && std::ranges::all_of(level_.next(cell), [&](Cell to) { return board.blocked(to); });
  }

  bool closed_for_good(const Board& board, Cell first, Cell player) {
    find_chain(board, first);
    if (std::ranges::find(holes_, player) != holes_.end()) return false;
    int astray = 0;
    alone_.clear();
    for (const Cell cell : around_) {
      const int kind = board.kind(board.box_at(cell));
      astray += !level_.accepts(cell, kind);
      alone_.add(cell, kind);
    }
    if (astray <= level_.spare()) return false;
    for (int box = 0; box < alone_.boxes(); ++box) {
      for (int d = 0; d < Level::directions; ++d) {
        if (!push_is_hopeless(box, d)) return false;
      }
    }
    return true;
  }

  void find_chain(const Board& board, Cell first) {
    holes_.assign(1, first);
    around_.clear();
    for (std::size_t i = 0; i < holes_.size(); ++i) {
      const auto& ring = level_.ring(holes_[i]);
      for (int corner = 1; corner < 8; corner += 2) {
        const Cell to = ring[corner];
        if (is_hole(board, to) && std::ranges::find(holes_, to) == holes_.end()) holes_.push_back(to);
      }
      for (const Cell to : level_.next(holes_[i])) {
        if (board.has_box(to) && std::ranges::find(around_, to) == around_.end()) around_.push_back(to);
      }
    }
  }

  bool push_is_hopeless(int box, int direction) {
    const Cell cell = alone_.cell(box);
    const Cell from = level_.next(cell, Level::opposite(direction)), to = level_.next(cell, direction);
    if (alone_.blocked(from) || alone_.blocked(to) || to >= level_.box_cells()) return true;
    if (std::ranges::find(holes_, from) != holes_.end()) return true;
    alone_.move(box, to);
    const bool freezes = freeze_.deadlocked(alone_, to);
    alone_.move(box, cell);
    return freezes;
  }

  const Level& level_;
  Board alone_;  // the boxes around the holes, without the others
  Freeze freeze_;
  std::vector<Cell> holes_, around_;
};

}  // namespace budge::sokoban
