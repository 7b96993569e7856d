// The heuristics of a kind as a list of classes. Their names and summaries, which Python shows, and the lookup by name
// follow from the list.
//
// Every listed class has `static constexpr About about`; each kind states what else it needs.
#pragma once

#include <array>
#include <cassert>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace budge {

struct About {
  std::string_view name, summary;
};

// A name means the same in every kind that has it.
namespace shared {

inline constexpr About zero{"zero", "0 everywhere: A* becomes Dijkstra's algorithm"};
inline constexpr About manhattan{"manhattan", "sum of every tile's distance from home, as if alone"};
inline constexpr About linear_conflict{"linear-conflict", "manhattan + 2 for every tile that must leave its home line"};
inline constexpr About distance{"distance", "sum of the distances of pieces that have a goal, each alone among walls"};

}  // namespace shared

// One heuristic of a list: its index. Every kind derives a type of its own, so that kinds cannot be mixed up.
class ListedHeuristic {
 public:
  std::size_t place() const { return place_; }
  bool operator==(const ListedHeuristic&) const = default;

 protected:
  // Throws std::invalid_argument if no heuristic has that name.
  ListedHeuristic(std::span<const About> list, std::string_view name) {
    while (place_ < list.size() && list[place_].name != name) ++place_;
    if (place_ == list.size()) throw std::invalid_argument("unknown name: " + std::string(name));
  }

 private:
  std::size_t place_ = 0;
};

// Looks up a name in a table of heuristics and their descriptions.
template <class Heuristics>
auto heuristic_named(const Heuristics& heuristics, std::string_view name) {
  for (const auto& [heuristic, about] : heuristics) {
    if (about.name == name) return heuristic;
  }
  throw std::invalid_argument("unknown name: " + std::string(name));
}

template <class... Each>
struct HeuristicList {
  static constexpr std::array<About, sizeof...(Each)> about{Each::about...};
};

// Calls body.template operator()<H>() with the class at this index of the list.
template <class First, class... Rest, class Body>
auto with_heuristic(HeuristicList<First, Rest...>, std::size_t place, Body&& body) {
  if constexpr (sizeof...(Rest) > 0) {
    if (place > 0) return with_heuristic(HeuristicList<Rest...>(), place - 1, body);
  }
  assert(place == 0);
  return body.template operator()<First>();
}

}  // namespace budge
