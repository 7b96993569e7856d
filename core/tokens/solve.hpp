// Solving a puzzle of tokens: the facade of the searches on general graphs.
#pragma once

#include <cstdint>

#include "search/run.hpp"
#include "support/every_size.hpp"
#include "support/heuristic_list.hpp"
#include "tokens/cells.hpp"
#include "tokens/space.hpp"

namespace budge::tokens {

// One of those that heuristics.hpp lists.
class Heuristic : public ListedHeuristic {
 public:
  explicit Heuristic(std::string_view name) : ListedHeuristic(all(), name) {}
  static std::span<const About> all();
};

// The plan is the sequence of vertices the blank goes to.
search::Solution solve(const Puzzle& puzzle, Heuristic heuristic, const search::Request& request, Control& control);

// The value of a heuristic at the start.
int evaluate(const Puzzle& puzzle, Heuristic heuristic);

// The same by any heuristic that is a sum: how it is made for a puzzle.
class PerToken;
using Sum = PerToken (*)(const Puzzle& puzzle);
search::Solution solve(const Puzzle& puzzle, Sum sum, const search::Request& request, Control& control);
int evaluate(const Puzzle& puzzle, Sum sum);

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

// An algorithm that follows a heuristic, on the space that `make` makes of a puzzle.
template <class Make>
search::Solution run_informed(const Puzzle& puzzle, const search::Request& request, Control& control, Make&& make) {
  if (request.algorithm != search::Algorithm::nbs) return run_informed(make(puzzle), request, control);
  return search::run_nbs(make(puzzle), make({puzzle.graph, puzzle.goal, puzzle.start, puzzle.width}), request, control);
}
template <class S>
search::Solution run_informed(const Puzzle& puzzle, const search::Request& request, Control& control) {
  return run_informed(puzzle, request, control, [](const Puzzle& from) { return S(from); });
}

}  // namespace budge::tokens
