#include <nanobind/stl/variant.h>

#include "names.hpp"
#include "run.hpp"
#include "tiles/construct.hpp"
#include "tiles/guide.hpp"
#include "tiles/improve.hpp"
#include "tiles/solve.hpp"

namespace budge {

namespace {

using Heuristic = std::variant<std::string, const tiles::Guide*>;

// Calls body with the heuristic of that name, or with the guide, checked.
template <class Body>
auto with_heuristic(const Heuristic& heuristic, const tokens::Puzzle& puzzle, Body&& body) {
  if (const auto* name = std::get_if<std::string>(&heuristic)) return body(tiles::Heuristic(*name));
  const tiles::Guide& guide = *std::get<const tiles::Guide*>(heuristic);
  const auto blank = std::find(puzzle.goal.begin(), puzzle.goal.end(), 0) - puzzle.goal.begin();
  guide.check(puzzle.width, static_cast<int>(puzzle.goal.size()) / puzzle.width, static_cast<int>(blank));
  return body(guide);
}

// A plan for any board; improved until the limits end it if `improving`.
search::Solution construct_plan(const tiles::Instance& instance, bool improving, Control& control) {
  search::Solution solution;
  solution.plan = construct(instance, control);
  control.best_cost = static_cast<std::int64_t>(solution.plan.size());
  solution.status = search::Status::solved;
  if (improving) solution.stop = improve(instance, solution.plan, control);
  return solution;
}

}  // namespace

void bind_tiles(nb::module_& module) {
  module.def(
      "solve_tiles",
      [](int width, int height, const std::vector<int>& start, const std::vector<int>& goal, const std::string& order,
         const std::string& algorithm, const Heuristic& heuristic, std::pair<std::int64_t, std::int64_t> weight,
         const Run& run, int fsm) {
        const tokens::Puzzle puzzle = tiles::board(width, height, start, goal, order.c_str());
        const search::Request request{
            algorithm_named(algorithm), {weight.first, weight.second}, run.threads, run.trace};
        return with_heuristic(heuristic, puzzle, [&](const auto& chosen) {
          return answer(run, [&](Control& control) { return solve(puzzle, chosen, request, fsm, control); });
        });
      },
      nb::arg("width"), nb::arg("height"), nb::arg("start"), nb::arg("goal"), nb::arg("order"), nb::arg("algorithm"),
      nb::arg("heuristic"), nb::arg("weight"), nb::arg("run"), nb::arg("fsm") = 0,
      "A plan as the cells that the blank goes to.");

  module.def(
      "evaluate_tiles",
      [](int width, int height, const std::vector<int>& start, const std::vector<int>& goal,
         const Heuristic& heuristic) {
        const tokens::Puzzle puzzle = tiles::board(width, height, start, goal);
        return with_heuristic(heuristic, puzzle, [&](const auto& chosen) { return evaluate(puzzle, chosen); });
      },
      nb::arg("width"), nb::arg("height"), nb::arg("start"), nb::arg("goal"), nb::arg("heuristic"));

  module.def(
      "construct_tiles",
      [](int width, int height, const std::vector<int>& start, const std::vector<int>& goal, bool improving,
         const Run& run) {
        const tiles::Instance instance{width, height, start, goal};
        return answer(run, [&](Control& control) { return construct_plan(instance, improving, control); });
      },
      nb::arg("width"), nb::arg("height"), nb::arg("start"), nb::arg("goal"), nb::arg("improving"), nb::arg("run"),
      "Some plan, as the cells that the blank goes to.");
}

}  // namespace budge
