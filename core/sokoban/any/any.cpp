#include "sokoban/any/any.hpp"

#include <algorithm>

#include "sokoban/any/fess.hpp"
#include "sokoban/any/improve.hpp"
#include "sokoban/bounds/nested.hpp"

namespace budge::sokoban {

namespace {

// Levels that are small or straight are soon solved by A*, and with better plans; so the two take turns, each given
// ever more room. Every turn of the feature space search follows another packing plan.
void search(const Puzzle& puzzle, const Level& level, Metric metric, search::Solution& solution, Control& control) {
  std::uint64_t nodes = 1 << 15;
  std::size_t positions = 1 << 11;
  for (unsigned variant = 0; solution.status == search::Status::stopped; ++variant, nodes *= 4, positions *= 8) {
    std::int64_t proven = 0;
    solution = solve_nested(puzzle, Metric::pushes, search::Weight{2, 1}, nodes, control, proven);
    if (metric == Metric::pushes) control.lower_bound = std::max(control.lower_bound, proven);
    if (solution.status == search::Status::stopped) solution = feature_space_search(level, variant, positions, control);
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
  const Bounds bounds = evaluate(puzzle, metric, Heuristic::matching, &control).value_or(Bounds{});
  control.lower_bound = coded(metric, cost(metric, bounds.pushes, bounds.moves));
  search::guarded(solution, [&] { search(puzzle, level, metric, solution, control); });
  if (solution.plan.empty() && solution.status != search::Status::optimal) return solution;
  solution.stop = improve(puzzle, metric, improving, solution.plan, control);
  solution.status = control.best_cost <= control.lower_bound ? search::Status::optimal : search::Status::solved;
  return solution;
}

}  // namespace budge::sokoban
