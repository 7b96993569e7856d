// The lower bounds on the remaining pushes and moves, updated incrementally from push to push.
//
// Frozen boxes count as walls. For every set of frozen boxes, distances are measured once around them. Freezing another
// box can only lengthen paths, and frozen boxes stay frozen, so the bounds are consistent. They are infinite if frozen
// boxes cut off a target or a box.
//
// A long search also adds the conflicts of pairs of boxes (conflict_table.hpp). It starts to do so after a number of
// positions, because small levels are solved before the table of conflicts would be built. Conflicts depend on the
// player's region among two boxes, so a push may lower the bound by more than its cost: the bound is then admissible
// but not consistent. For positions about to be expanded there is a stronger, slower bound, which uses the conflicts at
// the matched targets (conflict_bound.hpp) and penalty patterns (penalty_patterns.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sokoban/bounds/conflict_bound.hpp"
#include "sokoban/bounds/conflict_table.hpp"
#include "sokoban/bounds/matching.hpp"
#include "sokoban/bounds/penalty_patterns.hpp"
#include "sokoban/bounds/potential.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

class PushBound {
 public:
  using Cell = Level::Cell;
  static constexpr int infinite = Matching::infinite;
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  // Conflicts are added once `conflicts_from` positions have been evaluated.
  PushBound(const Level& level, Metric metric, Heuristic heuristic, std::uint64_t conflicts_from = never);

  // A number of pushes of one box along a straight line, to the cell `to`; `freezes` if the box is then frozen.
  struct Step {
    int box, direction, pushes;
    Cell to;
    bool freezes;
  };

  // The bounds of the position on the board.
  Bounds operator()(const Board& board, Cell player);

  // A bound on pushes that is usually higher and takes longer; 0 if conflicts are not used. It depends on the penalty
  // patterns learned so far.
  int strong(const Board& board, Cell player);

  // The bounds after a push from the position on the board, whose player is on `player`. Calls for one position share
  // work: call begin() before the first of them.
  void begin() { current_ = nullptr; }
  Bounds after(Board& board, Cell player, Step step);

 private:
  // What is needed for positions with one set of frozen boxes.
  struct FrozenTables {
    FrozenTables(const Level& level, const std::vector<Cell>& frozen, const std::vector<Potential>& potentials);

    // The chessboard colour of each target. A push changes the colour of a box's cell.
    static std::vector<int> colours(const Level& level);

    bool has_frozen;
    Distances distances;
    std::vector<CostTable> costs;  // one for each potential
    std::vector<Matching> matchings;
    std::vector<char> unchanged;  // by stance; see find_unchanged
  };

  FrozenTables& tables_for(const Board& board);

  void match(FrozenTables& tables, const Board& board, Cell player);

  // The bounds of a position whose player is on `player`. `total(matching, potential)` returns the total of a matching.
  template <class Total>
  Bounds bounds(FrozenTables& tables, Cell player, Total&& total) {
    Bounds bounds;
    for (std::size_t i = 0; i < potentials_.size(); ++i) {
      int sum = total(tables.matchings[i], potentials_[i]);
      if (sum < infinite && !conflicts_.empty()) sum += conflict(i, tables, player);
      if (sum >= infinite) return {infinite, infinite};
      bounds.moves = std::max(bounds.moves, sum + potentials_[i].min_rise(player));
      if (i == 0) bounds.pushes = bounds.moves;
    }
    return bounds;
  }

  void note_cells(const Board& board);

  // Builds the conflict tables. Those by targets take much memory and are built only if strong() is used.
  void build_conflict_tables();

  // The conflicts of the boxes on cells_, with pushes weighed by one of the potentials.
  int conflict(std::size_t potential, FrozenTables& tables, Cell player);

  // Finds the stances whose distances are the same with and without frozen boxes, or infinite. The conflict table
  // ignores frozen boxes. A path that they lengthen may already contain the extra pushes of a conflict, so a conflict
  // counts only if the paths of both boxes are unchanged or blocked.
  void find_unchanged(FrozenTables& tables) const;

  // The pushes of penalty patterns, and the conflicts of the boxes outside these patterns.
  int penalty(FrozenTables& tables, const Board& board, Cell player);

  int nearest(const Board& board, int box, Cell player) const;

  const Level& level_;
  Heuristic heuristic_;
  std::vector<Potential> potentials_;  // a constant one for the bound on pushes; then that of the bound on moves
  Freeze freeze_;
  std::size_t max_tables_ = 0;
  std::map<std::vector<Cell>, FrozenTables> tables_;  // by frozen boxes
  FrozenTables* current_ = nullptr;                   // of the position whose pushes are being evaluated
  std::uint64_t evaluated_ = 0, conflicts_from_ = never;
  std::vector<ConflictTable> conflicts_;  // one for each potential, or none
  std::optional<FrozenTables> bare_;      // without frozen boxes
  bool uses_strong_ = false;
  std::optional<ConflictBound> conflict_bound_;
  std::optional<PenaltyPatterns> penalties_;
  CellSet candidates_, penalized_;  // boxes that penalty patterns may contain, and those that they do
  std::vector<Cell> cells_;         // of the boxes whose conflicts are summed
  std::vector<Cell> frozen_;
  std::vector<int> lines_, rows_;  // of the boxes, in the matchings
};

}  // namespace budge::sokoban
