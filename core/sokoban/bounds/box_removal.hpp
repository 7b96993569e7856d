// Boxes that vanish: to take boxes away only makes things easier, so a small search for what some boxes must lose takes
// away, one after another, those that can be brought to where they no longer matter without loss, while all others
// stand still.
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
      : level_(level), motion_(motion), sides_(level), met_(level.floor() + 1) {}

  // Where a box on a cell comes to, and the cell that must be free, when the player moves it from a side of it.
  Cell moved(Cell cell, int side) const {
    return level_.next(cell, motion_ == Motion::pull ? side : Level::opposite(side));
  }
  Cell taken(Cell cell, int side) const {
    return motion_ == Motion::pull ? level_.next(level_.next(cell, side), side) : moved(cell, side);
  }

  void take_away(Board& board, int box) {
    left_.clear();
    for (int other = 0; other < board.boxes(); ++other) {
      if (other != box) left_.push_back(board.cell(other));
    }
    board.clear();
    for (const Cell cell : left_) board.add(cell, 0);
  }

  // Takes away all that vanish, and leaves the player's region in `reach`. `is_free(cell, side)` says whether a move is
  // without loss, `vanishes(home, to, moves)` whether a box from `home` no longer matters on a cell, after so many
  // moves.
  template <class IsFree, class Vanishes>
  void operator()(Board& board, Cell player, Reach& reach, IsFree&& is_free, Vanishes&& vanishes) {
    reach.fill(board, player);
    for (int box = 0, stuck = 0; stuck < board.boxes();) {
      if (box >= board.boxes()) box = 0;
      if (leaves(board, box, reach, is_free, vanishes)) {
        take_away(board, box);
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
    Sides::Bits sides;  // of the box that the player can walk to
    int moves;
  };

  template <class IsFree, class Vanishes>
  bool leaves(const Board& board, int box, const Reach& reach, IsFree&& is_free, Vanishes&& vanishes) {
    const Cell home = board.cell(box);
    if (vanishes(home, home, 0)) return true;
    Stop first{home, 0, 0};
    bool moves = false;  // most boxes do not
    for (int side = 0; side < Level::directions; ++side) {
      if (!reach.has(level_.next(home, side))) continue;
      first.sides |= static_cast<Sides::Bits>(1u << side);
      moves |= is_free(home, side) && !board.blocked(taken(home, side));
    }
    if (!moves) return false;
    sides_.lift(board, box);
    for (const Stop& stop : stops_) met_[stop.cell] = 0;
    stops_.assign(1, first);
    met_[home] = first.sides;
    for (std::size_t i = 0; i < stops_.size(); ++i) {
      const Stop stop = stops_[i];
      for (int side = 0; side < Level::directions; ++side) {
        if (!(stop.sides >> side & 1) || !is_free(stop.cell, side)) continue;
        const Cell to = moved(stop.cell, side);
        if (!sides_.is_free(to) || !sides_.is_free(taken(stop.cell, side)) || met_[to] >> side & 1) continue;
        if (vanishes(home, to, stop.moves + 1)) return true;
        const Sides::Bits sides = sides_.joined(to, side);
        met_[to] |= sides;
        stops_.push_back({to, sides, stop.moves + 1});
      }
    }
    return false;
  }

  const Level& level_;
  const Motion motion_;
  Sides sides_;
  std::vector<Stop> stops_;       // of a box on its way
  std::vector<Sides::Bits> met_;  // by cell: sides of the box that the player has been on
  std::vector<Cell> left_;
};

}  // namespace budge::sokoban
