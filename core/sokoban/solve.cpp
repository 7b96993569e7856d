#include "sokoban/solve.hpp"

#include "sokoban/players/joint.hpp"
#include "sokoban/rules/words.hpp"
#include "sokoban/search/astar.hpp"
#include "sokoban/search/bidirectional.hpp"
#include "sokoban/search/ida.hpp"

namespace budge::sokoban {

namespace {

template <int Words>
search::Solution solve_in(const Level& level, Metric metric, Heuristic heuristic, const search::Request& request,
                          Control& control) {
  PushSpace<Words> space(level, metric, request.algorithm == search::Algorithm::dijkstra ? Heuristic::zero : heuristic);
  switch (request.algorithm) {
    case search::Algorithm::ida:
      return SokobanIda<Words>(space, request.weight, control).run(request.trace);
    case search::Algorithm::bidirectional:
      return SokobanBidirectional<Words>(space, control).run(request.trace);
    case search::Algorithm::dijkstra:
    case search::Algorithm::astar:
      return SokobanAStar<Words>(space, request.weight, control).run(request.trace);
    case search::Algorithm::sma:
    case search::Algorithm::nbs:
      break;
  }
  throw std::logic_error("no such search for Sokoban");
}

}  // namespace

search::Solution solve(const Puzzle& puzzle, Metric metric, Heuristic heuristic, const search::Request& request,
                       Control& control) {
  if (metric == Metric::makespan ? puzzle.players.size() > most_players : puzzle.players.size() > 1) {
    throw std::invalid_argument(metric == Metric::makespan ? "more than " + std::to_string(most_players) + " players"
                                                           : "several players, where the metric is for one");
  }
  const Level level(puzzle);
  search::Solution result;
  if (level.hopeless()) {
    result.status = search::Status::unsolvable;
    return result;
  }
  if (metric == Metric::makespan) return solve_jointly(level, heuristic, request, control);
  return with_words(level, [&](auto words) { return solve_in<words>(level, metric, heuristic, request, control); });
}

std::optional<Bounds> evaluate(const Puzzle& puzzle, Metric metric, Heuristic heuristic) {
  const Level level(puzzle);
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

}  // namespace budge::sokoban
