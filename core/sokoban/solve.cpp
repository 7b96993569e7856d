#include "sokoban/solve.hpp"

#include "sokoban/astar.hpp"
#include "sokoban/bidirectional.hpp"
#include "sokoban/ida.hpp"
#include "sokoban/joint.hpp"
#include "sokoban/words.hpp"

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

}  // namespace

Solution solve(const SokobanPuzzle& puzzle, SokobanMetric metric, SokobanHeuristic heuristic, const Request& request,
               Control& control) {
  if (metric == SokobanMetric::makespan ? puzzle.players.size() > most_players : puzzle.players.size() > 1) {
    throw std::invalid_argument(metric == SokobanMetric::makespan
                                    ? "more than " + std::to_string(most_players) + " players"
                                    : "several players, where the metric is for one");
  }
  const Level level(puzzle, &control);
  Solution result;
  if (level.hopeless()) {
    result.status = Status::unsolvable;
    return result;
  }
  if (metric == SokobanMetric::makespan) return solve_jointly(level, heuristic, request, control);
  return with_words(level, [&](auto words) { return solve_in<words>(level, metric, heuristic, request, control); });
}

std::optional<Bounds> evaluate(const SokobanPuzzle& puzzle, SokobanMetric metric, SokobanHeuristic heuristic,
                               Control* control) {
  const Level level(puzzle, control);
  if (level.hopeless()) return std::nullopt;
  if (level.players().size() > 1) {
    const int steps = evaluate_jointly(level, heuristic);
    return steps < 0 ? std::nullopt : std::optional<Bounds>({steps, steps});
  }
  const Bounds bounds = with_words(level, [&](auto words) {
    PushSpace<words> space(level, metric, heuristic);
    return space.bound(space.start());
  });
  return bounds.pushes >= Matching::infinite ? std::nullopt : std::optional(bounds);
}

}  // namespace budge
