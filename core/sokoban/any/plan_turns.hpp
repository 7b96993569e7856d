// A plan that is looked for and made cheaper while A* proves how many pushes any plan has at least.
//
// A* may have proven as many pushes as are needed, or zones may have (see improvement.hpp), long before it comes to a
// plan of just so many. Guessing (guess.hpp) finds such plans where they are straight; here a plan of any shape becomes
// cheaper step by step, until it costs no more than is proven. It is there, too, if the search is stopped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/report.hpp"
#include "search/run.hpp"
#include "sokoban/any/improvement.hpp"
#include "sokoban/any/race.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"
#include "support/sub_control.hpp"

namespace budge::sokoban {

class PlanTurns {
 public:
  // For the metric pushes. Short searches do without: it begins after so many nodes of A*, whose control this is.
  PlanTurns(const Level& level, std::uint64_t from, Control& control)
      : level_(level), control_(control), from_(from), own_(control, control.limits().memory / 4) {}

  // Has a turn if it is time for one. No plan has fewer pushes than `least`, says A*. Throws Stopped.
  std::optional<search::Solution> take_turn(int least) {
    Control& own = own_.control;
    if (is_over_ || control_.generated < from_ || (control_.expanded < next_ && !is_proven())) return std::nullopt;
    own.lower_bound = std::max(own.lower_bound, control_.lower_bound);
    const std::uint64_t before = own.expanded;
    try {
      if (improvement_) {
        improvement_->take_turn(control_.expanded - before, least);
      } else if (auto answer = look_for_plan(least)) {
        own_.report();
        return answer;
      }
      is_over_ = improvement_ ? improvement_->is_over() : race_->over();
    } catch (const Stopped& stopped) {
      if (stopped.reason != Stop::memory) {
        control_.check();  // it may know a better reason
        throw;
      }
      is_over_ = true;
    }
    if (is_over_) {
      race_.reset();
      improvement_.reset();
    }
    own_.report();
    const bool zones_lead = own.lower_bound > least;
    next_ = control_.expanded + (own.expanded - before) * (zones_lead ? 1 : share);
    if (!is_proven()) return std::nullopt;
    return search::Solution{search::note_plan(own.best_cost, own.best_cost, control_), Stop::none, plan_, {}};
  }

  // The best plan so far, or nothing.
  const std::vector<int>& plan() const { return plan_; }
  std::int64_t pushes() const { return own_.control.best_cost; }

 private:
  static constexpr std::uint64_t share = 8;  // positions of A* for one of these, while it has proven more than zones

  // By zones or A*: what these have proven A*'s control knows.
  bool is_proven() const { return !plan_.empty() && own_.control.best_cost <= control_.lower_bound; }

  // An answer only if it is that there is no plan.
  std::optional<search::Solution> look_for_plan(int least) {
    if (!race_) race_.emplace(level_, least, Race::Place{}, nullptr, own_.control);
    auto found = race_->round();
    if (!found || found->status == search::Status::unsolvable) return found;
    if (found->plan.empty()) return std::nullopt;  // solved at its start, as A* will see
    plan_ = std::move(found->plan);
    improvement_.emplace(level_, Metric::pushes, plan_, own_.control);
    improvement_->begin();
    race_.reset();
    return std::nullopt;
  }

  const Level& level_;
  Control& control_;
  const std::uint64_t from_;
  SubControl own_;
  std::optional<Race> race_;
  std::optional<Improvement> improvement_;
  std::vector<int> plan_;
  std::uint64_t next_ = 0;  // positions expanded until the next turn
  bool is_over_ = false;
};

}  // namespace budge::sokoban
