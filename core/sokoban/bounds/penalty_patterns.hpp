// PenaltyPatterns: boxes that stand in each other's way until some of them have been pushed away from all targets.
//
// A push costs a box nothing if it brings it nearer to some target it can still reach; else it costs the pushes by
// which it leads away from all of them. All boxes that can be brought home at no cost while the others stand still
// vanish, one after another; those that remain are in a *jam*. A small search of the jam alone, by cost, finds what it
// takes at least until all of its boxes have vanished. To take boxes away only makes things easier, so every plan for
// the level spends as many pushes on the boxes of the jam, beyond those that they need alone to the targets where they
// end: that may be added to the sum of a matching, and to the conflicts of other boxes.
//
// What a search has found is told wherever the same boxes stand again: those that it does without are left out, and the
// rest is a pattern with its cost, as in dead_patterns.hpp. Patterns without a box in common add up. (Pattern searches:
// Junghanns and Schaeffer, "Sokoban: Enhancing general single-agent search methods using domain knowledge", 2001.)
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

  // For levels without boxes to spare whose boxes are all alike. It looks for new jams at once for as many positions as
  // `head_start` says, and later for one in four calls.
  PenaltyPatterns(const Level& level, Control& control, std::uint64_t head_start = 20'000);

  // What boxes in jams need beyond what each needs alone, or infinite, of the boxes on these cells, all others taken
  // away. `jammed` becomes the cells of those that need it.
  int operator()(const CellSet& boxes, Cell player, CellSet& jammed);

 private:
  struct Pattern {
    CellSet boxes, walks;  // where the player can walk among them
    int pushes, size;
  };

  void match(const CellSet& boxes, Cell player, CellSet& jammed);
  template <class Before>
  void choose(CellSet& jammed, Before&& before);
  int ask(const CellSet& boxes, Cell player);
  void learn(Cell player, int pushes);
  void put(const std::vector<Cell>& cells);
  void let_go(Cell player);
  int search(Cell player, int enough);

  const Level& level_;
  Control& control_;
  Board board_;           // some boxes alone
  Reach reach_, around_;  // of the player after a push, and before
  Freeze freeze_;
  BoxRemoval vanishing_;
  std::vector<int> target_at_;      // by cell
  std::vector<std::uint8_t> cost_;  // of a push, by cell and direction
  SubPositions asked_;
  std::vector<std::uint8_t> answers_;
  std::vector<Pattern> patterns_;
  std::vector<std::vector<std::uint32_t>> first_with_;  // by cell: patterns whose first box it is
  std::vector<std::uint32_t> held_;                     // patterns on the board
  int sum_ = 0;                                         // of those chosen from them
  std::vector<Cell> kept_;
  CellSet rest_, chosen_;
  std::uint64_t calls_ = 0, spent_ = 0, head_start_;
};

}  // namespace budge::sokoban
