#include "names.hpp"
#include "robots/explore.hpp"
#include "robots/goal_states.hpp"
#include "robots/heuristics.hpp"
#include "robots/solve.hpp"
#include "run.hpp"

namespace budge {

void bind_robots(nb::module_& module) {
  using Pairs = std::vector<std::pair<int, int>>;
  nb::class_<robots::Puzzle>(module, "RobotsPuzzle",
                             "A puzzle of robots; a goal is a robot, or -1 for any, and a cell.")
      .def(
          "__init__",
          [](robots::Puzzle* self, int width, int height, bool open, Pairs walls, std::vector<int> cells,
             const Pairs& goals) {
            new (self) robots::Puzzle{width, height, open, std::move(walls), std::move(cells), {}};
            for (const auto& [robot, cell] : goals) self->goals.push_back({robot, cell});
          },
          nb::arg("width"), nb::arg("height"), nb::arg("open"), nb::arg("walls"), nb::arg("robots"), nb::arg("goals"))
      .def_prop_ro("goal_states", [](const robots::Puzzle& puzzle) { return robots::count_goal_states(puzzle); });

  module.def(
      "solve_robots",
      [](const robots::Puzzle& puzzle, const std::string& algorithm, const std::string& heuristic, Fraction weight,
         const Run& run) {
        const search::Request request = request_for(algorithm, weight, run);
        const auto chosen = heuristic_named(robots::heuristics, heuristic);
        return answer(run, [&](Control& control) { return robots::solve(puzzle, chosen, request, control); });
      },
      nb::arg("puzzle"), nb::arg("algorithm"), nb::arg("heuristic"), nb::arg("weight"), nb::arg("run"),
      "A plan as cell * 4 + direction: the robot on this cell slides in this direction.");

  module.def(
      "evaluate_robots",
      [](const robots::Puzzle& puzzle, const std::string& heuristic) {
        return robots::evaluate(puzzle, heuristic_named(robots::heuristics, heuristic));
      },
      nb::arg("puzzle"), nb::arg("heuristic"));

  using Found = Explored<robots::Exploration>;
  bind_explored<robots::Exploration>(module, "ExploredRobots")
      .def_prop_ro("goal_states", [](const Found& explored) { return explored.found.goal_states; })
      .def_prop_ro("optimum", [](const Found& explored) { return explored.found.optimum; });

  module.def(
      "explore_robots",
      [](const robots::Puzzle& puzzle, bool from_goals, std::size_t keep, const Run& run) {
        return explored(run, [&](Control& control) { return robots::explore(puzzle, from_goals, keep, control); });
      },
      nb::arg("puzzle"), nb::arg("from_goals"), nb::arg("keep"), nb::arg("run"),
      "All positions that the start can reach, by distance from it or to the nearest goal.");
}

}  // namespace budge
