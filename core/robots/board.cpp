#include "robots/board.hpp"

#include <algorithm>
#include <cassert>

namespace budge::robots {

Board::Board(const Puzzle& puzzle) : step_{-puzzle.width, -1, 1, puzzle.width} {
  const int cells = puzzle.width * puzzle.height;
  assert(0 < cells && puzzle.width <= Puzzle::longest_side && puzzle.height <= Puzzle::longest_side);
  std::vector<std::uint8_t> walled(cells);  // a bit for every direction with a wall or the edge next to the cell
  runs_out_.resize(cells);
  for (int cell = 0; cell < cells; ++cell) {
    row_.push_back(static_cast<std::uint8_t>(cell / puzzle.width));
    column_.push_back(static_cast<std::uint8_t>(cell % puzzle.width));
    const std::array<bool, 4> at_edge{row_[cell] == 0, column_[cell] == 0, column_[cell] == puzzle.width - 1,
                                      row_[cell] == puzzle.height - 1};
    for (int direction = 0; direction < 4; ++direction) walled[cell] |= at_edge[direction] << direction;
    if (puzzle.open) runs_out_[cell] = walled[cell];
  }
  for (const auto& [one, other] : puzzle.walls) {
    const int upper = std::min(one, other), lower = std::max(one, other);
    const bool level = lower == upper + puzzle.width;
    walled[upper] |= 1 << (level ? down : right);
    walled[lower] |= 1 << (level ? up : left);
  }
  ends_.resize(cells);
  for (int cell = 0; cell < cells; ++cell) {
    for (int direction = 0; direction < 4; ++direction) {
      int there = cell;
      while (!(walled[there] >> direction & 1)) there += step_[direction];
      ends_[cell][direction] = static_cast<Cell>(there);
    }
  }
}

}  // namespace budge::robots
