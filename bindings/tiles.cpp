#include "names.hpp"
#include "run.hpp"
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
}

}  // namespace budge
