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

inline Algorithm algorithm_named(std::string_view name) {
  static constexpr std::pair<std::string_view, Algorithm> names[] = {{"dijkstra", Algorithm::dijkstra},
                                                                     {"astar", Algorithm::astar},
                                                                     {"ida", Algorithm::ida},
                                                                     {"sma", Algorithm::sma},
                                                                     {"bidirectional", Algorithm::bidirectional},
                                                                     {"nbs", Algorithm::nbs}};
  return look_up(names, name);
}

inline TileHeuristic tile_heuristic_named(std::string_view name) {
  static constexpr std::pair<std::string_view, TileHeuristic> names[] = {
      {"zero", TileHeuristic::zero},
      {"misplaced", TileHeuristic::misplaced},
      {"manhattan", TileHeuristic::manhattan},
      {"linear-conflict", TileHeuristic::linear_conflict},
      {"xy", TileHeuristic::xy}};
  return look_up(names, name);
}

}  // namespace budge
