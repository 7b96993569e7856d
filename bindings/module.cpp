// The native module: the types that all searches share. Each kind of puzzle adds its functions.
#include "crew.hpp"
#include "run.hpp"

namespace budge {

void bind_all_plans(nb::module_& module);

namespace {

std::vector<std::tuple<std::int64_t, std::uint64_t, std::uint64_t, double>> rows(const Trace& trace) {
  std::vector<std::tuple<std::int64_t, std::uint64_t, std::uint64_t, double>> rows;
  for (const Iteration& i : trace.iterations) rows.emplace_back(i.bound, i.expanded, i.generated, i.seconds);
  return rows;
}

std::vector<std::tuple<std::vector<int>, std::int64_t, std::int64_t, std::uint64_t, bool>> expansions(
    const Trace& trace) {
  std::vector<std::tuple<std::vector<int>, std::int64_t, std::int64_t, std::uint64_t, bool>> rows;
  for (const Expansion& each : trace.expansions) {
    rows.emplace_back(each.state, each.g, each.h, each.generated, each.backwards);
  }
  return rows;
}

std::vector<std::pair<int, int>> packing(const Trace& trace) {
  std::vector<std::pair<int, int>> places;
  for (const PlannedPlace& place : trace.packing) places.emplace_back(place.to, place.from);
  return places;
}

std::vector<std::tuple<int, int, int, const char*, int>> macro_moves(const Trace& trace) {
  std::vector<std::tuple<int, int, int, const char*, int>> moves;
  for (const MacroMove& m : trace.macro_moves) moves.emplace_back(m.from, m.to, m.player, m.advisor, m.stage);
  return moves;
}

}  // namespace

NB_MODULE(BUDGE_MODULE, module) {
  nb::set_leak_warnings(false);  // prepared databases stay alive until the process ends, on purpose
  module.doc() = "The native searches of budge. Internal: use budge.solve.";

  nb::class_<search::Disk>(module, "Disk", "Where a search stores its states, if not in memory.")
      .def(
          "__init__",
          [](search::Disk* self, std::string folder, std::uint64_t limit, bool resume) {
            new (self) search::Disk{std::move(folder), limit, resume};
          },
          nb::arg("folder"), nb::arg("limit"), nb::arg("resume"));

  nb::class_<Run>(module, "Run", "The limits and the settings of one search.")
      .def(
          "__init__",
          [](Run* self, std::optional<double> seconds, std::optional<std::uint64_t> nodes, std::uint64_t memory,
             int threads, bool trace, std::size_t max_expansions, nb::object tick, nb::object crew,
             std::shared_ptr<search::SubtreeBatch> batch, std::optional<search::Disk> disk) {
            Limits limits;
            if (seconds) limits.seconds = *seconds;
            if (nodes) limits.nodes = *nodes;
            limits.memory = memory;
            new (self)
                Run{limits,           threads,        trace, max_expansions, std::move(tick), crew_of(std::move(crew)),
                    std::move(batch), std::move(disk)};
          },
          nb::kw_only(), nb::arg("seconds").none(), nb::arg("nodes").none(), nb::arg("memory"), nb::arg("threads") = 1,
          nb::arg("trace") = false, nb::arg("max_expansions") = 0, nb::arg("tick").none() = nb::none(),
          nb::arg("crew").none() = nb::none(), nb::arg("batch").none() = nb::none(),
          nb::arg("disk").none() = nb::none());

  nb::class_<Trace>(module, "Trace", "Statistics of a search for plots.")
      .def_ro("by_depth", &Trace::by_depth)
      .def_ro("backward_by_depth", &Trace::backward_by_depth)
      .def_ro("depths", &Trace::depths)
      .def_ro("backward_depths", &Trace::backward_depths)
      .def_ro("stride", &Trace::stride)
      .def_prop_ro("iterations", &rows)
      .def_prop_ro("expansions", &expansions, "State, g, h, nodes generated before, whether backwards.")
      .def_prop_ro("packing", &packing,
                   "The packing plan in order: each target, and the cell of the box parked for it or -1.")
      .def_prop_ro("macro_moves", &macro_moves, "From, to, the player's cell, the advisor, the stage.");

  nb::class_<Now>(module, "Now", "A snapshot of a running search.")
      .def_ro("expanded", &Now::expanded)
      .def_ro("generated", &Now::generated)
      .def_ro("lower_bound", &Now::lower_bound)
      .def_ro("best_cost", &Now::best_cost)
      .def_ro("bytes", &Now::bytes)
      .def_ro("seconds", &Now::seconds)
      .def_prop_ro("stage", [](const Now& now) { return std::tuple(now.stage.name, now.stage.done, now.stage.of); })
      .def_ro("trace", &Now::trace);

  nb::class_<Answer>(module, "Answer", "The result of a search and what it proved.")
      .def_ro("status", &Answer::status)
      .def_ro("stopped_by", &Answer::stopped_by)
      .def_ro("plan", &Answer::plan)
      .def_ro("lower_bound", &Answer::lower_bound)
      .def_ro("expanded", &Answer::expanded)
      .def_ro("generated", &Answer::generated)
      .def_ro("peak_bytes", &Answer::peak_bytes)
      .def_ro("first_plan", &Answer::first_plan)
      .def_ro("trace", &Answer::trace);

  bind_crew(module);
  bind_heuristics(module);
  bind_tokens(module);
  bind_tiles(module);
  bind_patterns(module);
  bind_blocks(module);
  bind_proofs(module);
  bind_sokoban(module);
  bind_robots(module);
  bind_custom(module);
  bind_all_plans(module);
}

}  // namespace budge
