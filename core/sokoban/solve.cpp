#include "sokoban/solve.hpp"

#include <optional>
#include <stdexcept>

#include "search/astar.hpp"
#include "search/ida_table.hpp"
#include "search/report.hpp"
#include "search/sma.hpp"
#include "sokoban/any/guess.hpp"
#include "sokoban/any/plan_turns.hpp"
#include "sokoban/players/joint.hpp"
#include "sokoban/rules/words.hpp"
#include "sokoban/search/from_both_ends.hpp"
#include "sokoban/search/space.hpp"

namespace budge::sokoban {

namespace {

template <int Words>
search::Solution solve_in(const Level& level, Metric metric, Heuristic heuristic, const search::Request& request,
                          const Patience& patience, const TakeTurn& other, Control& control) {
  using S = PushSpace<Words>;
  switch (request.algorithm) {
    case search::Algorithm::dijkstra: {
      S blind(level, metric, Heuristic::zero);
      return search::AStar<S>(blind, request.weight, control).run(request.trace);
    }
    case search::Algorithm::astar: {
      S space(level, metric, heuristic, patience);
      const bool proves = heuristic == Heuristic::matching && request.weight.is_one();
      std::optional<FromBothEnds> from_both_ends;
      if (proves && level.kinds() == 1 && level.spare() == 0) {
        from_both_ends.emplace(level, metric, patience.both_ends, control);
        space.others.push_back([&](Cost least) { return from_both_ends->take_turn(least); });
      }
      std::optional<Guess> guess;
      if (proves && metric == Metric::pushes) {
        guess.emplace(level, patience.guesses, control);
        space.others.push_back([&](Cost least) -> std::optional<search::Solution> {
          auto plan = guess->plan(static_cast<int>(least.first));
          if (!plan) return std::nullopt;
          return search::Solution{
              search::note_plan(least.first, least.first, control), Stop::none, std::move(*plan), {}};
        });
      }
      std::optional<PlanTurns> plans;
      if (other) {
        space.others.push_back(other);
      } else if (proves && metric == Metric::pushes) {
        plans.emplace(level, patience.plans, control);
        space.others.push_back([&](Cost least) { return plans->take_turn(static_cast<int>(least.first)); });
      }
      search::Solution found = search::AStar<S>(space, request.weight, control).run(request.trace);
      if (found.plan.empty() && plans && !plans->plan().empty()) {
        found.plan = plans->plan();
        control.best_cost = plans->pushes();
      }
      return found;
    }
    case search::Algorithm::ida: {
      S space(level, metric, heuristic, patience);
      return search::IdaWithTable<S, search::ReplacingTable<S>>(space, request.weight, control).run(request.trace);
    }
    case search::Algorithm::sma: {
      S space(level, metric, heuristic, patience);
      return search::Sma<S>(space, control).run(request.trace);
    }
    case search::Algorithm::bidirectional:
    case search::Algorithm::nbs:
      break;
  }
  throw std::logic_error("searches from both ends are elsewhere");
}

}  // namespace

search::Solution solve(const Puzzle& puzzle, Metric metric, Heuristic heuristic, const search::Request& request,
                       Control& control, const Patience& patience, const TakeTurn& other) {
  if (metric == Metric::makespan ? puzzle.players.size() > max_players : puzzle.players.size() > 1) {
    throw std::invalid_argument(metric == Metric::makespan ? "more than " + std::to_string(max_players) + " players"
                                                           : "several players, where the metric is for one");
  }
  search::Solution result;
  search::guarded(result, [&] {  // the set-up may be stopped, too
    const Level level(puzzle, &control);
    if (level.unsolvable_reason()) {
      result.status = search::Status::unsolvable;
    } else if (metric == Metric::makespan) {
      result = solve_jointly(level, heuristic, request, control);
    } else if (request.algorithm == search::Algorithm::bidirectional || request.algorithm == search::Algorithm::nbs) {
      result = solve_from_both_ends(level, metric, heuristic, request, control);
    } else {
      result = with_words(level, [&](auto words) {
        return solve_in<words>(level, metric, heuristic, request, patience, other, control);
      });
    }
  });
  return result;
}

std::optional<Bounds> evaluate(const Puzzle& puzzle, Metric metric, Heuristic heuristic, Control* control) {
  const Level level(puzzle, control);
  if (level.unsolvable_reason()) return std::nullopt;
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
