#include "sokoban/any.hpp"

#include <algorithm>

#include "sokoban/fess.hpp"
#include "sokoban/improve.hpp"
#include "sokoban/nested.hpp"

namespace budge {

namespace {

// Levels that are small or straight are soon solved by A*, and with better plans; so the two take turns, each given
// ever more room. Every turn of the feature space search follows another packing plan.
void search(const SokobanPuzzle& puzzle, const Level& level, SokobanMetric metric, Solution& solution,
            Control& control) {
  std::uint64_t nodes = 1 << 15;
  std::size_t positions = 1 << 11;
  for (unsigned variant = 0; solution.status == Status::stopped; ++variant, nodes *= 4, positions *= 8) {
    std::int64_t proven = 0;
    solution = solve_nested(puzzle, SokobanMetric::pushes, Weight{2, 1}, nodes, control, proven);
    if (metric == SokobanMetric::pushes) control.lower_bound = std::max(control.lower_bound, proven);
    if (solution.status == Status::stopped) solution = feature_space_search(level, variant, positions, control);
  }
}

}  // namespace

Solution solve_any(const SokobanPuzzle& puzzle, SokobanMetric metric, bool improving, Control& control) {
  const Level level(puzzle, &control);
  Solution solution;
  if (level.hopeless()) {
    solution.status = Status::unsolvable;
    return solution;
  }
  const Bounds bounds = evaluate(puzzle, metric, SokobanHeuristic::matching, &control).value_or(Bounds{});
  control.lower_bound = coded(metric, cost(metric, bounds.pushes, bounds.moves));
  guarded(solution, [&] { search(puzzle, level, metric, solution, control); });
  if (solution.plan.empty() && solution.status != Status::optimal) return solution;
  solution.stop = improve(puzzle, metric, improving, solution.plan, control);
  solution.status = control.best_cost <= control.lower_bound ? Status::optimal : Status::solved;
  return solution;
}

}  // namespace budge
