// Solves token puzzles: the entry point to the searches on general graphs.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "search/request.hpp"
#include "support/every_size.hpp"
#include "support/heuristic_list.hpp"
#include "tokens/cells.hpp"
#include "tokens/space.hpp"

namespace budge::tokens {

// One of the heuristics listed in heuristics.hpp.
class Heuristic : public ListedHeuristic {
 public:
  explicit Heuristic(std::string_view name) : ListedHeuristic(all(), name) {}
  static std::span<const About> all();
};

// The searches that serve tokens, by name.
std::vector<std::string_view> searches();

// The plan is the sequence of vertices the blank goes to.
search::Solution solve(const Puzzle& puzzle, Heuristic heuristic, const search::Request& request, Control& control);

// The value of a heuristic at the start.
int evaluate(const Puzzle& puzzle, Heuristic heuristic);

// Calls `body.template operator()<Cells>()` with the smallest packing that holds a puzzle of this size.
template <class Body>
auto with_cells(std::size_t size, Body&& body) {
  if (size <= Nibbles::capacity) return body.template operator()<Nibbles>();
  if constexpr (every_size) {
    if (size <= 32) return body.template operator()<Array<std::uint8_t, 32>>();
  }
  if (size <= 256) return body.template operator()<Array<std::uint8_t, 256>>();
  return body.template operator()<Array<std::uint16_t, 4096>>();
}

}  // namespace budge::tokens
