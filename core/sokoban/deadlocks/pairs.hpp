// A table of pairs of boxes that cannot both be brought home, though each could alone: deadlock patterns of this level.
//
// All positions of two boxes, the others taken away, are searched backwards: pulled from every two targets. A pair that
// is never met, with the player where it is, is dead; so is every position that holds it, as more boxes only hinder.
// Built only where no box is to spare, all are alike, and the level is small enough for it to take no time.
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

  // True if a box on `cell` and one of the others on the board are a dead pair; the player stands on `player`.
  bool deadlocked(const Board& board, Cell cell, Cell player) const { return partner(board, cell, player) >= 0; }

  // The first box that makes a dead pair with the one on `cell`, or -1.
  int partner(const Board& board, Cell cell, Cell player) const;

 private:
  static constexpr double max_work = 1e7;

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

  // Marks all positions that differ from this one by a walk, and queues those that a pull from them leads back to.
  void pull(const Position at, Board& board, Reach& reach);

  const Level& level_;
  std::size_t words_;                 // of a set of cells
  std::vector<std::uint64_t> alive_;  // for each pair, the player's cells from which it can be brought home
  std::vector<Position> queue_;
};

}  // namespace budge::sokoban
