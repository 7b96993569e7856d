#include "names.hpp"
#include "run.hpp"
#include "tokens/explore.hpp"
#include "tokens/solve.hpp"

namespace budge {

void bind_tokens(nb::module_& module) {
  module.def(
      "solve_tokens",
      [](const tokens::Adjacency& graph, const std::vector<int>& start, const std::vector<int>& goal,
         const std::string& algorithm, const std::string& heuristic, std::pair<std::int64_t, std::int64_t> weight,
         const Run& run) {
        const tokens::Puzzle puzzle{graph, start, goal};
        const search::Request request{
            algorithm_named(algorithm), {weight.first, weight.second}, run.threads, run.trace};
        const tokens::Heuristic chosen(heuristic);
        return answer(run, [&](Control& control) { return solve(puzzle, chosen, request, control); });
      },
      nb::arg("graph"), nb::arg("start"), nb::arg("goal"), nb::arg("algorithm"), nb::arg("heuristic"),
      nb::arg("weight"), nb::arg("run"), "A plan as the vertices that the blank goes to.");

  module.def(
      "evaluate_tokens",
      [](const tokens::Adjacency& graph, const std::vector<int>& start, const std::vector<int>& goal,
         const std::string& heuristic) {
        return evaluate(tokens::Puzzle{graph, start, goal}, tokens::Heuristic(heuristic));
      },
      nb::arg("graph"), nb::arg("start"), nb::arg("goal"), nb::arg("heuristic"));

  bind_explored<tokens::Exploration>(module, "Explored");

  module.def(
      "explore",
      [](const tokens::Adjacency& graph, const std::vector<int>& source, std::size_t keep, const Run& run) {
        return explored(run,
                        [&](Control& control) { return tokens::explore(graph, source, run.threads, keep, control); });
      },
      nb::arg("graph"), nb::arg("source"), nb::arg("keep"), nb::arg("run"),
      "All arrangements that the source can reach, by distance.");
}

}  // namespace budge
