// Tunnels: where a box that has been pushed in must be pushed on.
//
// Suppose that a box cuts the floor in two where it stands, the player on this side of it, and that it can be pushed
// nowhere but to the other side. If it may not stay, it will be pushed on some time, and nothing happens over there
// before. So it can be pushed on at once, with as many pushes in all; and if another box is in the way, the position is
// dead. The walks do change, so this is for counting pushes only. (Tunnel macros: Junghanns and Schaeffer, 2001.)
#pragma once

#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Tunnels {
 public:
  using Cell = Level::Cell;

  explicit Tunnels(const Level& level)
      : level_(level), leads_on_(static_cast<std::size_t>(level.box_cells()) * Level::directions, 0) {
    if (level.spare() > 0) return;
    for (int cell = 0; cell < level.box_cells(); ++cell) {
      for (int d = 0; d < Level::directions; ++d) leads_on_[cell * Level::directions + d] = leads_on(cell, d);
    }
  }

  // Where a box stops that was pushed to a cell, after so many pushes more; outside if it can neither stay nor go on.
  struct End {
    Cell cell;
    int pushes;
  };
  End end(const Board& board, Cell cell, int direction) const {
    End end{cell, 0};
    while (leads_on_[end.cell * Level::directions + direction]) {
      end = {level_.next(end.cell, direction), end.pushes + 1};
      if (board.blocked(end.cell)) return {level_.outside(), end.pushes};
    }
    return end;
  }

 private:
  bool leads_on(int cell, int direction) const {
    const Cell behind = level_.next(cell, Level::opposite(direction)), ahead = level_.next(cell, direction);
    if (level_.is_target(cell) || behind == level_.outside() || ahead >= level_.box_cells()) return false;
    if (level_.stance(cell, behind) == level_.stance(cell, ahead)) return false;
    const int across = direction == 0 || direction == 3 ? 1 : 0;
    const Cell one = level_.next(cell, across), other = level_.next(cell, Level::opposite(across));
    const bool may_turn = one != level_.outside() && other != level_.outside() &&
                          (one < level_.box_cells() || other < level_.box_cells());
    return !may_turn;
  }

  const Level& level_;
  std::vector<char> leads_on_;  // by cell and direction
};

}  // namespace budge::sokoban
