// Tunnel macros: a box that is pushed into a tunnel is pushed on at once.
//
// Suppose that a box cuts the floor in two, that the player is on one side of it, and that the box can only be pushed
// towards the other side. If it may not stay there, it must be pushed on at some time, and nothing can happen on the
// other side before. So it can be pushed on at once, with the same number of pushes in total. If another box blocks the
// tunnel, the position is dead. The walks between pushes do change, so this is valid only if pushes alone are counted.
// (Junghanns and Schaeffer, 2001.)
//
//   ##########    Box a has been pushed into the corridor. It cannot turn there, and the player cannot pass it. So it
//   #   ##   #    is pushed on at once, until it stands on b, in the room.
//   #  @a b  #
//   #   ##   #
//   ##########
#pragma once

#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Tunnels {
 public:
  using Cell = Level::Cell;

  explicit Tunnels(const Level& level)
      : level_(level), is_forced_(static_cast<std::size_t>(level.box_cells()) * Level::directions, 0) {
    if (level.spare() > 0) return;
    for (int cell = 0; cell < level.box_cells(); ++cell) {
      for (int d = 0; d < Level::directions; ++d) is_forced_[cell * Level::directions + d] = is_forced(cell, d);
    }
  }

  // The cell where the box stops, and the number of further pushes to get there; Level::outside() if the box is stuck.
  struct End {
    Cell cell;
    int pushes;
  };
  End end(const Board& board, Cell cell, int direction) const {
    End end{cell, 0};
    while (is_forced_[end.cell * Level::directions + direction]) {
      end = {level_.next(end.cell, direction), end.pushes + 1};
      if (board.blocked(end.cell)) return {level_.outside(), end.pushes};
    }
    return end;
  }

 private:
  bool is_forced(int cell, int direction) const {
    const Cell behind = level_.next(cell, Level::opposite(direction)), ahead = level_.next(cell, direction);
    if (level_.is_target(cell) || behind == level_.outside() || ahead >= level_.box_cells()) return false;
    if (level_.stance(cell, behind) == level_.stance(cell, ahead)) return false;
    const int across = direction == 0 || direction == 3 ? 1 : 0;
    const Cell one = level_.next(cell, across), other = level_.next(cell, Level::opposite(across));
    const bool can_turn = one != level_.outside() && other != level_.outside() &&
                          (one < level_.box_cells() || other < level_.box_cells());
    return !can_turn;
  }

  const Level& level_;
  std::vector<char> is_forced_;  // by cell and direction
};

}  // namespace budge::sokoban
