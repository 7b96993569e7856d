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

  explicit PairTable(const Level& level) : level_(level), words_(level.words()) {
    const double work = 0.5 * level.box_cells() * level.box_cells() * level.floor();
    if (level.boxes() < 2 || level.spare() != 0 || level.kinds() != 1 || work > most_work) return;
    alive_.assign(static_cast<std::size_t>(level.box_cells()) * (level.box_cells() - 1) / 2 * words_, 0);
    Board board(level);
    Reach reach(level);
    for (std::size_t i = 0; i < level.targets().size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Cell one = level.targets()[i], other = level.targets()[j];
        for (int player = 0; player < level.floor(); ++player) {
          if (player != one && player != other) queue_.push_back({one, other, static_cast<Cell>(player)});
        }
      }
    }
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      if (i % 1024 == 0) level.heed();
      pull(queue_[i], board, reach);
    }
    queue_.clear();
    queue_.shrink_to_fit();
  }

  // True if a box on `cell` and one of the others on the board are a dead pair; the player stands on `player`.
  bool deadlocked(const Board& board, Cell cell, Cell player) const { return partner(board, cell, player) >= 0; }

  // The first box that makes a dead pair with the one on `cell`, or -1.
  int partner(const Board& board, Cell cell, Cell player) const {
    if (alive_.empty()) return -1;
    for (int box = 0; box < board.boxes(); ++box) {
      const Cell other = board.cell(box);
      if (other != cell && !is_alive(cell, other, player)) return box;
    }
    return -1;
  }

 private:
  static constexpr double most_work = 1e7;

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
  void pull(const Position at, Board& board, Reach& reach) {
    if (is_alive(at.one, at.other, at.player)) return;
    board.clear();
    board.add(at.one, 0);
    board.add(at.other, 0);
    reach.fill(board, at.player);
    std::uint64_t* const alive = &alive_[row(at.one, at.other)];
    for (std::size_t word = 0; word < words_; ++word) alive[word] |= reach.cells().words()[word];
    for (int box = 0; box < 2; ++box) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level_.next(board.cell(box), d), back = level_.next(to, d);
        if (!reach.has(to) || to >= level_.box_cells() || board.blocked(back)) continue;
        queue_.push_back({to, board.cell(1 - box), back});
      }
    }
  }

  const Level& level_;
  std::size_t words_;                 // of a set of cells
  std::vector<std::uint64_t> alive_;  // for each pair, the player's cells from which it can be brought home
  std::vector<Position> queue_;
};

}  // namespace budge::sokoban
