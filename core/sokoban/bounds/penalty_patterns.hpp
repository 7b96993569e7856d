// Penalty patterns: sets of boxes that block each other, with the number of extra pushes they need (their penalty).
//
// A push is free for a box if it brings the box nearer to some target that it can still reach. Otherwise it costs the
// extra pushes that it forces on that box. First, every box that free pushes can bring to a target, while all others
// stand still, is removed (box_removal.hpp). If boxes remain, a small Dijkstra search on them alone finds the cheapest
// way until all of them can be removed. Its cost is the penalty.
//
// Admissible: removing boxes only makes a position easier. So in every plan of the level these boxes make at least that
// many pushes beyond their distances to the targets where they end. The penalty may be added to the total of a matching
// and to the conflicts of the other boxes.
//
// Boxes that the penalty does not depend on are dropped, as in dead_patterns.hpp. The rest is stored as a pattern,
// which matches every position with these boxes. The penalties of disjoint patterns add up. (Pattern searches:
// Junghanns and Schaeffer, "Sokoban: Enhancing general single-agent search methods using domain knowledge", 2001.)
//
//   #############    The box in the middle blocks the player from pushing the left box to the left and the right box to
//   ####     ####    the right. One push up frees both of them, and a second push brings the middle box back into the
//   ####     ####    row: the three boxes have a penalty of 2.
//   #..  $$$   .#
//   ####  @  ####
//   #############
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/bounds/box_removal.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/cell_set.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/sub_positions.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class PenaltyPatterns {
 public:
  using Cell = Level::Cell;
  static constexpr int infinite = 1 << 30;

  // For levels without spare boxes whose boxes are all alike. The first `head_start` positions may be spent on searches
  // for new patterns at once; after that, the budget grows by one position every few calls.
  PenaltyPatterns(const Level& level, Control& control, std::uint64_t head_start);

  // A lower bound on the extra pushes of the boxes on these cells, without all others; or infinite. `penalized` becomes
  // the cells of the boxes that need them.
  int operator()(const CellSet& boxes, Cell player, CellSet& penalized);

 private:
  struct Pattern {
    CellSet boxes, region;  // of the player among these boxes alone
    int pushes, size;
  };

  void match(const CellSet& boxes, Cell player, CellSet& penalized);
  template <class Before>
  void choose(CellSet& penalized, Before&& before);
  int penalty(const CellSet& boxes, Cell player);
  void learn(Cell player, int pushes);
  void place(const std::vector<Cell>& cells);
  void remove_free_boxes(Cell player);
  int search(Cell player, int limit);

  const Level& level_;
  Control& control_;
  Board board_;           // a subset of the boxes
  Reach reach_, around_;  // of the player after a push, and before
  Freeze freeze_;
  BoxRemoval removal_;
  std::vector<int> target_at_;      // by cell
  std::vector<std::uint8_t> cost_;  // extra pushes of a push, by cell and direction
  SubPositions searched_;
  std::vector<std::uint8_t> answers_;  // by position searched
  std::vector<Pattern> patterns_;
  std::vector<std::vector<std::uint32_t>> first_with_;  // by cell: patterns whose first box it is
  std::vector<std::uint32_t> matching_;                 // patterns that match the board
  int sum_ = 0;                                         // of the disjoint patterns chosen from them
  std::vector<Cell> kept_;
  CellSet rest_, chosen_;
  std::uint64_t calls_ = 0, spent_ = 0, head_start_;
};

}  // namespace budge::sokoban
