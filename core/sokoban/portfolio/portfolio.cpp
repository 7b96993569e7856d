#include "sokoban/portfolio/portfolio.hpp"

#include <utility>

#include "sokoban/portfolio/bounded_fess.hpp"
#include "sokoban/portfolio/nbs_task.hpp"
#include "sokoban/search/push_search.hpp"

namespace budge::sokoban {

Tasks proof_tasks(const Level& level, Metric metric, Control& control) {
  Tasks tasks;
  if (level.kinds() == 1 && level.spare() == 0) tasks.push_back(std::make_unique<NbsTask>(level, metric, control));
  if (metric == Metric::pushes) tasks.push_back(std::make_unique<BoundedFess>(level, control));
  return tasks;
}

search::Solution prove(const Level& level, Metric metric, Tasks tasks, int threads, bool trace, Control& control) {
  const auto poll = [&](Cost lower_bound) -> std::optional<search::Solution> {
    for (const auto& task : tasks) {
      if (auto answer = task->take_turn(lower_bound)) return answer;
    }
    return std::nullopt;
  };
  const search::Request request{search::Algorithm("astar"), {}, threads, trace};
  search::Solution found = search_pushes(level, metric, Heuristic::matching, request, control, poll);
  for (const auto& task : tasks) {
    const auto best = task->incumbent();
    if (!found.plan.empty() || !best) continue;
    found.plan = best->plan;
    control.best_cost = best->cost;
  }
  return found;
}

}  // namespace budge::sokoban
