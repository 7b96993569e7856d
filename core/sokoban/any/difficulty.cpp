// A push counts as a deadlock if a local rule says so: dead squares, frozen boxes, closed diagonals, dead pairs. A
// person learns to see those; deadlocks that take a search to prove do not count.
#include "sokoban/any/difficulty.hpp"

#include <cassert>

#include "sokoban/any/rooms.hpp"
#include "sokoban/deadlocks/diagonal.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/deadlocks/pairs.hpp"
#include "sokoban/rules/board.hpp"

namespace budge::sokoban {

namespace {

using Cell = Level::Cell;

class DifficultyMeter {
 public:
  explicit DifficultyMeter(const Level& level)
      : level_(level),
        board_(level),
        reach_(level),
        freeze_(level),
        diagonal_(level),
        pairs_(level),
        moved_(level.boxes(), 0) {
    for (int box = 0; box < level.boxes(); ++box) board_.add(level.start()[box], level.kind(box));
  }

  Difficulty measure_difficulty(const std::vector<int>& plan) {
    found_.rooms = Rooms(level_).count();
    Cell player = level_.players().front();
    int last = Board::no_box;
    for (const int direction : plan) {
      const Cell to = level_.next(player, direction);
      if (board_.has_box(to)) {
        level_.poll_clock();
        look_around(player);
        const int box = board_.box_at(to);
        assert(!board_.blocked(level_.next(to, direction)));
        board_.move(box, level_.next(to, direction));
        ++found_.pushes;
        found_.changes += box != last;
        found_.moved += !moved_[box];
        moved_[box] = 1;
        last = box;
      }
      player = to;
    }
    return found_;
  }

 private:
  void look_around(Cell player) {
    reach_.fill(board_, player);
    for (int box = 0; box < board_.boxes(); ++box) {
      const Cell cell = board_.cell(box);
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level_.next(cell, d);
        if (!reach_.has(level_.next(cell, Level::opposite(d))) || board_.blocked(to)) continue;
        ++found_.choices;
        found_.traps += loses(box, to);
      }
    }
  }

  bool loses(int box, Cell to) {
    if (to >= level_.box_cells()) return true;
    const Cell cell = board_.cell(box);
    board_.move(box, to);
    const bool lost =
        freeze_.deadlocked(board_, to) || pairs_.deadlocked(board_, to, cell) || diagonal_.deadlocked(board_, to, cell);
    board_.move(box, cell);
    return lost;
  }

  const Level& level_;
  Board board_;
  Reach reach_;
  Freeze freeze_;
  ClosedDiagonal diagonal_;
  PairTable pairs_;
  std::vector<char> moved_;  // by box
  Difficulty found_;
};

}  // namespace

Difficulty measure_difficulty(const Puzzle& puzzle, const std::vector<int>& plan, Control& control) {
  const Level level(puzzle, &control);
  return DifficultyMeter(level).measure_difficulty(plan);
}

}  // namespace budge::sokoban
