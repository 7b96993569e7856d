#include "blocks/explore.hpp"
#include "blocks/goal_states.hpp"
#include "blocks/solve.hpp"
#include "names.hpp"
#include "run.hpp"

namespace budge {

namespace {

using Lists = std::vector<std::vector<int>>;

blocks::Axis axis_named(std::string_view name) {
  static constexpr std::pair<std::string_view, blocks::Axis> names[] = {
      {"", blocks::Axis::both}, {"h", blocks::Axis::horizontal}, {"v", blocks::Axis::vertical}};
  return look_up(names, name);
}

void bind_puzzle(nb::module_& module) {
  nb::class_<blocks::Puzzle>(module, "BlocksPuzzle", "A board, in cells; a goal lists the anchor of each piece, or -1.")
      .def(
          "__init__",
          [](blocks::Puzzle* self, int width, int height, std::vector<int> walls, Lists pieces,
             const std::vector<std::string>& axes, Lists forbidden, Lists goals) {
            std::vector<blocks::Axis> native_axes;
            for (const std::string& axis : axes) native_axes.push_back(axis_named(axis));
            new (self) blocks::Puzzle{width,
                                      height,
                                      std::move(walls),
                                      std::move(pieces),
                                      std::move(native_axes),
                                      std::move(forbidden),
                                      std::move(goals)};
          },
          nb::arg("width"), nb::arg("height"), nb::arg("walls"), nb::arg("pieces"), nb::arg("axes"),
          nb::arg("forbidden"), nb::arg("goals"));
}

void bind_exploration(nb::module_& module) {
  using Found = Explored<blocks::Exploration>;
  bind_explored<blocks::Exploration>(module, "ExploredBlocks")
      .def_prop_ro("goal_states", [](const Found& explored) { return explored.found.goal_states; })
      .def_prop_ro("optimum", [](const Found& explored) { return explored.found.optimum; })
      .def_prop_ro("solutions", [](const Found& explored) { return explored.found.solutions; })
      .def_prop_ro("states", [](const Found& explored) { return explored.found.states; })
      .def_prop_ro("edges", [](const Found& explored) { return explored.found.edges; });

  module.def(
      "explore_blocks",
      [](const blocks::Puzzle& puzzle, const std::string& metric, bool from_goals, std::size_t keep, std::size_t graph,
         const Run& run) {
        const blocks::Metric counted = blocks::metric(metric);
        const blocks::ExplorationRequest request{from_goals, keep, graph, run.threads};
        return explored(run, [&](Control& control) { return explore(puzzle, counted, request, control); });
      },
      nb::arg("puzzle"), nb::arg("metric"), nb::arg("from_goals"), nb::arg("keep"), nb::arg("graph"), nb::arg("run"),
      "All positions that the start can reach, by distance from it or from the reachable goals.");
}

}  // namespace

void bind_blocks(nb::module_& module) {
  bind_puzzle(module);
  module.def(
      "solve_blocks",
      [](const blocks::Puzzle& puzzle, const std::string& metric, const std::string& algorithm,
         const std::string& heuristic, Fraction weight, const Run& run) {
        const blocks::Metric counted = blocks::metric(metric);
        const blocks::Heuristic chosen(heuristic);
        const search::Request request = request_for(algorithm, weight, run);
        try {
          return answer(run, [&](Control& control) { return solve(puzzle, counted, chosen, request, control); });
        } catch (const blocks::TooManyGoalStates&) {
          throw std::invalid_argument("too many arrangements meet the goal to search from there");
        }
      },
      nb::arg("puzzle"), nb::arg("metric"), nb::arg("algorithm"), nb::arg("heuristic"), nb::arg("weight"),
      nb::arg("run"), "A plan as unit steps: piece * 4 + direction (0 up, 1 left, 2 right, 3 down).");

  module.def(
      "evaluate_blocks",
      [](const blocks::Puzzle& puzzle, const std::string& metric, const std::string& heuristic) {
        return evaluate(puzzle, blocks::metric(metric), blocks::Heuristic(heuristic));
      },
      nb::arg("puzzle"), nb::arg("metric"), nb::arg("heuristic"));

  module.def(
      "count_goal_states_of_blocks",
      [](const blocks::Puzzle& puzzle) {
        Control control;
        return blocks::count_goal_states(puzzle, control);
      },
      nb::arg("puzzle"), "The number of goal states; searches from both ends allow up to MAX_GOAL_STATES.");

  bind_exploration(module);
}

}  // namespace budge
