// The macro moves of one box: every cell that it can be brought to while all other boxes stand still.
//
// A breadth-first search over (cell of the box, side of the player). Sides that the player can walk between around the
// box are treated as one. The same search pulls boxes instead, for plans made backwards from the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/sides.hpp"

namespace budge::sokoban {

enum class Motion : std::uint8_t { push, pull };

class Tour {
 public:
  using Cell = Level::Cell;

  // The box on `cell`, with the player next to it in direction `side`, after `length` pushes or pulls.
  struct Stop {
    Cell cell;
    std::uint8_t side;
    std::uint8_t sides;  // all sides that the player can walk to from there, as bits
    std::int32_t parent;
    std::int32_t length;
  };

  Tour(const Level& level, Motion motion) : level_(level), motion_(motion), seen_(level.floor() + 1), sides_(level) {}

  // Finds all stops of `box`. `reach` is the player's region. The first move starts from one of `first_sides` (bits).
  void find(const Board& board, int box, const Reach& reach, unsigned first_sides = 0xf);

  // All stops, nearest first. The first one is the current cell of the box.
  const std::vector<Stop>& stops() const { return stops_; }

  // The sides of the lifted box.
  Sides& sides() { return sides_; }

  // The directions of the moves of the box on a shortest path to a stop.
  std::vector<int> path(int number) const;

 private:
  void step(int number, int side);

  const Level& level_;
  Motion motion_;
  std::vector<std::uint8_t> seen_;  // by cell: the sides of the box already reached, as bits
  Sides sides_;
  std::vector<Stop> stops_;
};

}  // namespace budge::sokoban
