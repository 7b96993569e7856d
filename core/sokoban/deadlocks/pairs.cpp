#include "sokoban/deadlocks/pairs.hpp"

namespace budge::sokoban {

PairTable::PairTable(const Level& level) : level_(level), words_(level.words()) {
  const double work = 0.5 * level.box_cells() * level.box_cells() * level.floor();
  if (level.boxes() < 2 || level.spare() != 0 || level.kinds() != 1) return;
  if (work > static_cast<double>(level.tuning().pair_table_work)) return;
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
    if (i % 1024 == 0) level.poll_clock();
    pull(queue_[i], board, reach);
  }
  queue_.clear();
  queue_.shrink_to_fit();
}

int PairTable::partner(const Board& board, Cell cell, Cell player) const {
  if (alive_.empty()) return -1;
  for (int box = 0; box < board.boxes(); ++box) {
    const Cell other = board.cell(box);
    if (other != cell && !is_alive(cell, other, player)) return box;
  }
  return -1;
}

void PairTable::pull(const Position at, Board& board, Reach& reach) {
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

}  // namespace budge::sokoban
