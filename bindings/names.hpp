// The names that Python uses for algorithms.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "search/run.hpp"

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

}  // namespace budge
