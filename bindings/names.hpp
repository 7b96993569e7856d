// The names that Python uses for algorithms and heuristics.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "search/run.hpp"
#include "tiles/solve.hpp"

namespace budge {

template <class Value, std::size_t Count>
Value look_up(const std::pair<std::string_view, Value> (&names)[Count], std::string_view name) {
  for (const auto& [known, value] : names) {
    if (known == name) return value;
  }
  throw std::invalid_argument("unknown name: " + std::string(name));
}

inline search::Algorithm algorithm_named(std::string_view name) {
  static constexpr std::pair<std::string_view, search::Algorithm> names[] = {
      {"dijkstra", search::Algorithm::dijkstra},
      {"astar", search::Algorithm::astar},
      {"ida", search::Algorithm::ida},
      {"sma", search::Algorithm::sma},
      {"bidirectional", search::Algorithm::bidirectional},
      {"nbs", search::Algorithm::nbs}};
  return look_up(names, name);
}

inline tiles::Heuristic tile_heuristic_named(std::string_view name) {
  static constexpr std::pair<std::string_view, tiles::Heuristic> names[] = {
      {"zero", tiles::Heuristic::zero},
      {"misplaced", tiles::Heuristic::misplaced},
      {"manhattan", tiles::Heuristic::manhattan},
      {"linear-conflict", tiles::Heuristic::linear_conflict},
      {"xy", tiles::Heuristic::xy}};
  return look_up(names, name);
}

}  // namespace budge
