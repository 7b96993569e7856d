#include "sokoban/bounds/bound.hpp"

#include <algorithm>

namespace budge::sokoban {

PushBound::PushBound(const Level& level, Metric metric, Heuristic heuristic, std::uint64_t conflicts_from)
    : level_(level),
      heuristic_(heuristic),
      freeze_(level),
      candidates_(level),
      penalized_(level),
      lines_(level.boxes()),
      rows_(level.boxes()) {
  const double bytes = static_cast<double>(level.box_cells()) * (level.floor() + 2 * level.boxes());
  const auto max_bytes = static_cast<double>(level.tuning().frozen_bytes);
  max_tables_ = bytes > max_bytes / 16 ? 1 : static_cast<std::size_t>(max_bytes / std::max(bytes, 1.0));
  potentials_.resize(1);
  if (metric != Metric::pushes && heuristic == Heuristic::matching) {
    Potential best = best_potential(level);
    if (metric == Metric::moves) potentials_.clear();  // one bound is enough
    if (metric == Metric::moves || !best.is_constant()) potentials_.push_back(std::move(best));
  }
  if (heuristic == Heuristic::matching) conflicts_from_ = conflicts_from;
  if (conflicts_from_ == 0) build_conflict_tables();
}

Bounds PushBound::operator()(const Board& board, Cell player) {
  if (heuristic_ == Heuristic::zero) return {0, 0};
  if (heuristic_ == Heuristic::matching) {
    FrozenTables& now = tables_for(board);
    match(now, board, player);
    note_cells(board);
    return bounds(now, player, [](const Matching& matching, const Potential&) { return matching.total(); });
  }
  int sum = 0;
  for (int box = 0; box < board.boxes() && sum < infinite; ++box) sum += nearest(board, box, player);
  return {std::min(sum, infinite), std::min(sum, infinite)};
}

int PushBound::strong(const Board& board, Cell player) {
  uses_strong_ = true;
  if (!conflicts_.empty() && !conflict_bound_) build_conflict_tables();
  if (!conflict_bound_) return 0;
  FrozenTables& now = tables_for(board);
  match(now, board, player);
  const Matching& matching = now.matchings.front();
  if (matching.total() >= infinite) return infinite;
  note_cells(board);
  const int conflicts = (*conflict_bound_)(
      {cells_, player, matching, rows_, lines_, now.costs.front(), bare_->costs.front(), conflicts_.front()});
  const int extra = penalty(now, board, player);
  return extra >= infinite ? infinite : matching.total() + std::max(conflicts, extra);
}

Bounds PushBound::after(Board& board, Cell player, Step step) {
  if (heuristic_ == Heuristic::zero) return {0, 0};
  const int back = Level::opposite(step.direction);
  const Cell from = board.cell(step.box), player_after = level_.next(step.to, back);
  if (heuristic_ == Heuristic::matching && !step.freezes) {
    if (!current_) match(*(current_ = &tables_for(board)), board, player);
    const int line = current_->distances.line(board.kind(step.box), current_->distances.stance(step.to, player_after));
    if (++evaluated_ == conflicts_from_) build_conflict_tables();
    note_cells(board);
    if (!cells_.empty()) cells_[step.box] = step.to;
    return bounds(*current_, player_after, [&](Matching& matching, const Potential& potential) {
      return matching.total_with(rows_[step.box], line,
                                 step.pushes + potential.drop(level_.next(from, back), player_after));
    });
  }
  begin();
  board.move(step.box, step.to);
  const Bounds bounds = (*this)(board, player_after);
  board.move(step.box, from);
  return bounds;
}

PushBound::FrozenTables& PushBound::tables_for(const Board& board) {
  frozen_.clear();
  if (max_tables_ > 1) frozen_ = freeze_.all(board);
  std::ranges::sort(frozen_);
  const auto found = tables_.find(frozen_);
  if (found != tables_.end()) return found->second;
  if (tables_.size() == max_tables_) tables_.clear();
  return tables_.try_emplace(frozen_, level_, frozen_, potentials_).first->second;
}

void PushBound::match(FrozenTables& tables, const Board& board, Cell player) {
  for (int box = 0; box < board.boxes(); ++box) {
    lines_[box] = tables.distances.line(board.kind(box), tables.distances.stance(board.cell(box), player));
  }
  for (Matching& matching : tables.matchings) matching.set_all(lines_, rows_);  // every matching assigns the same rows
}

void PushBound::note_cells(const Board& board) {
  if (conflicts_.empty()) return;
  cells_.clear();
  for (int box = 0; box < board.boxes(); ++box) cells_.push_back(board.cell(box));
}

void PushBound::build_conflict_tables() {
  conflicts_from_ = never;
  conflicts_.clear();
  Control* const control = level_.control();
  if (!control) return;
  bare_.emplace(level_, std::vector<Cell>(), potentials_);
  for (std::size_t i = 0; i < potentials_.size(); ++i) {
    conflicts_.emplace_back(level_, potentials_[i], bare_->costs[i], *control, uses_strong_);
  }
  if (!conflicts_.front().is_built()) conflicts_.clear();
  if (conflicts_.empty() || !uses_strong_) return;
  conflict_bound_.emplace(level_);
  penalties_.emplace(level_, *control, level_.tuning().penalty_head_start);
}

int PushBound::conflict(std::size_t potential, FrozenTables& tables, Cell player) {
  if (tables.has_frozen && tables.unchanged.empty()) find_unchanged(tables);
  return conflicts_[potential].sum(cells_, player, infinite, [&](int box) {
    return !tables.has_frozen || tables.unchanged[tables.distances.stance(cells_[box], player)];
  });
}

void PushBound::find_unchanged(FrozenTables& tables) const {
  tables.unchanged.assign(tables.distances.stances(), 1);
  for (int cell = 0; cell < level_.box_cells(); ++cell) {
    std::pair last{-1, -1};
    for (int player = 0; player < level_.floor(); ++player) {
      const std::pair stances{tables.distances.stance(cell, player), level_.stance(cell, player)};
      if (player == cell || stances == last) continue;
      last = stances;
      for (std::size_t i = 0; i < potentials_.size(); ++i) {
        const std::uint16_t* const now = tables.costs[i].line(stances.first);
        const std::uint16_t* const bare = bare_->costs[i].line(stances.second);
        for (int target = 0; target < level_.boxes(); ++target) {
          if (now[target] != CostTable::far && now[target] != bare[target]) tables.unchanged[stances.first] = 0;
        }
      }
    }
  }
}

int PushBound::penalty(FrozenTables& tables, const Board& board, Cell player) {
  if (tables.has_frozen && tables.unchanged.empty()) find_unchanged(tables);
  candidates_.clear();
  for (int box = 0; box < board.boxes(); ++box) {
    if (!tables.has_frozen || tables.unchanged[tables.distances.stance(board.cell(box), player)])
      candidates_.add(board.cell(box));
  }
  const int pushes = (*penalties_)(candidates_, player, penalized_);
  if (pushes == 0 || pushes >= infinite) return pushes;
  return pushes + conflict_bound_->without([&](int box) { return penalized_.has(cells_[box]); });
}

int PushBound::nearest(const Board& board, int box, Cell player) const {
  const std::uint16_t* costs =
      level_.costs().line(level_.line(board.kind(box), level_.stance(board.cell(box), player)));
  const std::uint16_t least = *std::min_element(costs, costs + level_.boxes());
  return least == CostTable::far ? infinite : least;
}

PushBound::FrozenTables::FrozenTables(const Level& level, const std::vector<Cell>& frozen,
                                      const std::vector<Potential>& potentials)
    : has_frozen(!frozen.empty()), distances(has_frozen ? Distances(level, frozen) : level.distances()) {
  for (const Potential& potential : potentials) {
    costs.push_back(potential.is_constant() ? distances.costs()
                                            : distances.weighed(level, frozen, potential.by_cell()));
    matchings.emplace_back(costs.back(), potential.is_constant() ? colours(level) : std::vector<int>());
  }
}

std::vector<int> PushBound::FrozenTables::colours(const Level& level) {
  std::vector<int> colours;
  for (const Cell target : level.targets()) {
    colours.push_back((level.grid(target) % level.width() + level.grid(target) / level.width()) % 2);
  }
  return colours;
}

}  // namespace budge::sokoban
