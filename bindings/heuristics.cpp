// What there is to follow: every kind's list, as Python shows it.
#include "sokoban/bounds/heuristics.hpp"

#include "blocks/puzzle.hpp"
#include "robots/heuristics.hpp"
#include "run.hpp"
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
      "refuses_tiles",
      [](const std::string& heuristic, int width, int height) {
        return tiles::Heuristic(heuristic).refuses(width, height);
      },
      nb::arg("heuristic"), nb::arg("width"), nb::arg("height"),
      "Why a heuristic does not serve boards of this size; empty where it does.");
}

}  // namespace budge
