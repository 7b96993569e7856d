#include "sokoban/any/fess_base.hpp"

#include <algorithm>

namespace budge::sokoban {

std::optional<search::Solution> FessBase::resume(std::uint64_t nodes) {
  if (nodes_.empty()) begin();
  control_.stage = {stage_name(), stage_, plan_.stages()};
  search::Solution solution;
  const std::uint64_t before = control_.generated;
  while (goal_ == none) {
    if (control_.generated - before >= nodes) return std::nullopt;
    const auto leaf = leaves_.next();
    if (!leaf) {
      solution.status = search::Status::unsolvable;
      return solution;
    }
    make(*leaf);
  }
  solution.plan = plan(solution.trace);
  solution.status = search::Status::solved;
  return solution;
}

std::vector<int> FessBase::sorted_kinds(const Level& level) {
  std::vector<int> kinds;
  for (int box = 0; box < level.boxes(); ++box) kinds.push_back(level.kind(box));
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

void FessBase::make(const FeatureCells<MacroMove>::Leaf& leaf) {
  ++control_.generated;
  if (control_.due()) control_.poll(64);
  load(leaf.node);
  board_.move(board_.box_at(leaf.move.from), leaf.move.to);
  reach_.fill(board_, level_.next(leaf.move.to, leaf.move.side));
  add(leaf.node, leaf.weight, leaf.move);
}

void FessBase::load(Id id) {
  const Cell* row = positions_[id];
  board_.clear();
  for (std::size_t box = 0; box < kinds_.size(); ++box) board_.add(row[box], kinds_[box]);
  player_ = row[kinds_.size()];
}

void FessBase::add(Id parent, std::uint32_t weight, const MacroMove& move) {
  sorted_boxes_.clear();
  for (int box = 0; box < board_.boxes(); ++box) sorted_boxes_.emplace_back(board_.kind(box), board_.cell(box));
  std::sort(sorted_boxes_.begin(), sorted_boxes_.end());
  for (std::size_t i = 0; i < sorted_boxes_.size(); ++i) row_[i] = sorted_boxes_[i].second;
  row_.back() = reach_.first();
  const auto [id, fresh] = positions_.insert(row_.data());
  const int pushes = parent == none ? 0 : nodes_[parent].pushes + move.pushes;
  if (!fresh && (reopening_ == Reopening::no || nodes_[id].pushes <= pushes)) return;
  if (fresh) nodes_.emplace_back();
  const bool is_broken = move.breaks_plan || (parent != none && nodes_[parent].is_broken);
  nodes_[id] = {0, 0, parent, weight, move, is_broken, pushes};
  if (is_goal()) {
    goal_ = id;
    return;
  }
  load(id);
  if (is_dead(parent == none ? std::nullopt : std::optional(move.to))) return;
  ++control_.expanded;
  expand(id);
}

void FessBase::begin_candidates(const Features& now) {
  control_.stage.done = stage_ = std::max(stage_, now.stage);
  candidates_.clear();
}

bool FessBase::lift(int box, unsigned first_sides) {
  tour_.find(board_, box, reach_, first_sides);
  if (tour_.stops().size() <= 1) return false;
  poll_if_many();
  connectivity_.lift(board_, box);
  unlocked_moves_.lift(board_, box, reach_);
  return true;
}

void FessBase::advise(const Features& now) {
  poll_if_many();
  advisors_.advise(now, candidates_, [&](const Candidate& candidate) { return can_undo(candidate.move); });
}

// True if the box can be brought back to where it came from, with the player in the same region as before.
bool FessBase::can_undo(const MacroMove& move) {
  const int box = board_.box_at(move.from);
  board_.move(box, move.to);
  after_.fill(board_, level_.next(move.to, move.side));
  way_back_.find(board_, box, after_);
  board_.move(box, move.from);
  return std::ranges::any_of(way_back_.stops(), [&](const Tour::Stop& stop) {
    return stop.cell == move.from && reach_.has(level_.next(stop.cell, stop.side));
  });
}

std::uint32_t FessBase::enter_cell(Id id, const Features& now, bool resets_cost) {
  Node& node = nodes_[id];
  node.best_score = now.score();
  node.best_cell = now.cell();
  if (node.parent != none && (node.is_broken || nodes_[node.parent].best_score >= node.best_score)) {
    node.best_score = nodes_[node.parent].best_score;
    node.best_cell = nodes_[node.parent].best_cell;
  } else if (resets_cost) {
    node.weight = 0;
  }
  return leaves_.enter(node.best_cell, node.best_score);
}

void FessBase::poll_if_many() {
  if (control_.due() || candidates_.size() > 10'000) control_.poll(1024);
}

}  // namespace budge::sokoban
