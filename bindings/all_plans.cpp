// Counts and lists all shortest plans.
#include "blocks/all_plans.hpp"

#include "robots/all_plans.hpp"
#include "run.hpp"
#include "sokoban/search/all_plans.hpp"
#include "tiles/solve.hpp"
#include "tokens/all_plans.hpp"

namespace budge {

namespace {

// Why it stopped, the number of plans in the base 16, and the plans that are listed.
using Counted = std::tuple<std::optional<std::string>, std::string, std::vector<std::vector<int>>>;

template <class Count>
Counted counted(const Run& run, Count&& count) {
  bool interrupted = false;
  search::PlansFound found = conduct(run, interrupted, count);
  return {why_stopped(interrupted, found.stop), std::move(found.count), std::move(found.plans)};
}

}  // namespace

void bind_all_plans(nb::module_& module) {
  const auto optimum = nb::arg("optimum"), max_plans = nb::arg("max_plans"), run = nb::arg("run");
  module.def(
      "all_plans_of_tiles",
      [](const tiles::Instance& instance, std::int64_t optimum, std::size_t max_plans, const Run& run) {
        const tokens::Puzzle puzzle = tiles::board(instance);
        return counted(run, [&](Control& control) { return all_plans(puzzle, optimum, max_plans, control); });
      },
      nb::arg("puzzle"), optimum, max_plans, run);
  module.def(
      "all_plans_of_tokens",
      [](const tokens::Puzzle& puzzle, std::int64_t optimum, std::size_t max_plans, const Run& run) {
        return counted(run, [&](Control& control) { return all_plans(puzzle, optimum, max_plans, control); });
      },
      nb::arg("puzzle"), optimum, max_plans, run);
  module.def(
      "all_plans_of_blocks",
      [](const blocks::Puzzle& puzzle, const std::string& metric, const std::string& heuristic, std::int64_t optimum,
         std::size_t max_plans, const Run& run) {
        const blocks::Metric measured = blocks::metric(metric);
        const blocks::Heuristic chosen(heuristic);
        return counted(
            run, [&](Control& control) { return all_plans(puzzle, measured, chosen, optimum, max_plans, control); });
      },
      nb::arg("puzzle"), nb::arg("metric"), nb::arg("heuristic"), optimum, max_plans, run);
  module.def(
      "all_plans_of_sokoban",
      [](const sokoban::Puzzle& puzzle, const std::string& metric, std::int64_t optimum, std::size_t max_plans,
         const Run& run) {
        const auto measured = sokoban::metric(metric);
        return counted(run, [&](Control& control) { return all_plans(puzzle, measured, optimum, max_plans, control); });
      },
      nb::arg("puzzle"), nb::arg("metric"), optimum, max_plans, run);
  module.def(
      "all_plans_of_robots",
      [](const robots::Puzzle& puzzle, std::int64_t optimum, std::size_t max_plans, const Run& run) {
        return counted(run, [&](Control& control) { return all_plans(puzzle, optimum, max_plans, control); });
      },
      nb::arg("puzzle"), optimum, max_plans, run);
}

}  // namespace budge
