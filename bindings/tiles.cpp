#include "names.hpp"
#include "run.hpp"
#include "tiles/construct.hpp"
#include "tiles/improve.hpp"
#include "tiles/solve.hpp"

namespace budge {

namespace {

TileHeuristic heuristic_named(std::string_view name) {
  static constexpr std::pair<std::string_view, TileHeuristic> names[] = {
      {"zero", TileHeuristic::zero},
      {"misplaced", TileHeuristic::misplaced},
      {"manhattan", TileHeuristic::manhattan},
      {"linear-conflict", TileHeuristic::linear_conflict},
      {"xy", TileHeuristic::xy}};
  return look_up(names, name);
}

// A plan for any board; improved until the limits end it if `improving`.
Solution construct_plan(const TilesInstance& instance, bool improving, Control& control) {
  Solution solution;
  solution.plan = construct(instance, control);
  control.best_cost = static_cast<std::int64_t>(solution.plan.size());
  solution.status = Status::solved;
  if (improving) solution.stop = improve(instance, solution.plan, control);
  return solution;
}

}  // namespace

void bind_tiles(nb::module_& module) {
  module.def(
      "solve_tiles",
      [](int width, int height, const std::vector<int>& start, const std::vector<int>& goal, const std::string& order,
         const std::string& algorithm, const std::string& heuristic, std::pair<std::int64_t, std::int64_t> weight,
         const Run& run) {
        const TokenPuzzle puzzle = tiles(width, height, start, goal, order.c_str());
        const Request request{algorithm_named(algorithm), {weight.first, weight.second}, run.threads, run.trace};
        const auto chosen = heuristic_named(heuristic);
        return answer(run, [&](Control& control) { return solve(puzzle, chosen, request, control); });
      },
      nb::arg("width"), nb::arg("height"), nb::arg("start"), nb::arg("goal"), nb::arg("order"), nb::arg("algorithm"),
      nb::arg("heuristic"), nb::arg("weight"), nb::arg("run"), "A plan as the cells that the blank goes to.");

  module.def(
      "evaluate_tiles",
      [](int width, int height, const std::vector<int>& start, const std::vector<int>& goal,
         const std::string& heuristic) {
        return evaluate(tiles(width, height, start, goal), heuristic_named(heuristic));
      },
      nb::arg("width"), nb::arg("height"), nb::arg("start"), nb::arg("goal"), nb::arg("heuristic"));

  module.def(
      "construct_tiles",
      [](int width, int height, const std::vector<int>& start, const std::vector<int>& goal, bool improving,
         const Run& run) {
        const TilesInstance instance{width, height, start, goal};
        return answer(run, [&](Control& control) { return construct_plan(instance, improving, control); });
      },
      nb::arg("width"), nb::arg("height"), nb::arg("start"), nb::arg("goal"), nb::arg("improving"), nb::arg("run"),
      "Some plan, as the cells that the blank goes to.");
}

}  // namespace budge
