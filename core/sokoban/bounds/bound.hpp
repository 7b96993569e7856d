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

#include "sokoban/bounds/conflicts.hpp"
#include "sokoban/bounds/contention.hpp"
#include "sokoban/bounds/heights.hpp"
#include "sokoban/bounds/jams.hpp"
#include "sokoban/bounds/matching.hpp"
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

  // Conflicts are counted from so many positions on.
  PushBound(const Level& level, Metric metric, Heuristic heuristic, std::uint64_t conflicts_from = never)
      : level_(level),
        heuristic_(heuristic),
        freeze_(level),
        counted_(level),
        jammed_(level),
        lines_(level.boxes()),
        rows_(level.boxes()) {
    const double bytes = static_cast<double>(level.box_cells()) * (level.floor() + 2 * level.boxes());
    most_views_ = bytes > most_bytes / 16.0 ? 1 : static_cast<std::size_t>(most_bytes / std::max(bytes, 1.0));
    heights_.resize(1);
    if (metric != Metric::pushes && heuristic == Heuristic::matching) {
      Heights best = best_heights(level);
      if (metric == Metric::moves) heights_.clear();  // one bound is enough
      if (metric == Metric::moves || !best.all_alike()) heights_.push_back(std::move(best));
    }
    if (heuristic == Heuristic::matching) conflicts_from_ = conflicts_from;
    if (conflicts_from_ == 0) find_conflicts();
  }

  // So many pushes of a box straight on to a cell; `freezes` if it can never be pushed again.
  struct Step {
    int box, direction, pushes;
    Cell to;
    bool freezes;
  };

  // The bounds of the position on the board.
  Bounds operator()(const Board& board, Cell player) {
    if (heuristic_ == Heuristic::zero) return {0, 0};
    if (heuristic_ == Heuristic::matching) {
      View& now = view(board);
      match(now, board, player);
      note_cells(board);
      return bounds(now, player, [](const Matching& matching, const Heights&) { return matching.total(); });
    }
    int sum = 0;
    for (int box = 0; box < board.boxes() && sum < infinite; ++box) sum += nearest(board, box, player);
    return {std::min(sum, infinite), std::min(sum, infinite)};
  }

  // A bound on pushes that is mostly higher and takes longer; 0 where conflicts are not counted. It depends on what was
  // learnt before.
  int strong(const Board& board, Cell player) {
    asks_strong_ = true;
    if (!conflicts_.empty() && !contention_) find_conflicts();
    if (!contention_) return 0;
    View& now = view(board);
    match(now, board, player);
    const Matching& matching = now.matchings.front();
    if (matching.total() >= infinite) return infinite;
    note_cells(board);
    const int conflicts = (*contention_)(
        {cells_, player, matching, rows_, lines_, now.costs.front(), bare_->costs.front(), conflicts_.front()});
    const int jammed = count_jams(now, board, player);
    return jammed >= infinite ? infinite : matching.total() + std::max(conflicts, jammed);
  }

  // The bounds after a push from the position on the board, where the player is on `player`. Several calls for one
  // position share their work, and the first must have begin() before it.
  void begin() { view_ = nullptr; }
  Bounds after(Board& board, Cell player, Step step) {
    if (heuristic_ == Heuristic::zero) return {0, 0};
    const int back = Level::opposite(step.direction);
    const Cell from = board.cell(step.box), beside = level_.next(step.to, back);  // there the player ends
    if (heuristic_ == Heuristic::matching && !step.freezes) {
      if (!view_) match(*(view_ = &view(board)), board, player);
      const int line = view_->distances.line(board.kind(step.box), view_->distances.stance(step.to, beside));
      if (++asked_ == conflicts_from_) find_conflicts();
      note_cells(board);
      if (!cells_.empty()) cells_[step.box] = step.to;
      return bounds(*view_, beside, [&](Matching& matching, const Heights& heights) {
        return matching.total_with(rows_[step.box], line, step.pushes + heights.fall(level_.next(from, back), beside));
      });
    }
    begin();
    board.move(step.box, step.to);
    const Bounds bounds = (*this)(board, beside);
    board.move(step.box, from);
    return bounds;
  }

 private:
  static constexpr double most_bytes = 1 << 23;

  struct View {
    View(const Level& level, const std::vector<Cell>& frozen, const std::vector<Heights>& heights)
        : around_frozen(!frozen.empty()), distances(around_frozen ? Distances(level, frozen) : level.distances()) {
      for (const Heights& each : heights) {
        costs.push_back(each.all_alike() ? distances.costs() : distances.weighed(level, frozen, each));
        matchings.emplace_back(costs.back());
        if (each.all_alike()) matchings.back().price_columns(colours(level));
      }
    }

    // Of the targets, as on a chessboard: a push changes the colour that a box stands on.
    static std::vector<int> colours(const Level& level) {
      std::vector<int> colours;
      for (const Cell target : level.targets()) {
        colours.push_back((level.grid(target) % level.width() + level.grid(target) / level.width()) % 2);
      }
      return colours;
    }

    bool around_frozen;
    Distances distances;
    std::vector<CostTable> costs;  // one for each of the heights
    std::vector<Matching> matchings;
    std::vector<char> as_before;  // by stance; see find_as_before
  };

  View& view(const Board& board) {
    frozen_.clear();
    if (most_views_ > 1) frozen_ = freeze_.all(board);
    std::ranges::sort(frozen_);
    const auto found = views_.find(frozen_);
    if (found != views_.end()) return found->second;
    if (views_.size() == most_views_) views_.clear();
    return views_.try_emplace(frozen_, level_, frozen_, heights_).first->second;
  }

  void match(View& view, const Board& board, Cell player) {
    for (int box = 0; box < board.boxes(); ++box) {
      lines_[box] = view.distances.line(board.kind(box), view.distances.stance(board.cell(box), player));
    }
    for (Matching& matching : view.matchings) matching.set_all(lines_, rows_);  // all find the same rows
  }

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

  void note_cells(const Board& board) {
    if (conflicts_.empty()) return;
    cells_.clear();
    for (int box = 0; box < board.boxes(); ++box) cells_.push_back(board.cell(box));
  }

  // Those by targets take memory: they are kept only for who asks for strong bounds.
  void find_conflicts() {
    conflicts_from_ = never;
    conflicts_.clear();
    Control* const control = level_.control();
    if (!control) return;
    bare_.emplace(level_, std::vector<Cell>(), heights_);
    for (std::size_t i = 0; i < heights_.size(); ++i) {
      conflicts_.emplace_back(level_, heights_[i], bare_->costs[i], *control, asks_strong_);
    }
    if (!conflicts_.front().known()) conflicts_.clear();
    if (conflicts_.empty() || !asks_strong_) return;
    contention_.emplace(level_);
    jams_.emplace(level_, *control);
  }

  // Of the boxes on cells_, with pushes weighed by these heights.
  int conflict(std::size_t heights, View& view, Cell player) {
    if (view.around_frozen && view.as_before.empty()) find_as_before(view);
    return conflicts_[heights].sum(cells_, player, infinite, [&](int box) {
      return !view.around_frozen || view.as_before[view.distances.stance(cells_[box], player)];
    });
  }

  // Conflicts are told without frozen boxes. Around those, ways that have grown longer may have taken a conflict in:
  // it counts only for boxes whose ways are as long as ever, or shut off.
  void find_as_before(View& view) const {
    view.as_before.assign(view.distances.stances(), 1);
    for (int cell = 0; cell < level_.box_cells(); ++cell) {
      std::pair last{-1, -1};
      for (int player = 0; player < level_.floor(); ++player) {
        const std::pair stances{view.distances.stance(cell, player), level_.stance(cell, player)};
        if (player == cell || stances == last) continue;
        last = stances;
        for (std::size_t i = 0; i < heights_.size(); ++i) {
          const std::uint16_t* const now = view.costs[i].line(stances.first);
          const std::uint16_t* const bare = bare_->costs[i].line(stances.second);
          for (int target = 0; target < level_.boxes(); ++target) {
            if (now[target] != CostTable::far && now[target] != bare[target]) view.as_before[stances.first] = 0;
          }
        }
      }
    }
  }

  // What boxes in jams need, and conflicts of the others.
  int count_jams(View& view, const Board& board, Cell player) {
    if (view.around_frozen && view.as_before.empty()) find_as_before(view);
    counted_.clear();
    for (int box = 0; box < board.boxes(); ++box) {
      if (!view.around_frozen || view.as_before[view.distances.stance(board.cell(box), player)])
        counted_.add(board.cell(box));
    }
    const int pushes = (*jams_)(counted_, player, jammed_);
    if (pushes == 0 || pushes >= infinite) return pushes;
    return pushes + contention_->without([&](int box) { return jammed_.has(cells_[box]); });
  }

  int nearest(const Board& board, int box, Cell player) const {
    const std::uint16_t* costs =
        level_.costs().line(level_.line(board.kind(box), level_.stance(board.cell(box), player)));
    const std::uint16_t least = *std::min_element(costs, costs + level_.boxes());
    return least == CostTable::far ? infinite : least;
  }

  const Level& level_;
  Heuristic heuristic_;
  std::vector<Heights> heights_;  // those of the bound on pushes, which are all alike; then of that on moves
  Freeze freeze_;
  std::size_t most_views_ = 0;
  std::map<std::vector<Cell>, View> views_;  // by frozen boxes
  View* view_ = nullptr;                     // of the position whose pushes are being asked about
  std::uint64_t asked_ = 0, conflicts_from_ = never;
  std::vector<Conflicts> conflicts_;  // one for each of the heights, or none
  std::optional<View> bare_;          // without frozen boxes
  bool asks_strong_ = false;
  std::optional<Contention> contention_;
  std::optional<Jams> jams_;
  CellSet counted_, jammed_;  // boxes of which jams are to be told, and those in them
  std::vector<Cell> cells_;   // of the boxes whose conflicts are asked for
  std::vector<Cell> frozen_;
  std::vector<int> lines_, rows_;  // of the boxes, in the matchings
};

}  // namespace budge::sokoban
