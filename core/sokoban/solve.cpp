#include "sokoban/solve.hpp"

#include "sokoban/astar.hpp"
#include "sokoban/bidirectional.hpp"
#include "sokoban/ida.hpp"

namespace budge {

namespace {

template <int Words>
Solution solve_in(const Level& level, SokobanMetric metric, SokobanHeuristic heuristic, const Request& request,
                  Control& control) {
  PushSpace<Words> space(level, metric, request.algorithm == Algorithm::dijkstra ? SokobanHeuristic::zero : heuristic);
  switch (request.algorithm) {
    case Algorithm::ida:
      return SokobanIda<Words>(space, request.weight, control).run(request.trace);
    case Algorithm::bidirectional:
      return SokobanBidirectional<Words>(space, control).run(request.trace);
    default:
      return SokobanAStar<Words>(space, request.weight, control).run(request.trace);
  }
}

// Calls `body` with the number of words that a set of boxes takes, as a constant; few sizes keep the code small.
template <class Body>
auto with_words(const Level& level, Body&& body) {
  const int bits = level.kinds() * level.box_cells();
  if (bits <= 64) return body(std::integral_constant<int, 1>());
  if (bits <= 128) return body(std::integral_constant<int, 2>());
  if (bits <= 256) return body(std::integral_constant<int, 4>());
  if (bits <= 4096) return body(std::integral_constant<int, 64>());
  throw std::invalid_argument("too many kinds of boxes for so large a level");
}

}  // namespace

Solution solve(const SokobanPuzzle& puzzle, SokobanMetric metric, SokobanHeuristic heuristic, const Request& request,
               Control& control) {
  const Level level(puzzle);
  Solution result;
  if (level.hopeless()) {
    result.status = Status::unsolvable;
    return result;
  }
  return with_words(level, [&](auto words) { return solve_in<words>(level, metric, heuristic, request, control); });
}

int evaluate(const SokobanPuzzle& puzzle, SokobanHeuristic heuristic) {
  const Level level(puzzle);
  if (level.hopeless()) return -1;
  const int bound = with_words(level, [&](auto words) {
    PushSpace<words> space(level, SokobanMetric::moves, heuristic);
    return space.bound(space.start());
  });
  return bound >= Matching::infinite ? -1 : bound;
}

}  // namespace budge
