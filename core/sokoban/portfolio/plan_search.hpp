// Searches for a plan and improves it while A* raises the lower bound.
//
// A* or zones (see improvement.hpp) may prove the optimum long before A* reaches a plan of that cost. Bounded FESS
// finds such plans where they are direct; this task finds a plan of any cost and improves it step by step, until it
// costs no more than the lower bound. If the search is stopped, its best plan remains.
//
// A* gets eight expansions (`plan_search_share`) to one of this task. If no plan is known when two thirds of the limit
// on time or nodes are used up, A* is unlikely to find one in the rest, so this task gets all of it until it has a
// plan.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/request.hpp"
#include "sokoban/any/strategies.hpp"
#include "sokoban/portfolio/improvement.hpp"
#include "sokoban/portfolio/task.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"
#include "support/sub_control.hpp"

namespace budge::sokoban {

// It may take a quarter of the memory.
class PlanSearch : public Task {
 public:
  PlanSearch(const Level& level, Metric metric, Control& control) : level_(level), metric_(metric), control_(control) {}

  std::optional<search::Solution> take_turn(Cost lower_bound) override;
  std::optional<Incumbent> incumbent() const override {
    return plan_.empty() ? std::nullopt : std::optional(Incumbent{plan_, own_->control.best_cost});
  }

 private:
  bool is_due() const;
  bool is_late() const;
  std::optional<search::Solution> run(std::int64_t lower_bound);
  std::optional<search::Solution> find_plan();
  bool is_proven() const { return !plan_.empty() && own_->control.best_cost <= control_.lower_bound; }

  const Level& level_;
  Metric metric_;
  Control& control_;
  std::optional<SubControl> own_;             // from the first turn on: its limits are what A* has left then
  std::optional<FessStrategies> strategies_;  // until they have found a plan
  std::optional<Improvement> improvement_;    // from then on
  std::vector<int> plan_;                     // the best so far
  std::uint64_t next_turn_ = 0;               // when the control has counted this many expansions
  bool is_done_ = false;
};

}  // namespace budge::sokoban
