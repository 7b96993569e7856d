// The lower bound on the pushes to come, kept up to date from push to push.
//
// Frozen boxes count as walls: where some are, distances are measured anew around them, once for every set of them.
// More of them only make ways longer, and frozen boxes stay frozen, so the bound stays consistent; where they shut off
// a target or a box it is infinite.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "sokoban/board.hpp"
#include "sokoban/freeze.hpp"
#include "sokoban/level.hpp"
#include "sokoban/matching.hpp"
#include "sokoban/objective.hpp"

namespace budge {

class PushBound {
 public:
  using Cell = Level::Cell;
  static constexpr int infinite = Matching::infinite;

  PushBound(const Level& level, SokobanHeuristic heuristic)
      : level_(level), heuristic_(heuristic), freeze_(level), lines_(level.boxes()), rows_(level.boxes()) {
    const double bytes = static_cast<double>(level.box_cells()) * (level.floor() + 2 * level.boxes());
    most_views_ = bytes > most_bytes / 16.0 ? 1 : static_cast<std::size_t>(most_bytes / std::max(bytes, 1.0));
  }

  // A push of `box` to cell `to`, the player behind it; `freezes` if it can never be pushed again.
  struct Step {
    int box;
    Cell to;
    bool freezes;
  };

  // The bound of the position on the board.
  int operator()(const Board& board, Cell player) {
    if (heuristic_ == SokobanHeuristic::zero) return 0;
    if (heuristic_ == SokobanHeuristic::matching) return match(view(board), board, player);
    int sum = 0;
    for (int box = 0; box < board.boxes() && sum < infinite; ++box) sum += nearest(board, box, player);
    return std::min(sum, infinite);
  }

  // The bound after a push from the position on the board, where the player is on `player`. Several calls for one
  // position share their work, and the first must have begin() before it.
  void begin() { view_ = nullptr; }
  int after(Board& board, Cell player, Step step) {
    if (heuristic_ == SokobanHeuristic::zero) return 0;
    const Cell from = board.cell(step.box);
    if (heuristic_ == SokobanHeuristic::matching && !step.freezes) {
      if (!view_) match(*(view_ = &view(board)), board, player);
      const auto& distances = view_->distances;
      const int line = distances.line(board.kind(step.box), distances.stance(step.to, from));
      return view_->matching.total_with(rows_[step.box], line);
    }
    begin();
    board.move(step.box, step.to);
    const int bound = (*this)(board, from);
    board.move(step.box, from);
    return bound;
  }

 private:
  static constexpr double most_bytes = 1 << 23;

  struct View {
    View(const Level& level, const std::vector<Cell>& frozen)
        : distances(frozen.empty() ? level.distances() : Distances(level, frozen)), matching(distances.costs()) {}
    View(const View&) = delete;  // the matching refers to the distances
    View& operator=(const View&) = delete;

    Distances distances;
    Matching matching;
  };

  View& view(const Board& board) {
    frozen_.clear();
    if (most_views_ > 1) frozen_ = freeze_.all(board);
    std::ranges::sort(frozen_);
    const auto found = views_.find(frozen_);
    if (found != views_.end()) return found->second;
    if (views_.size() == most_views_) views_.clear();
    return views_.try_emplace(frozen_, level_, frozen_).first->second;
  }

  int match(View& view, const Board& board, Cell player) {
    for (int box = 0; box < board.boxes(); ++box) {
      lines_[box] = view.distances.line(board.kind(box), view.distances.stance(board.cell(box), player));
    }
    view.matching.set_all(lines_, rows_);
    return view.matching.total();
  }

  int nearest(const Board& board, int box, Cell player) const {
    const std::uint16_t* costs =
        level_.costs().line(level_.line(board.kind(box), level_.stance(board.cell(box), player)));
    const std::uint16_t least = *std::min_element(costs, costs + level_.boxes());
    return least == CostTable::far ? infinite : least;
  }

  const Level& level_;
  SokobanHeuristic heuristic_;
  Freeze freeze_;
  std::size_t most_views_ = 0;
  std::map<std::vector<Cell>, View> views_;  // by frozen boxes
  View* view_ = nullptr;                     // of the position whose pushes are being asked about
  std::vector<Cell> frozen_;
  std::vector<int> lines_, rows_;  // of the boxes, in the matching
};

}  // namespace budge
