#include "sokoban/portfolio/plan_search.hpp"

#include <algorithm>
#include <utility>

#include "search/report.hpp"

namespace budge::sokoban {

bool PlanSearch::is_due() const {
  if (is_done_ || control_.generated < level_.tuning().plan_search_after) return false;
  return control_.expanded >= next_turn_ || is_proven();
}

std::optional<search::Solution> PlanSearch::take_turn(Cost lower_bound) {
  if (!is_due()) return std::nullopt;
  Control& own = own_.control;
  own.lower_bound = std::max(own.lower_bound, control_.lower_bound);
  const std::uint64_t before = own.expanded;
  try {
    if (auto answer = run(lower_bound)) return answer;
  } catch (const Stopped& stopped) {
    if (stopped.reason != Stop::memory) {
      control_.check();  // it may know a better reason
      throw;
    }
    is_done_ = true;
  }
  if (is_done_) {
    strategies_.reset();
    improvement_.reset();
  }
  own_.report();
  const bool zones_lead = own.lower_bound > static_cast<std::int64_t>(lower_bound.first);
  next_turn_ = control_.expanded + (own.expanded - before) * (zones_lead ? 1 : level_.tuning().plan_search_share);
  if (!is_proven()) return std::nullopt;
  return search::Solution{search::note_plan(own.best_cost, own.best_cost, control_), Stop::none, plan_, {}};
}

// Improves the plan, or searches for one. Returns an answer only if there is no plan.
std::optional<search::Solution> PlanSearch::run(Cost lower_bound) {
  const auto pushes = static_cast<int>(lower_bound.first);
  if (improvement_) {
    improvement_->take_turn(control_.expanded - own_.control.expanded, pushes);
  } else if (auto answer = find_plan(pushes)) {
    own_.report();
    return answer;
  }
  is_done_ = improvement_ ? improvement_->is_exhausted() : strategies_->exhausted();
  return std::nullopt;
}

std::optional<search::Solution> PlanSearch::find_plan(int lower_bound) {
  if (!strategies_) strategies_.emplace(level_, lower_bound, FessStrategies::Share{}, nullptr, own_.control);
  auto found = strategies_->run_round();
  if (!found || found->status == search::Status::unsolvable) return found;
  if (found->plan.empty()) return std::nullopt;  // the start is solved, as A* will find
  plan_ = std::move(found->plan);
  improvement_.emplace(level_, Metric::pushes, plan_, own_.control);
  improvement_->begin();
  strategies_.reset();
  return std::nullopt;
}

}  // namespace budge::sokoban
