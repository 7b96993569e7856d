#include "sokoban/any/any.hpp"

#include <algorithm>

#include "sokoban/any/fess.hpp"
#include "sokoban/any/improve.hpp"
#include "sokoban/bounds/nested.hpp"

namespace budge::sokoban {

namespace {

// Levels that are small or straight are soon solved by A*, and with better plans. Then comes one long run of the
// feature space search, which gains more by going on than by beginning anew; then others in turn, after other packing
// plans, and A*, each given ever more room.
void search(const Puzzle& puzzle, const Level& level, Metric metric, search::Solution& solution, Control& control) {
  const auto astar = [&](std::uint64_t nodes) {
    std::int64_t proven = 0;
    solution = solve_nested(puzzle, Metric::pushes, search::Weight{2, 1}, nodes, control, proven);
    if (metric == Metric::pushes) control.lower_bound = std::max(control.lower_bound, proven);
    return solution.status != search::Status::stopped;
  };
  const auto fess = [&](FessOptions options) {
    options.plan_until = control.seconds() + 0.1 * control.limits().seconds;
    solution = feature_space_search(level, options, control);
    return solution.status != search::Status::stopped;
  };
  if (astar(1 << 15)) return;
  if (fess({.until = 0.7 * control.limits().seconds, .most_positions = 1 << 20})) return;
  std::uint64_t nodes = 1 << 18;
  for (std::size_t positions = 1 << 14;; positions *= 8, nodes *= 4) {
    for (const Sink sink : {Sink::farthest, Sink::nearest}) {
      if (fess({.sink = sink, .parking = Parking::anywhere, .most_positions = positions})) return;
    }
    if (fess({.sink = Sink::nearest, .most_positions = positions}) || astar(nodes)) return;
  }
}

}  // namespace

search::Solution solve_any(const Puzzle& puzzle, Metric metric, bool improving, Control& control) {
  const Level level(puzzle, &control);
  search::Solution solution;
  if (level.hopeless()) {
    solution.status = search::Status::unsolvable;
    return solution;
  }
  control.stage = {"searching by A*"};
  const Bounds bounds = evaluate(puzzle, metric, Heuristic::matching, &control).value_or(Bounds{});
  control.lower_bound = coded(metric, cost(metric, bounds.pushes, bounds.moves));
  search::guarded(solution, [&] { search(puzzle, level, metric, solution, control); });
  if (solution.plan.empty() && solution.status != search::Status::optimal) return solution;
  control.stage = {"shortening the plan"};
  solution.stop = improve(puzzle, metric, improving, solution.plan, control);
  solution.status = control.best_cost <= control.lower_bound ? search::Status::optimal : search::Status::solved;
  return solution;
}

}  // namespace budge::sokoban
