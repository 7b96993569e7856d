// Hot spots, a feature of FESS: boxes off target that cut another box off from a target while they stay where they are.
//
// A table says for every two cells whether a box on the one, seen as a wall, makes some target unreachable for a lone
// box on the other. Without the table, on floors too large for it (`hot_spot_work`), no box counts as a hot spot.
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

  // Incrementally: note() a board, then count with one box moved to another cell.
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

  // The number of other boxes that the box cuts off from a target.
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
  std::vector<char> takes_, victims_;  // by the cells of the two boxes: the table, and its transpose
  std::vector<int> taken_;             // by box, of the board noted last
};

}  // namespace budge::sokoban
