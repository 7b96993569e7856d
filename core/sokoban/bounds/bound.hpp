// The lower bounds on what is to come, kept up to date from push to push: on pushes, and where moves count on those.
//
// Frozen boxes count as walls: where some are, distances are measured anew around them, once for every set of them.
// More of them only make ways longer, and frozen boxes stay frozen, so the bounds stay consistent; where they shut off
// a target or a box they are infinite.
//
// A long search adds the conflicts of pairs of boxes (see conflicts.hpp), from a while after it began: small levels are
// solved before a table of them is made. They depend on where the player is among both boxes, so with them a bound may
// sink by more than a push costs: it is admissible, but no more than that. For states about to be expanded there is a
// stronger bound, which knows conflicts by where the matching sends boxes, and jams (see contention.hpp and jams.hpp).
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

  // ConflictTable are counted from so many positions on.
  PushBound(const Level& level, Metric metric, Heuristic heuristic, std::uint64_t conflicts_from = never);

  // So many pushes of a box straight on to a cell; `freezes` if it can never be pushed again.
  struct Step {
    int box, direction, pushes;
    Cell to;
    bool freezes;
  };

  // The bounds of the position on the board.
  Bounds operator()(const Board& board, Cell player);

  // A bound on pushes that is mostly higher and takes longer; 0 where conflicts are not counted. It depends on what was
  // learnt before.
  int strong(const Board& board, Cell player);

  // The bounds after a push from the position on the board, where the player is on `player`. Several calls for one
  // position share their work, and the first must have begin() before it.
  void begin() { view_ = nullptr; }
  Bounds after(Board& board, Cell player, Step step);

 private:
  static constexpr double max_bytes = 1 << 23;

  struct View {
    View(const Level& level, const std::vector<Cell>& frozen, const std::vector<Potential>& heights);

    // Of the targets, as on a chessboard: a push changes the colour that a box stands on.
    static std::vector<int> colours(const Level& level);

    bool around_frozen;
    Distances distances;
    std::vector<CostTable> costs;  // one for each of the heights
    std::vector<Matching> matchings;
    std::vector<char> as_before;  // by stance; see find_as_before
  };

  View& view(const Board& board);

  void match(View& view, const Board& board, Cell player);

  // What the matchings say, given the total of each, of a position whose player is on `player`.
  template <class Total>
  Bounds bounds(View& view, Cell player, Total&& total) {
    Bounds bounds;
    for (std::size_t i = 0; i < heights_.size(); ++i) {
      int sum = total(view.matchings[i], heights_[i]);
      if (sum < infinite && !conflicts_.empty()) sum += conflict(i, view, player);
      if (sum >= infinite) return {infinite, infinite};
      bounds.moves = std::max(bounds.moves, sum + heights_[i].rise(player));
      if (i == 0) bounds.pushes = bounds.moves;
    }
    return bounds;
  }

  void note_cells(const Board& board);

  // Those by targets take memory: they are kept only for who asks for strong bounds.
  void find_conflicts();

  // Of the boxes on cells_, with pushes weighed by these heights.
  int conflict(std::size_t heights, View& view, Cell player);

  // ConflictTable are told without frozen boxes. Around those, ways that have grown longer may have taken a conflict
  // in: it counts only for boxes whose ways are as long as ever, or shut off.
  void find_as_before(View& view) const;

  // What boxes in jams need, and conflicts of the others.
  int count_jams(View& view, const Board& board, Cell player);

  int nearest(const Board& board, int box, Cell player) const;

  const Level& level_;
  Heuristic heuristic_;
  std::vector<Potential> heights_;  // those of the bound on pushes, which are all alike; then of that on moves
  Freeze freeze_;
  std::size_t max_views_ = 0;
  std::map<std::vector<Cell>, View> views_;  // by frozen boxes
  View* view_ = nullptr;                     // of the position whose pushes are being asked about
  std::uint64_t asked_ = 0, conflicts_from_ = never;
  std::vector<ConflictTable> conflicts_;  // one for each of the heights, or none
  std::optional<View> bare_;              // without frozen boxes
  bool asks_strong_ = false;
  std::optional<ConflictBound> contention_;
  std::optional<PenaltyPatterns> jams_;
  CellSet counted_, jammed_;  // boxes of which jams are to be told, and those in them
  std::vector<Cell> cells_;   // of the boxes whose conflicts are asked for
  std::vector<Cell> frozen_;
  std::vector<int> lines_, rows_;  // of the boxes, in the matchings
};

}  // namespace budge::sokoban
