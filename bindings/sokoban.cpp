#include "names.hpp"
#include "run.hpp"
#include "sokoban/any/difficulty.hpp"
#include "sokoban/bounds/heuristics.hpp"
#include "sokoban/explain.hpp"
#include "sokoban/growing/grow.hpp"
#include "sokoban/players/joint.hpp"
#include "sokoban/portfolio/solve_any.hpp"
#include "sokoban/search/explore.hpp"
#include "sokoban/solve.hpp"

namespace budge {

void bind_sokoban(nb::module_& module) {
  module.attr("MAX_PLAYERS") = sokoban::max_players;

  nb::class_<sokoban::Puzzle>(module, "SokobanPuzzle", "A level, in cells; `assigned` lists the targets of each box.")
      .def(
          "__init__",
          [](sokoban::Puzzle* self, int width, int height, const std::vector<int>& walls,
             const std::vector<int>& players, const std::vector<int>& boxes, const std::vector<int>& targets,
             const std::vector<std::vector<int>>& assigned) {
            new (self) sokoban::Puzzle{width, height, walls, players, boxes, targets, assigned};
          },
          nb::arg("width"), nb::arg("height"), nb::arg("walls"), nb::arg("players"), nb::arg("boxes"),
          nb::arg("targets"), nb::arg("assigned"));

  module.def(
      "solve_sokoban",
      [](const sokoban::Puzzle& puzzle, const std::string& metric, const std::string& algorithm,
         const std::string& heuristic, Fraction weight, const Run& run) {
        const search::Request request = request_for(algorithm, weight, run);
        const auto measured = sokoban::metric(metric);
        const auto chosen = heuristic_named(sokoban::heuristics, heuristic);
        return answer(run, [&](Control& control) { return solve(puzzle, measured, chosen, request, control); });
      },
      nb::arg("puzzle"), nb::arg("metric"), nb::arg("algorithm"), nb::arg("heuristic"), nb::arg("weight"),
      nb::arg("run"), "A plan as directions: up 0, left 1, right 2, down 3, wait 4; several players in turn.");

  module.def(
      "solve_sokoban_any",
      [](const sokoban::Puzzle& puzzle, const std::string& metric, bool improving, const Run& run) {
        const auto measured = sokoban::metric(metric);
        return answer(run, [&](Control& control) {
          return sokoban::solve_any(puzzle, measured, improving, run.threads, control);
        });
      },
      nb::arg("puzzle"), nb::arg("metric"), nb::arg("improving"), nb::arg("run"),
      "A plan of one player, not necessarily optimal, as directions.");

  module.def(
      "evaluate_sokoban",
      [](const sokoban::Puzzle& puzzle, const std::string& metric, const std::string& heuristic) {
        const auto measured = sokoban::metric(metric);
        const auto bounds = evaluate(puzzle, measured, heuristic_named(sokoban::heuristics, heuristic));
        return bounds ? static_cast<int>(cost(measured, bounds->pushes, bounds->moves).first) : -1;
      },
      nb::arg("puzzle"), nb::arg("metric"), nb::arg("heuristic"),
      "A lower bound on the cost of any plan (the first component if there are two); -1 if there is no plan.");

  using Found = Explored<sokoban::Exploration>;
  bind_explored<sokoban::Exploration>(module, "ExploredSokoban")
      .def_prop_ro("goal_states", [](const Found& explored) { return explored.found.goal_states; })
      .def_prop_ro("optimum", [](const Found& explored) { return explored.found.optimum; });

  module.def(
      "explore_sokoban",
      [](const sokoban::Puzzle& puzzle, const std::string& metric, bool from_goals, std::size_t keep, const Run& run) {
        const auto measured = sokoban::metric(metric);
        return explored(run, [&](Control& control) { return explore(puzzle, measured, from_goals, keep, control); });
      },
      nb::arg("puzzle"), nb::arg("metric"), nb::arg("from_goals"), nb::arg("keep"), nb::arg("run"),
      "All positions that the start can reach, or that pulls reach from the goals: the player's cell, then the "
      "boxes'.");

  nb::class_<sokoban::Explanation>(module, "SokobanExplanation", "What the deadlock rules find in a position.")
      .def_ro("dead_squares", &sokoban::Explanation::dead_squares)
      .def_ro("frozen", &sokoban::Explanation::frozen)
      .def_ro("corrals", &sokoban::Explanation::corrals)
      .def_ro("rule", &sokoban::Explanation::rule)
      .def_ro("culprits", &sokoban::Explanation::culprits)
      .def_ro("reason", &sokoban::Explanation::reason);

  module.def(
      "explain_sokoban", [](const sokoban::Puzzle& puzzle) { return explain(puzzle); }, nb::arg("puzzle"),
      "Dead squares, frozen boxes, corrals, and the rule that proves a deadlock, if any.");

  nb::class_<sokoban::Difficulty>(module, "SokobanDifficulty",
                                  "How difficult a level is for a person, measured along a plan.")
      .def_ro("rooms", &sokoban::Difficulty::rooms)
      .def_ro("pushes", &sokoban::Difficulty::pushes)
      .def_ro("changes", &sokoban::Difficulty::changes)
      .def_ro("choices", &sokoban::Difficulty::choices)
      .def_ro("traps", &sokoban::Difficulty::traps)
      .def_ro("moved", &sokoban::Difficulty::moved);

  module.def(
      "measure_sokoban_difficulty",
      [](const sokoban::Puzzle& puzzle, const std::vector<int>& plan) {
        const Run unlimited{{}, 1, false, 0, nb::none(), nullptr, nullptr, {}};
        return conduct(unlimited, [&](Control& control) {
          try {
            return measure_difficulty(puzzle, plan, control);
          } catch (const Stopped&) {
            return sokoban::Difficulty{};
          }
        });
      },
      nb::arg("puzzle"), nb::arg("plan"),
      "Rooms, changes of box, and possible pushes along the plan that are deadlocks.");

  nb::class_<sokoban::GrownLevel>(module, "GrownSokoban", "A level that needs many pushes, in cells of its board.")
      .def_ro("floor", &sokoban::GrownLevel::floor)
      .def_ro("targets", &sokoban::GrownLevel::targets)
      .def_ro("boxes", &sokoban::GrownLevel::boxes)
      .def_ro("player", &sokoban::GrownLevel::player)
      .def_ro("pushes", &sokoban::GrownLevel::pushes);

  module.def(
      "grow_sokoban",
      [](int width, int height, const std::vector<std::vector<int>>& floors, std::pair<int, int> boxes, int pushes,
         std::uint64_t seed, const Run& run) {
        const sokoban::GrowthParams params{width, height, floors, boxes.first, boxes.second, pushes};
        return conduct(run, [&](Control& control) { return grow(params, seed, control); });
      },
      nb::arg("width"), nb::arg("height"), nb::arg("floors"), nb::arg("boxes"), nb::arg("pushes"), nb::arg("seed"),
      nb::arg("run"),
      "A level with boxes[0] to boxes[1] boxes that needs `pushes` pushes or more, or else the longest one grown; None "
      "if none is grown in time.");
}

}  // namespace budge
