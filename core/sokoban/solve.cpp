#include "sokoban/solve.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "sokoban/players/joint.hpp"
#include "sokoban/portfolio/plan_search.hpp"
#include "sokoban/portfolio/portfolio.hpp"
#include "sokoban/search/push_search.hpp"

namespace budge::sokoban {

namespace {

// A* that proves an optimum has the help of a portfolio.
search::Solution solve_alone(const Level& level, Metric metric, Heuristic heuristic, const search::Request& request,
                             Control& control) {
  const bool proves = request.algorithm == search::Algorithm("astar") && heuristic == Heuristic::matching &&
                      request.weight.is_one() && !request.disk;
  if (!proves) return search_pushes(level, metric, heuristic, request, control);
  Tasks tasks = proof_tasks(level, metric, control);
  tasks.push_back(std::make_unique<PlanSearch>(level, metric, control));
  return prove(level, metric, std::move(tasks), request.threads, request.trace, control);
}

}  // namespace

std::vector<std::string_view> searches() { return push_searches(); }

search::Solution solve(const Puzzle& puzzle, Metric metric, Heuristic heuristic, const search::Request& request,
                       Control& control, const Tuning& tuning) {
  if (metric == Metric::makespan ? puzzle.players.size() > max_players : puzzle.players.size() > 1) {
    throw std::invalid_argument(metric == Metric::makespan ? "more than " + std::to_string(max_players) + " players"
                                                           : "several players, where the metric is for one");
  }
  search::Solution result;
  search::guarded(result, [&] {  // a limit may stop the measuring of the level, too
    const Level level(puzzle, &control, tuning);
    if (level.unsolvable_reason()) {
      result.status = search::Status::unsolvable;
    } else if (metric == Metric::makespan) {
      result = solve_jointly(level, heuristic, request, control);
    } else {
      result = solve_alone(level, metric, heuristic, request, control);
    }
  });
  return result;
}

std::optional<Bounds> evaluate(const Puzzle& puzzle, Metric metric, Heuristic heuristic, Control* control) {
  const Level level(puzzle, control);
  if (level.unsolvable_reason()) return std::nullopt;
  if (level.players().size() > 1) {
    const int steps = evaluate_jointly(level, heuristic);
    return steps < 0 ? std::nullopt : std::optional<Bounds>({steps, steps});
  }
  const Bounds bounds = bounds_at_start(level, metric, heuristic);
  return bounds.pushes >= PushBound::infinite ? std::nullopt : std::optional(bounds);
}

}  // namespace budge::sokoban
