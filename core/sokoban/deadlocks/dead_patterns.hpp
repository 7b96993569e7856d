// Learned deadlock patterns: sets of boxes proven dead in isolation, matched by bitmask in later positions.
//
// A proof that a few boxes are dead without all others covers more than one position. First, boxes that the proof does
// not need are dropped one by one. The rest is a *pattern*. Every position with these boxes on their cells, and with
// the player in the region it could walk in among these boxes alone, is dead, because more boxes only make it harder.
// Sets of cells are bits, so matching a pattern compares a few words.
//
//   ########    A proof has found that a, b and c are dead. Without c they still are, so c is dropped. Without b, box
//   #. ab .#    a could be pushed along the wall to the left target, and without a, box b to the right one. So the
//   # c    #    pattern is a and b: next to each other on these cells they are dead, wherever c and other boxes stand,
//   #  @ . #    and wherever the player is, since the two alone leave it the whole floor.
//   ########
//
// With the boxes of a pattern alone on the floor, the player stays in one region until one of them is pushed. So if no
// pattern matches a position, a move can only lead into a pattern that contains the moved box.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sokoban/deadlocks/shared_patterns.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/cell_set.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class DeadPatterns {
 public:
  using Cell = Level::Cell;

  explicit DeadPatterns(const Level& level, Control& control, SharedPatterns* shared = nullptr);

  std::size_t size() const { return patterns_.size(); }

  // Returns what `proof()` says: true if the boxes on `board` alone, with the player on `player`, are dead. If so,
  // learns a pattern by calling `proof` again with fewer boxes on the board. `proof` may change the board.
  template <class Proof>
  bool learn(Board& board, Cell player, Proof&& proof) {
    kept_.clear();
    for (int box = 0; box < board.boxes(); ++box) kept_.push_back(board.cell(box));
    if (!proof()) return false;
    if (level_.kinds() > 1) return true;  // a pattern stores no kinds of boxes
    for (std::size_t i = 0; i < kept_.size() && kept_.size() > 1;) {
      const Cell without = kept_[i];
      kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
      place(kept_, board);
      if (proof()) continue;
      kept_.insert(kept_.begin() + static_cast<std::ptrdiff_t>(i), without);
      ++i;
    }
    add({kept_, player});
    if (shared_) add_all(shared_->publish({kept_, player}, known_));
    return true;
  }

  // True if a pattern with a box on `cell` matches the board and the player's cell.
  bool match(const Board& board, Cell cell, Cell player) const { return find(with_[cell], board, player); }

  // True if any pattern matches. First adds the patterns that other threads have published.
  bool match(const Board& board, Cell player);

  void add(const DeadPattern& pattern);

 private:
  using Numbers = std::vector<std::uint32_t>;

  // Indices into bits_: the player's region as a set of cells, then the words first … last - 1 of the set of boxes; the
  // other words of that set are 0.
  struct Pattern {
    std::size_t bits;
    int first, last;
  };

  static void place(const std::vector<Cell>& cells, Board& board) {
    board.clear();
    for (const Cell cell : cells) board.add(cell, 0);
  }

  void add_all(const std::vector<DeadPattern>& patterns) {
    for (const DeadPattern& pattern : patterns) add(pattern);
  }

  bool find(const Numbers& numbers, const Board& board, Cell player) const;

  const Level& level_;
  SharedPatterns* shared_;
  std::size_t known_ = 0;  // shared patterns added so far
  int words_;              // of a set of cells
  CellSet boxes_;
  Board alone_;
  Reach reach_;
  Vector<Pattern> patterns_;
  Vector<CellSet::Word> bits_;
  std::vector<Numbers> with_, first_with_;  // by cell: patterns with a box there; those whose first box is there
  std::vector<Cell> kept_;
};

}  // namespace budge::sokoban
