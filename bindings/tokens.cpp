#include "names.hpp"
#include "run.hpp"
#include "tokens/explore.hpp"
#include "tokens/solve.hpp"

namespace budge {

void bind_tokens(nb::module_& module) {
  nb::class_<tokens::Puzzle>(module, "TokensPuzzle", "Numbers on the vertices of a graph; the blank is 0.")
      .def(
          "__init__",
          [](tokens::Puzzle* self, tokens::Adjacency graph, std::vector<int> start, std::vector<int> goal) {
            new (self) tokens::Puzzle{std::move(graph), std::move(start), std::move(goal)};
          },
          nb::arg("graph"), nb::arg("start"), nb::arg("goal"));

  module.def(
      "solve_tokens",
      [](const tokens::Puzzle& puzzle, const std::string& algorithm, const std::string& heuristic, Fraction weight,
         const Run& run) {
        const search::Request request = request_for(algorithm, weight, run);
        const tokens::Heuristic chosen(heuristic);
        return answer(run, [&](Control& control) { return solve(puzzle, chosen, request, control); });
      },
      nb::arg("puzzle"), nb::arg("algorithm"), nb::arg("heuristic"), nb::arg("weight"), nb::arg("run"),
      "A plan as the vertices that the blank moves to.");

  module.def(
      "evaluate_tokens",
      [](const tokens::Puzzle& puzzle, const std::string& heuristic) {
        return evaluate(puzzle, tokens::Heuristic(heuristic));
      },
      nb::arg("puzzle"), nb::arg("heuristic"));

  bind_explored<tokens::Exploration>(module, "ExploredTokens");

  module.def(
      "explore_tokens",
      [](const tokens::Puzzle& puzzle, bool from_goal, std::size_t keep, const Run& run) {
        const std::vector<int>& source = from_goal ? puzzle.goal : puzzle.start;
        return explored(
            run, [&](Control& control) { return tokens::explore(puzzle.graph, source, run.threads, keep, control); });
      },
      nb::arg("puzzle"), nb::arg("from_goal"), nb::arg("keep"), nb::arg("run"),
      "All arrangements that the start or the goal can reach, by distance from it.");
}

}  // namespace budge
