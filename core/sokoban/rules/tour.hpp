// The macro moves of one box: every place that it can be brought to while all other boxes stand still.
//
// A breadth-first search over (cell of the box, side that the player stands on); sides that the player can walk between
// around the box count as one. The same search pulls boxes instead, for plans made from the end.
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

  // The box on `cell` and the player beside it in direction `side`, after so many pushes or pulls.
  struct Stop {
    Cell cell;
    std::uint8_t side;
    std::uint8_t sides;  // all that the player can walk to from there, as bits
    std::int32_t parent;
    std::int32_t length;
  };

  Tour(const Level& level, Motion motion) : level_(level), motion_(motion), met_(level.floor() + 1), sides_(level) {}

  // Finds the stops of `box` for a player who can walk as in `reach` and begins on one of the sides named, all unless
  // some are.
  void find(const Board& board, int box, const Reach& reach, unsigned first_sides = 0xf);

  // The first is where the box stands.
  const std::vector<Stop>& stops() const { return stops_; }

  // Of the box, lifted.
  Sides& sides() { return sides_; }

  // The direction in which the box moves at every step of the way to a stop.
  std::vector<int> way(int number) const;

 private:
  void step(int number, int side);

  const Level& level_;
  Motion motion_;
  std::vector<std::uint8_t> met_;  // by cell: the sides that the player has been on
  Sides sides_;
  std::vector<Stop> stops_;
};

}  // namespace budge::sokoban
