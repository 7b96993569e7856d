#include "sokoban/portfolio/improvement.hpp"

#include <algorithm>
#include <utility>

#include "sokoban/rules/board.hpp"
#include "support/mix.hpp"

namespace budge::sokoban {

namespace {

std::uint64_t hash_of(const std::vector<int>& plan) {
  std::uint64_t hash = plan.size();
  for (const int direction : plan) hash = mix(hash * Level::directions + direction);
  return hash;
}

}  // namespace

Improvement::Improvement(const Level& level, Metric metric, std::vector<int>& plan, Control& control)
    : level_(level),
      metric_(metric),
      best_(plan),
      control_(control),
      width_(static_cast<int>(level.tuning().vicinity_width)) {
  plans_.push_back(local_plan(plan));
  offer(plans_.front());
}

void Improvement::begin() {
  vicinity_.emplace(level_, metric_, control_);
  zones_.emplace(level_, metric_, control_);
  prove_by_zones(level_.tuning().first_zones_turn);
}

std::uint64_t Improvement::take_turn(std::uint64_t expanded, std::int64_t lower_bound) {
  const Tuning& tuning = level_.tuning();
  const std::uint64_t before = control_.expanded;
  const std::int64_t best = control_.best_cost;
  const bool gained = !is_proven() && !is_widest_ && improve();
  const std::uint64_t taken = control_.expanded - before;
  local_ += taken;
  if (control_.best_cost < best) local_at_gain_ = local_;
  const std::uint64_t share = is_widest_ ? tuning.improve_astar_turn
                              : gained   ? taken / tuning.improve_small_share
                                         : proof_share(taken, expanded);
  const bool zones_lead = control_.lower_bound > lower_bound;
  prove_by_zones(zones_lead ? share : share / tuning.improve_behind);
  return zones_lead ? share / tuning.improve_behind : share;
}

void Improvement::take_turn() {
  const std::uint64_t before = control_.expanded;
  improve();
  prove_by_zones(control_.expanded - before);
}

// The expansions that the proof gets after a local search has taken `taken` and gained nothing. If the gap is small,
// the proof is mostly what is missing, and gets more. It gets little while plans still improve, or if the lower bound
// has not risen for long.
std::uint64_t Improvement::proof_share(std::uint64_t taken, std::uint64_t by_astar) {
  const Tuning& tuning = level_.tuning();
  const std::uint64_t proof = by_astar + zones_->expanded();
  if (control_.lower_bound > proven_) {
    proven_ = control_.lower_bound;
    expanded_when_proven_ = proof;
  }
  const std::int64_t gap = control_.best_cost - control_.lower_bound;
  if (gap <= control_.lower_bound / static_cast<std::int64_t>(tuning.improve_near)) return 3 * taken;
  const bool gains = local_ <= 2 * local_at_gain_;
  const bool is_stuck = proof > tuning.improve_astar_turn + 4 * expanded_when_proven_;
  return gains || is_stuck ? 2 * taken / tuning.improve_small_share : taken;
}

void Improvement::prove_by_zones(std::uint64_t expansions) {
  zones_->run(expansions, [&] { return is_proven(); });
}

// One step: a search near one of the plans, or a variation. True if it improved the best plan, or the one it searched
// near.
bool Improvement::improve() {
  if (current_ == plans_.size()) {
    if (may_vary()) return vary();
    widen();
    if (is_widest_) return false;
  }
  const std::uint64_t before = control_.expanded;
  const bool gained = search_nearby(plans_[current_]);
  variation_budget_ += static_cast<std::int64_t>((control_.expanded - before) * variation_share() / 8);
  return gained;
}

// Expansions of variations to eight of searches near plans.
std::uint64_t Improvement::variation_share() const {
  if (variations_ && variations_->is_exhausted()) return 1;
  return failures_ < 16 ? 16 : failures_ < 64 ? 8 : 4;
}

// Tries a variation of the best plan, or of the last one that was as good. A variation that gains costs no budget.
bool Improvement::vary() {
  const std::uint64_t before = control_.expanded;
  const Stage stage = control_.stage;
  std::vector<int> plan;
  try {
    if (!variations_) variations_.emplace(level_, control_);
    plan =
        variations_->next(base_.steps, base_.pushes + base_.pushes / static_cast<int>(level_.tuning().variation_slack));
  } catch (const Stopped& stopped) {
    if (stopped.reason != Stop::memory) throw;
    has_variations_ = false;
  }
  control_.stage = stage;
  const bool gained = !plan.empty() && consider(local_plan(plan));
  failures_ = gained ? 0 : failures_ + 1;
  if (!gained) variation_budget_ -= static_cast<std::int64_t>(control_.expanded - before);
  return gained;
}

// Improves a variation, unless it was tried before. True if it becomes the best plan.
bool Improvement::consider(LocalPlan variation) {
  if (!tried_.insert(hash_of(variation.steps)).second) return false;
  const std::int64_t best = control_.best_cost;
  variation = climb(std::move(variation));
  const bool gained = variation.cost < best;
  if (gained) variations_->reward();
  if (variation.cost <= best) {
    base_ = variation;
    variations_->accept();
  }
  const auto is_same = [&](const LocalPlan& plan) { return plan.steps == variation.steps; };
  const bool has_room = plans_.size() < level_.tuning().improve_plans;
  if ((gained || has_room) && std::ranges::none_of(plans_, is_same)) plans_.push_back(variation);
  return gained;
}

// Improves a plan by the narrowest searches for as long as they gain.
Improvement::LocalPlan Improvement::climb(LocalPlan plan) {
  const Tuning& tuning = level_.tuning();
  offer(plan);
  for (int boxes = 1; boxes <= std::min(max_boxes_at_once(), level_.boxes());) {
    const Vicinity::Found found = vicinity_->search(plan.steps, {boxes, static_cast<int>(tuning.vicinity_width)});
    if (found.plan.empty()) {
      ++boxes;
    } else {
      plan = local_plan(found.plan);
      offer(plan);
    }
    control_.check();
    const std::int64_t best = control_.best_cost;
    if (boxes > 2 && plan.cost > best + best / static_cast<std::int64_t>(tuning.improve_far)) break;
  }
  return plan;
}

// Searches with one more box off the plan follow one another, and start over while they gain. A search that left
// nothing out covers those with fewer boxes off the plan.
bool Improvement::search_nearby(LocalPlan& plan) {
  const Vicinity::Found found = vicinity_->search(plan.steps, {plan.boxes_off, width_});
  if (!found.plan.empty()) {
    const int boxes_off = plan.boxes_off;
    plan = local_plan(found.plan);
    plan.boxes_off = boxes_off;
    plan.gained = true;
    offer(plan);
    control_.check();
    return true;
  }
  control_.check();
  if (found.end == Vicinity::End::cut_short) max_width_ = std::max(1, width_ / 2);
  if (found.end == Vicinity::End::searched) plan.searched = plan.boxes_off;
  if (plan.searched == level_.boxes()) {
    control_.lower_bound = control_.best_cost;  // every plan was searched for
  } else if (plan.boxes_off < std::min(plan.searched + max_boxes_at_once(), level_.boxes())) {
    ++plan.boxes_off;
  } else {
    plan.boxes_off = plan.searched + 1;
    if (!std::exchange(plan.gained, false)) ++current_;
  }
  return false;
}

// Starts over with searches of twice the width, from the best plans.
void Improvement::widen() {
  is_widest_ = width_ >= max_width_;
  width_ = std::min(2 * width_, max_width_);
  std::ranges::stable_sort(plans_, {}, &LocalPlan::cost);
  const auto is_same = [](const LocalPlan& one, const LocalPlan& other) { return one.steps == other.steps; };
  plans_.erase(std::unique(plans_.begin(), plans_.end(), is_same), plans_.end());
  if (plans_.size() > 1) plans_.resize(std::min<std::size_t>(plans_.size() - 1, level_.tuning().improve_plans));
  current_ = 0;
}

// The plan with the shortest walks between its pushes.
Improvement::LocalPlan Improvement::local_plan(const std::vector<int>& steps) const {
  Board board(level_);
  for (int box = 0; box < level_.boxes(); ++box) board.add(level_.start()[box], level_.kind(box));
  Walk walk(level_);
  Level::Cell player = level_.players().front(), at = player;
  LocalPlan result;
  std::uint32_t pushes = 0;
  for (const int direction : steps) {
    const Level::Cell from = std::exchange(at, level_.next(at, direction));
    if (!board.has_box(at)) continue;
    walk.fill(board, player);
    const std::vector<int> way = walk.path(from);
    result.steps.insert(result.steps.end(), way.begin(), way.end());
    result.steps.push_back(direction);
    board.move(board.box_at(at), level_.next(at, direction));
    player = at;
    ++pushes;
  }
  result.pushes = static_cast<int>(pushes);
  result.cost = coded(metric_, cost(metric_, pushes, static_cast<std::uint32_t>(result.steps.size())));
  return result;
}

// Makes a plan the best one if it is cheaper, or as cheap with fewer steps.
void Improvement::offer(const LocalPlan& other) {
  const std::pair now{control_.best_cost, best_.size()}, then{other.cost, other.steps.size()};
  if (control_.best_cost >= 0 && then >= now) return;
  best_ = other.steps;
  base_ = other;
  control_.note_plan(other.cost);
}

}  // namespace budge::sokoban
