#include "sokoban/any/improvement.hpp"

#include <algorithm>
#include <utility>

#include "sokoban/rules/board.hpp"
#include "support/mix.hpp"

namespace budge::sokoban {

namespace {

constexpr std::size_t most_plans = 2;               // that are looked at more widely
constexpr std::uint64_t few_positions = 1 << 16;    // of A*
constexpr std::uint64_t first_positions = 1 << 14;  // in zones
constexpr int near = 25;     // the best plan is not beyond what is proven by more than one in so many pushes
constexpr int far = 50;      // a plan is beyond the best one by more than one in so many
constexpr int slack = 20;    // of the pushes of a plan: one in so many more is a variation worth a look
constexpr int together = 4;  // numbers of boxes elsewhere that are tried one after another
constexpr std::uint64_t small_share = 8;  // of the positions: one in so many
constexpr std::uint64_t behind = 4;       // likewise, for what has proven less

std::uint64_t hash(const std::vector<int>& plan) {
  std::uint64_t hash = plan.size();
  for (const int direction : plan) hash = mix(hash * Level::directions + direction);
  return hash;
}

}  // namespace

Improvement::Improvement(const Level& level, Metric metric, std::vector<int>& plan, Control& control)
    : level_(level), metric_(metric), plan_(plan), control_(control) {
  plans_.push_back(improvable(plan));
  offer(plans_.front());
}

void Improvement::begin() {
  vicinity_.emplace(level_, metric_, control_);
  if (can_search_zones()) zones_.emplace(level_, level_.placement(), control_);
  search_zones(first_positions);
}

std::uint64_t Improvement::take_turn(std::uint64_t expanded, std::int64_t proven) {
  const std::uint64_t before = control_.expanded;
  const std::int64_t best = control_.best_cost;
  const bool gained = !is_proven() && !is_widest_ && improve();
  const std::uint64_t taken = control_.expanded - before;
  above_ += taken;
  if (control_.best_cost < best) gained_at_ = above_;
  const std::uint64_t share = is_widest_ ? few_positions : gained ? taken / small_share : for_proof(taken, expanded);
  const bool zones_lead = control_.lower_bound > proven;
  search_zones(zones_lead ? share : share / behind);
  return zones_lead ? share / behind : share;
}

void Improvement::take_turn() {
  const std::uint64_t before = control_.expanded;
  improve();
  search_zones(control_.expanded - before);
}

// Positions that the proof has next, when searches from above have taken so many and gained nothing: more where little
// is left between the best plan and what is proven, for that is then mostly the proof; few while plans still become
// cheaper, or where long nothing more has been proven.
std::uint64_t Improvement::for_proof(std::uint64_t taken, std::uint64_t by_astar) {
  const std::uint64_t below = by_astar + by_zones_;
  if (control_.lower_bound > proven_) {
    proven_ = control_.lower_bound;
    proven_at_ = below;
  }
  if (control_.best_cost - control_.lower_bound <= control_.lower_bound / near) return 3 * taken;
  const bool gains = above_ <= 2 * gained_at_, is_stuck = below > few_positions + 4 * proven_at_;
  return gains || is_stuck ? 2 * taken / small_share : taken;
}

bool Improvement::can_search_zones() const {
  const bool counts_pushes = metric_ == Metric::pushes || metric_ == Metric::pushes_then_moves;
  return counts_pushes && level_.kinds() == 1 && level_.spare() == 0;
}

// A search takes as long as it takes; the next then waits until it is paid.
void Improvement::search_zones(std::uint64_t positions) {
  due_to_zones_ += static_cast<std::int64_t>(positions);
  try {
    while (zones_ && due_to_zones_ > 0 && !is_proven()) {
      const std::uint64_t before = control_.expanded;
      if (!zones_->go_on()) zones_.reset();
      const std::uint64_t taken = control_.expanded - before;
      by_zones_ += taken;
      due_to_zones_ -= static_cast<std::int64_t>(taken);
      if (!zones_) return;
      const int pushes = zones_->pushes();
      const Cost least = cost(metric_, Bounds{pushes, pushes});
      control_.lower_bound = std::max(control_.lower_bound, coded(metric_, least));
    }
  } catch (const Stopped& stopped) {
    if (stopped.reason != Stop::memory) throw;
    zones_.reset();
  }
}

// One step: a search near one of the plans, or another plan. True if the best one, or the one looked at, has become
// cheaper.
bool Improvement::improve() {
  if (now_ == plans_.size()) {
    if (may_vary()) return vary();
    begin_wider_searches();
    if (is_widest_) return false;
  }
  const std::uint64_t before = control_.expanded;
  const bool gained = look_nearby(plans_[now_]);
  credit_ += static_cast<std::int64_t>((control_.expanded - before) * worth_of_variations() / 8);
  return gained;
}

// How many positions variations may expand, in eighths of those that searches near plans do.
std::uint64_t Improvement::worth_of_variations() const {
  if (variations_ && variations_->is_exhausted()) return 1;
  return vain_ < 16 ? 16 : vain_ < 64 ? 8 : 4;
}

// Tries a variation of the best plan, or of the last that was as good. What gains is free.
bool Improvement::vary() {
  const std::uint64_t before = control_.expanded;
  const Stage stage = control_.stage;
  std::vector<int> plan;
  try {
    if (!variations_) variations_.emplace(level_, control_);
    plan = variations_->next(base_.plan, base_.pushes + base_.pushes / slack);
  } catch (const Stopped& stopped) {
    if (stopped.reason != Stop::memory) throw;
    has_variations_ = false;
  }
  control_.stage = stage;
  const bool gained = !plan.empty() && take(improvable(plan));
  vain_ = gained ? 0 : vain_ + 1;
  if (!gained) credit_ -= static_cast<std::int64_t>(control_.expanded - before);
  return gained;
}

// Climbs from a variation, unless it was met before. True if it becomes the best plan.
bool Improvement::take(Improvable other) {
  if (!met_.insert(hash(other.plan)).second) return false;
  const std::int64_t best = control_.best_cost;
  other = climb(std::move(other));
  const bool gained = other.cost < best;
  if (gained) variations_->reward();
  if (other.cost <= best) {
    base_ = other;
    variations_->accept();
  }
  const auto is_same = [&](const Improvable& plan) { return plan.plan == other.plan; };
  if ((gained || plans_.size() < most_plans) && std::ranges::none_of(plans_, is_same)) plans_.push_back(other);
  return gained;
}

// As cheap as a plan becomes by searches of the least width.
Improvement::Improvable Improvement::climb(Improvable now) {
  offer(now);
  for (int boxes = 1; boxes <= std::min(together, level_.boxes());) {
    const Vicinity::Found found = vicinity_->search(now.plan, {boxes, least_width});
    if (found.plan.empty()) {
      ++boxes;
    } else {
      now = improvable(found.plan);
      offer(now);
    }
    control_.check();
    if (boxes > 2 && now.cost > control_.best_cost + control_.best_cost / far) break;
  }
  return now;
}

// Searches with more and more boxes elsewhere follow one another, and again while they gain. If one of them leaves
// nothing out, those with fewer boxes elsewhere are a part of it.
bool Improvement::look_nearby(Improvable& now) {
  const Vicinity::Found found = vicinity_->search(now.plan, {now.elsewhere, width_});
  if (!found.plan.empty()) {
    const int elsewhere = now.elsewhere;
    now = improvable(found.plan);
    now.elsewhere = elsewhere;
    now.gained = true;
    offer(now);
    control_.check();
    return true;
  }
  control_.check();
  if (found.end == Vicinity::End::cut_short) most_width_ = std::max(1, width_ / 2);
  if (found.end == Vicinity::End::searched) now.searched = now.elsewhere;
  if (now.searched == level_.boxes()) {
    control_.lower_bound = control_.best_cost;  // it was looked for everywhere
  } else if (now.elsewhere < std::min(now.searched + together, level_.boxes())) {
    ++now.elsewhere;
  } else {
    now.elsewhere = now.searched + 1;
    if (!std::exchange(now.gained, false)) ++now_;
  }
  return false;
}

void Improvement::begin_wider_searches() {
  is_widest_ = width_ >= most_width_;
  width_ = std::min(2 * width_, most_width_);
  std::ranges::stable_sort(plans_, {}, &Improvable::cost);
  const auto is_same = [](const Improvable& one, const Improvable& other) { return one.plan == other.plan; };
  plans_.erase(std::unique(plans_.begin(), plans_.end(), is_same), plans_.end());
  if (plans_.size() > 1) plans_.resize(std::min(plans_.size() - 1, most_plans));
  now_ = 0;
}

// A plan with the shortest walks between its pushes.
Improvement::Improvable Improvement::improvable(const std::vector<int>& plan) const {
  Board board(level_);
  for (int box = 0; box < level_.boxes(); ++box) board.add(level_.start()[box], level_.kind(box));
  Walk walk(level_);
  Level::Cell player = level_.players().front(), at = player;
  Improvable result;
  std::uint32_t pushes = 0;
  for (const int direction : plan) {
    const Level::Cell from = std::exchange(at, level_.next(at, direction));
    if (!board.has_box(at)) continue;
    walk.fill(board, player);
    const std::vector<int> way = walk.way(from);
    result.plan.insert(result.plan.end(), way.begin(), way.end());
    result.plan.push_back(direction);
    board.move(board.box_at(at), level_.next(at, direction));
    player = at;
    ++pushes;
  }
  result.pushes = static_cast<int>(pushes);
  result.cost = coded(metric_, cost(metric_, pushes, static_cast<std::uint32_t>(result.plan.size())));
  return result;
}

// Takes a plan for the best one if it is cheaper, or as cheap and of fewer steps.
void Improvement::offer(const Improvable& other) {
  const std::pair now{control_.best_cost, plan_.size()}, then{other.cost, other.plan.size()};
  if (control_.best_cost >= 0 && then >= now) return;
  plan_ = other.plan;
  base_ = other;
  control_.note_plan(other.cost);
}

}  // namespace budge::sokoban
