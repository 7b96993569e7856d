#include "sokoban/portfolio/plan_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "search/report.hpp"
#include "sokoban/search/push_search.hpp"

namespace budge::sokoban {

bool PlanSearch::is_due() const {
  if (is_done_) return false;
  if (is_late()) return true;
  if (control_.generated < level_.tuning().plan_search_after) return false;
  return control_.expanded >= next_turn_ || is_proven();
}

// True if no plan is known, and less than a third of the limits is left.
bool PlanSearch::is_late() const {
  if (!plan_.empty()) return false;
  const Limits& limits = control_.limits();
  if (control_.generated / 2 >= limits.nodes / 3) return true;
  return std::isfinite(limits.seconds) && control_.seconds() > limits.seconds * 2 / 3;
}

std::optional<search::Solution> PlanSearch::take_turn(Cost lower_bound) {
  if (!is_due()) return std::nullopt;
  if (!own_) own_.emplace(control_, control_.limits().memory / 4);
  Control& own = own_->control;
  own.lower_bound = std::max(own.lower_bound, control_.lower_bound);
  const std::uint64_t before = own.expanded;
  try {
    if (auto answer = run(coded(metric_, lower_bound))) return answer;
  } catch (const Stopped& stopped) {
    if (stopped.reason != Stop::memory) {
      own_->report();
      control_.check();  // it may know a better reason
      throw;
    }
    is_done_ = true;
  }
  if (is_done_) {
    strategies_.reset();
    improvement_.reset();
  }
  own_->report();
  const bool zones_lead = own.lower_bound > coded(metric_, lower_bound);
  next_turn_ = control_.expanded + (own.expanded - before) * (zones_lead ? 1 : level_.tuning().plan_search_share);
  if (!is_proven()) return std::nullopt;
  return search::Solution{search::note_plan(own.best_cost, own.best_cost, control_), Stop::none, plan_, {}};
}

// Improves the plan, or searches for one. Returns an answer only if there is no plan.
std::optional<search::Solution> PlanSearch::run(std::int64_t lower_bound) {
  if (improvement_) {
    improvement_->take_turn(control_.expanded - own_->control.expanded, lower_bound);
  } else if (auto answer = find_plan()) {
    own_->report();
    return answer;
  }
  is_done_ = improvement_ ? improvement_->is_exhausted() : strategies_->exhausted();
  return std::nullopt;
}

std::optional<search::Solution> PlanSearch::find_plan() {
  if (!strategies_) {
    const int pushes = bounds_at_start(level_, Metric::pushes, Heuristic::matching).pushes;
    strategies_.emplace(level_, pushes, FessStrategies::Share{}, nullptr, own_->control);
  }
  auto found = strategies_->run_round();
  if (!found || found->status == search::Status::unsolvable) return found;
  if (found->plan.empty()) return std::nullopt;  // the start is solved, as A* will find
  plan_ = std::move(found->plan);
  improvement_.emplace(level_, metric_, plan_, own_->control);
  improvement_->begin();
  strategies_.reset();
  return std::nullopt;
}

}  // namespace budge::sokoban
