// Learnt deadlocks: boxes that a search of them alone has proven lost, told at a glance wherever they stand again.
//
// Such a proof says more than that one position is lost. Boxes that it does without are left out, one after another;
// those that remain are a *pattern*, and lost is every position that has them on their cells and the player where it
// could walk to if there were no others: more boxes only hinder. Sets of cells are bits, so to ask for a pattern is to
// compare a few words.
//
//   ########    A proof has found boxes a, b and c lost. They are lost without c, too, which is left out. But without
//   #. ab .#    b the other one is pushed along the wall to the target on the left, and without a to that on the
//   # c    #    right: so these two are the pattern. Wherever c and more boxes stand, a and b beside each other there
//   #  @ . #    are lost, with the player anywhere, since the two alone leave it the whole floor to walk on.
//   ########
//
// Among the boxes of a pattern alone the player stays in one part of the floor until one of them is pushed. So a move
// leads into a pattern only if it moves one of its boxes: from a position that holds none, no others need be asked for.
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

  // What `proof()` says of the boxes on `board`, with the player on `player`: true if they are lost, though all others
  // were taken away. Then a pattern is learnt. `proof` may change the board; it is asked again with fewer boxes there.
  template <class Proof>
  bool ask(Board& board, Cell player, Proof&& proof) {
    kept_.clear();
    for (int box = 0; box < board.boxes(); ++box) kept_.push_back(board.cell(box));
    if (!proof()) return false;
    if (level_.kinds() > 1) return true;  // cells do not tell boxes of several kinds apart
    for (std::size_t i = 0; i < kept_.size() && kept_.size() > 1;) {
      const Cell without = kept_[i];
      kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
      put(kept_, board);
      if (proof()) continue;
      kept_.insert(kept_.begin() + static_cast<std::ptrdiff_t>(i), without);
      ++i;
    }
    add({kept_, player});
    if (shared_) take_in(shared_->tell({kept_, player}, heard_));
    return true;
  }

  // True if a pattern with a box on `cell` is on the board; the player stands on `player`.
  bool hold(const Board& board, Cell cell, Cell player) const { return find(with_[cell], board, player); }

  // True if any pattern is on the board.
  bool hold(const Board& board, Cell player);

  void add(const DeadPattern& pattern);

 private:
  using Numbers = std::vector<std::uint32_t>;

  // In bits_: where the player can walk, then the boxes, of which all stand in words `first` to `last` of a set.
  struct Pattern {
    std::size_t bits;
    int first, last;
  };

  static void put(const std::vector<Cell>& cells, Board& board) {
    board.clear();
    for (const Cell cell : cells) board.add(cell, 0);
  }

  void take_in(const std::vector<DeadPattern>& news) {
    for (const DeadPattern& pattern : news) add(pattern);
  }

  bool find(const Numbers& numbers, const Board& board, Cell player) const;

  const Level& level_;
  SharedPatterns* shared_;
  std::size_t heard_ = 0;
  int words_;  // of a set of cells
  CellSet boxes_;
  Board alone_;
  Reach reach_;
  Vector<Pattern> patterns_;
  Vector<CellSet::Word> bits_;
  std::vector<Numbers> with_, first_with_;  // by cell: patterns that have a box there, and those whose first it is
  std::vector<Cell> kept_;
};

}  // namespace budge::sokoban
