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

  Tour(const Level& level, Motion motion) : level_(level), motion_(motion), met_(level.floor() + 1), around_(level) {}

  // Finds the stops of `box` for a player who can walk as in `reach` and begins on one of the sides named, all unless
  // some are. The board is the same afterwards.
  void find(Board& board, int box, const Reach& reach, unsigned first_sides = 0xf) {
    const Cell home = board.cell(box);
    for (const Stop& stop : stops_) met_[stop.cell] = 0;
    stops_.clear();
    for (int side = 0; side < Level::directions; ++side) {
      if (reach.has(level_.next(home, side))) met_[home] |= 1u << side;
    }
    stops_.push_back({home, 0, met_[home], -1, 0});
    for (std::size_t i = 0; i < stops_.size(); ++i) {
      const Stop stop = stops_[i];
      for (int side = 0; side < Level::directions; ++side) {
        if (!(stop.sides >> side & 1) || (i == 0 && !(first_sides >> side & 1))) continue;
        board.move(box, stop.cell);
        step(board, box, static_cast<int>(i), side);
      }
    }
    board.move(box, home);
  }

  // The first is where the box stands.
  const std::vector<Stop>& stops() const { return stops_; }

  // The direction in which the box moves at every step of the way to a stop.
  std::vector<int> way(int number) const {
    std::vector<int> way;
    for (; number > 0; number = stops_[number].parent) {
      const int side = stops_[number].side;
      way.push_back(motion_ == Motion::push ? Level::opposite(side) : side);
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

 private:
  void step(Board& board, int box, int number, int side) {
    const Cell to = level_.next(board.cell(box), motion_ == Motion::push ? Level::opposite(side) : side);
    if (to >= level_.box_cells() || board.blocked(to) || met_[to] >> side & 1) return;
    if (motion_ == Motion::pull && board.blocked(level_.next(to, side))) return;
    board.move(box, to);
    const std::uint8_t sides = walk(board, to, side);
    met_[to] |= sides;
    stops_.push_back({to, static_cast<std::uint8_t>(side), sides, number, stops_[number].length + 1});
  }

  // The sides of the box that the player can walk to: mostly all the free ones, as a look around the box tells.
  std::uint8_t walk(const Board& board, Cell box, int from) {
    const bool joined = level_.joined_around(box, [&](Cell cell) { return !board.blocked(cell); });
    if (!joined) {
      level_.heed();  // thousands of such floods are one tour among many boxes
      around_.fill(board.free(), level_.next(box, from));
    }
    std::uint8_t sides = 0;
    for (int side = 0; side < Level::directions; ++side) {
      const Cell cell = level_.next(box, side);
      if (joined ? !board.blocked(cell) : around_.has(cell)) sides |= 1u << side;
    }
    return sides;
  }

  const Level& level_;
  Motion motion_;
  std::vector<std::uint8_t> met_;  // by cell: the sides that the player has been on
  CellSet around_;
  std::vector<Stop> stops_;
};

}  // namespace budge::sokoban
