// Dead pairs: two boxes that cannot both reach targets, although each of them could alone.
//
// All positions of two boxes, without the others, are searched backwards by pulls from every two targets. A pair of
// cells that is never reached, with the player where it is, is dead. So is every position that contains the pair,
// because more boxes only make it harder. The table is built only if all boxes are alike, none is spare, and the level
// is small enough for the table to take negligible time.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class PairTable {
 public:
  using Cell = Level::Cell;

  explicit PairTable(const Level& level);

  // True if the box on `cell` forms a dead pair with another box, with the player on `player`.
  bool deadlocked(const Board& board, Cell cell, Cell player) const { return partner(board, cell, player) >= 0; }

  // The first box that forms a dead pair with the one on `cell`, or -1.
  int partner(const Board& board, Cell cell, Cell player) const;

 private:
  struct Position {
    Cell one, other, player;
  };

  std::size_t row(Cell one, Cell other) const {
    const std::size_t high = std::max(one, other), low = std::min(one, other);
    return (high * (high - 1) / 2 + low) * words_;
  }
  bool is_alive(Cell one, Cell other, Cell player) const {
    const int bit = level_.bit(player);
    return alive_[row(one, other) + bit / 64] >> bit % 64 & 1;
  }

  // Marks all positions that differ from this one by a walk, and queues the results of all pulls from them.
  void pull(const Position at, Board& board, Reach& reach);

  const Level& level_;
  std::size_t words_;                 // of a set of cells
  std::vector<std::uint64_t> alive_;  // by pair of cells: the player's cells with which the pair is not dead
  std::vector<Position> queue_;
};

}  // namespace budge::sokoban
