// The metrics of sliding blocks, one row each. The space, the bounds and the names that Python uses follow this table.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace budge::blocks {

// What counts as one move of a piece: up to `reach` cells in a straight line, or, if it `turns`, any way at all.
struct Metric {
  std::string_view name;
  int reach;
  bool turns;

  // The moves that a piece needs on an empty board to get this far.
  int distance(int rows, int columns) const {
    if (turns) return rows + columns > 0;
    return (rows + reach - 1) / reach + (columns + reach - 1) / reach;
  }
};

inline constexpr int any_reach = 255;  // longer than any board

inline constexpr Metric metrics[] = {
    {"steps", 1, false},
    {"slides", any_reach, false},
    {"moves", any_reach, true},
};

constexpr const Metric& metric(std::string_view name) {
  for (const Metric& each : metrics) {
    if (each.name == name) return each;
  }
  throw std::invalid_argument("blocks have no metric called " + std::string(name));
}

}  // namespace budge::blocks
