#include "sokoban/bounds/bound.hpp"

#include <algorithm>

namespace budge::sokoban {

PushBound::PushBound(const Level& level, Metric metric, Heuristic heuristic, std::uint64_t conflicts_from)
    : level_(level),
      heuristic_(heuristic),
      freeze_(level),
      counted_(level),
      jammed_(level),
      lines_(level.boxes()),
      rows_(level.boxes()) {
  const double bytes = static_cast<double>(level.box_cells()) * (level.floor() + 2 * level.boxes());
  max_views_ = bytes > max_bytes / 16.0 ? 1 : static_cast<std::size_t>(max_bytes / std::max(bytes, 1.0));
  heights_.resize(1);
  if (metric != Metric::pushes && heuristic == Heuristic::matching) {
    Potential best = best_potential(level);
    if (metric == Metric::moves) heights_.clear();  // one bound is enough
    if (metric == Metric::moves || !best.is_constant()) heights_.push_back(std::move(best));
  }
  if (heuristic == Heuristic::matching) conflicts_from_ = conflicts_from;
  if (conflicts_from_ == 0) find_conflicts();
}

Bounds PushBound::operator()(const Board& board, Cell player) {
  if (heuristic_ == Heuristic::zero) return {0, 0};
  if (heuristic_ == Heuristic::matching) {
    View& now = view(board);
    match(now, board, player);
    note_cells(board);
    return bounds(now, player, [](const Matching& matching, const Potential&) { return matching.total(); });
  }
  int sum = 0;
  for (int box = 0; box < board.boxes() && sum < infinite; ++box) sum += nearest(board, box, player);
  return {std::min(sum, infinite), std::min(sum, infinite)};
}

int PushBound::strong(const Board& board, Cell player) {
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

Bounds PushBound::after(Board& board, Cell player, Step step) {
  if (heuristic_ == Heuristic::zero) return {0, 0};
  const int back = Level::opposite(step.direction);
  const Cell from = board.cell(step.box), beside = level_.next(step.to, back);  // there the player ends
  if (heuristic_ == Heuristic::matching && !step.freezes) {
    if (!view_) match(*(view_ = &view(board)), board, player);
    const int line = view_->distances.line(board.kind(step.box), view_->distances.stance(step.to, beside));
    if (++asked_ == conflicts_from_) find_conflicts();
    note_cells(board);
    if (!cells_.empty()) cells_[step.box] = step.to;
    return bounds(*view_, beside, [&](Matching& matching, const Potential& heights) {
      return matching.total_with(rows_[step.box], line, step.pushes + heights.fall(level_.next(from, back), beside));
    });
  }
  begin();
  board.move(step.box, step.to);
  const Bounds bounds = (*this)(board, beside);
  board.move(step.box, from);
  return bounds;
}

PushBound::View& PushBound::view(const Board& board) {
  frozen_.clear();
  if (max_views_ > 1) frozen_ = freeze_.all(board);
  std::ranges::sort(frozen_);
  const auto found = views_.find(frozen_);
  if (found != views_.end()) return found->second;
  if (views_.size() == max_views_) views_.clear();
  return views_.try_emplace(frozen_, level_, frozen_, heights_).first->second;
}

void PushBound::match(View& view, const Board& board, Cell player) {
  for (int box = 0; box < board.boxes(); ++box) {
    lines_[box] = view.distances.line(board.kind(box), view.distances.stance(board.cell(box), player));
  }
  for (Matching& matching : view.matchings) matching.set_all(lines_, rows_);  // all find the same rows
}

void PushBound::note_cells(const Board& board) {
  if (conflicts_.empty()) return;
  cells_.clear();
  for (int box = 0; box < board.boxes(); ++box) cells_.push_back(board.cell(box));
}

void PushBound::find_conflicts() {
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

int PushBound::conflict(std::size_t heights, View& view, Cell player) {
  if (view.around_frozen && view.as_before.empty()) find_as_before(view);
  return conflicts_[heights].sum(cells_, player, infinite, [&](int box) {
    return !view.around_frozen || view.as_before[view.distances.stance(cells_[box], player)];
  });
}

void PushBound::find_as_before(View& view) const {
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

int PushBound::count_jams(View& view, const Board& board, Cell player) {
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

int PushBound::nearest(const Board& board, int box, Cell player) const {
  const std::uint16_t* costs =
      level_.costs().line(level_.line(board.kind(box), level_.stance(board.cell(box), player)));
  const std::uint16_t least = *std::min_element(costs, costs + level_.boxes());
  return least == CostTable::far ? infinite : least;
}

PushBound::View::View(const Level& level, const std::vector<Cell>& frozen, const std::vector<Potential>& heights)
    : around_frozen(!frozen.empty()), distances(around_frozen ? Distances(level, frozen) : level.distances()) {
  for (const Potential& each : heights) {
    costs.push_back(each.is_constant() ? distances.costs() : distances.weighed(level, frozen, each.by_cell()));
    matchings.emplace_back(costs.back());
    if (each.is_constant()) matchings.back().price_columns(colours(level));
  }
}

std::vector<int> PushBound::View::colours(const Level& level) {
  std::vector<int> colours;
  for (const Cell target : level.targets()) {
    colours.push_back((level.grid(target) % level.width() + level.grid(target) / level.width()) % 2);
  }
  return colours;
}

}  // namespace budge::sokoban
