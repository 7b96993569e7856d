// Lists the heuristics and the searches of every kind for Python.
#include "robots/heuristics.hpp"

#include "blocks/solve.hpp"
#include "custom/solve.hpp"
#include "robots/solve.hpp"
#include "run.hpp"
#include "search/tuning.hpp"
#include "sokoban/bounds/heuristics.hpp"
#include "sokoban/solve.hpp"
#include "tiles/solve.hpp"
#include "tokens/solve.hpp"

namespace budge {

namespace {

using Row = std::tuple<std::string, std::string, std::string>;

void add(std::vector<Row>& rows, const char* kind, const About& about) {
  rows.emplace_back(kind, about.name, about.summary);
}

}  // namespace

void bind_heuristics(nb::module_& module) {
  module.def(
      "heuristics",
      [] {
        std::vector<Row> rows;
        for (const About& each : tiles::Heuristic::all()) add(rows, "tiles", each);
        for (const About& each : tokens::Heuristic::all()) add(rows, "tokens", each);
        for (const About& each : blocks::Heuristic::all()) add(rows, "blocks", each);
        for (const auto& [_, each] : sokoban::heuristics) add(rows, "sokoban", each);
        for (const auto& [_, each] : robots::heuristics) add(rows, "robots", each);
        return rows;
      },
      "The heuristics of every kind: kind, name, summary.");

  module.def(
      "searches",
      [] {
        std::vector<std::pair<std::string, std::string>> rows;
        const auto add_all = [&](const char* kind, const std::vector<std::string_view>& names) {
          for (const std::string_view name : names) rows.emplace_back(kind, name);
        };
        add_all("tiles", tiles::searches());
        add_all("tokens", tokens::searches());
        add_all("blocks", blocks::searches());
        add_all("sokoban", sokoban::searches());
        add_all("robots", robots::searches());
        add_all("custom", custom::searches());
        return rows;
      },
      "The searches of every kind: kind, name.");

  module.attr("MAX_GOAL_STATES") = search::tuning.max_goal_states;

  module.def(
      "refuses_tiles",
      [](const std::string& heuristic, int width, int height) {
        return tiles::Heuristic(heuristic).refuses(width, height);
      },
      nb::arg("heuristic"), nb::arg("width"), nb::arg("height"),
      "Why a heuristic does not support boards of this size; empty if it does.");
  module.def(
      "costly_on_tiles",
      [](const std::string& heuristic, int width, int height) {
        return tiles::Heuristic(heuristic).is_costly(width, height);
      },
      nb::arg("heuristic"), nb::arg("width"), nb::arg("height"),
      "Whether the tables of a heuristic for boards of this size may take seconds.");
}

}  // namespace budge
