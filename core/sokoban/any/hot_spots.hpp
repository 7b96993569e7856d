// Hot spots: boxes off target that take a target away from another box while they stand where they do.
//
// For every two cells, whether a box on the one, taken for a wall, leaves some target out of reach of a lone box on the
// other. Left out on floors so large that the table would take long.
#pragma once

#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class HotSpots {
 public:
  using Cell = Level::Cell;

  explicit HotSpots(const Level& level);

  // The number of hot spots on the board.
  int count(const Board& board) const {
    int hot = 0;
    for (int box = 0; box < board.boxes(); ++box) hot += !level_.is_target(board.cell(box)) && taken(board, box) > 0;
    return hot;
  }

  // The same as boxes go from place to place: lift() one, then ask what it would be with that box on another cell.
  void note(const Board& board) {
    taken_.resize(board.boxes());
    for (int box = 0; box < board.boxes(); ++box) taken_[box] = taken(board, box);
  }
  int with(const Board& board, int box, Cell home, Cell to) const {
    if (takes_.empty()) return 0;
    int hot = 0, own = 0;
    const char* const from = victims(home);
    const char* const now = victims(to);
    const char* const mine = takes(to);
    for (int other = 0; other < board.boxes(); ++other) {
      if (other == box) continue;
      const Cell cell = board.cell(other);
      own += mine[cell];
      if (!level_.is_target(cell)) hot += taken_[other] - from[cell] + now[cell] > 0;
    }
    return hot + (own > 0 && !level_.is_target(to));
  }

 private:
  const char* takes(Cell wall) const { return takes_.data() + static_cast<std::size_t>(wall) * cells_; }
  const char* victims(Cell box) const { return victims_.data() + static_cast<std::size_t>(box) * cells_; }

  // Of how many others the box takes targets.
  int taken(const Board& board, int box) const {
    if (takes_.empty()) return 0;
    int taken = 0;
    for (int other = 0; other < board.boxes(); ++other) {
      if (other != box) taken += takes(board.cell(box))[board.cell(other)];
    }
    return taken;
  }

  const Level& level_;
  int cells_;
  std::vector<char> takes_, victims_;  // by cell of the one and of the other; the same turned round
  std::vector<int> taken_;             // by box, of the board last noted
};

}  // namespace budge::sokoban
