// Removes boxes that can be moved, at no extra cost and while all others stand still, to where they no longer matter.
//
// Small searches for a lower bound on what a few boxes need use it after every move. Removing a box only makes a
// position easier, so the result is still a lower bound, and the search branches only on boxes that hinder each other.
//
//   ########   Let pushes towards the target A be free. Box a is removed first, since the player can push it left to
//   #A a b #   A. Then box b can be pushed to A as well, and is removed. If the cell to the right of b were a wall,
//   #  @   #   the player could not push b to the left, and only a would be removed.
//   ########
#pragma once

#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/sides.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

class BoxRemoval {
 public:
  using Cell = Level::Cell;

  BoxRemoval(const Level& level, Motion motion)
      : level_(level), motion_(motion), sides_(level), seen_(level.floor() + 1) {}

  // Where a box moves if the player on one side of it pushes or pulls it, and the cell that must be free for that move.
  Cell destination(Cell cell, int side) const {
    return level_.next(cell, motion_ == Motion::pull ? side : Level::opposite(side));
  }
  Cell free_cell(Cell cell, int side) const {
    return motion_ == Motion::pull ? level_.next(level_.next(cell, side), side) : destination(cell, side);
  }

  void remove(Board& board, int box) {
    rest_.clear();
    for (int other = 0; other < board.boxes(); ++other) {
      if (other != box) rest_.push_back(board.cell(other));
    }
    board.clear();
    for (const Cell cell : rest_) board.add(cell, 0);
  }

  // Removes boxes until none is removable, and stores the player's region in `reach`. A box from `home` is removable if
  // moves with is_free(cell, side), while all others stand still, bring it to a cell with is_done(home, cell, moves).
  template <class IsFree, class IsDone>
  void operator()(Board& board, Cell player, Reach& reach, IsFree&& is_free, IsDone&& is_done) {
    reach.fill(board, player);
    for (int box = 0, stuck = 0; stuck < board.boxes();) {
      if (box >= board.boxes()) box = 0;
      if (is_removable(board, box, reach, is_free, is_done)) {
        remove(board, box);
        reach.fill(board, player);
        stuck = 0;
      } else {
        ++box;
        ++stuck;
      }
    }
  }

 private:
  struct Stop {
    Cell cell;
    Sides::Bits sides;  // sides of the box that the player can walk to
    int moves;
  };

  template <class IsFree, class IsDone>
  bool is_removable(const Board& board, int box, const Reach& reach, IsFree&& is_free, IsDone&& is_done) {
    const Cell home = board.cell(box);
    if (is_done(home, home, 0)) return true;
    Stop first{home, 0, 0};
    bool moves = false;  // a quick test: most boxes cannot move
    for (int side = 0; side < Level::directions; ++side) {
      if (!reach.has(level_.next(home, side))) continue;
      first.sides |= static_cast<Sides::Bits>(1u << side);
      moves |= is_free(home, side) && !board.blocked(free_cell(home, side));
    }
    if (!moves) return false;
    sides_.lift(board, box);
    for (const Stop& stop : stops_) seen_[stop.cell] = 0;
    stops_.assign(1, first);
    seen_[home] = first.sides;
    for (std::size_t i = 0; i < stops_.size(); ++i) {
      const Stop stop = stops_[i];
      for (int side = 0; side < Level::directions; ++side) {
        if (!(stop.sides >> side & 1) || !is_free(stop.cell, side)) continue;
        const Cell to = destination(stop.cell, side);
        if (!sides_.is_free(to) || !sides_.is_free(free_cell(stop.cell, side)) || seen_[to] >> side & 1) continue;
        if (is_done(home, to, stop.moves + 1)) return true;
        const Sides::Bits sides = sides_.reachable(to, side);
        seen_[to] |= sides;
        stops_.push_back({to, sides, stop.moves + 1});
      }
    }
    return false;
  }

  const Level& level_;
  const Motion motion_;
  Sides sides_;
  std::vector<Stop> stops_;        // reached by one box
  std::vector<Sides::Bits> seen_;  // by cell: sides of the box that the player has been on
  std::vector<Cell> rest_;
};

}  // namespace budge::sokoban
