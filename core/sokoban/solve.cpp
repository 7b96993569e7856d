#include "sokoban/solve.hpp"

#include <optional>
#include <stdexcept>

#include "search/report.hpp"
#include "search/run.hpp"
#include "sokoban/any/guess.hpp"
#include "sokoban/any/plan_turns.hpp"
#include "sokoban/players/joint.hpp"
#include "sokoban/rules/words.hpp"
#include "sokoban/search/both_ways.hpp"
#include "sokoban/search/from_both_ends.hpp"
#include "sokoban/search/space.hpp"

namespace budge::sokoban {

namespace {

// See search/kit.hpp.
template <int Words>
class PushKit {
 public:
  template <class Space>
  using Table = search::ReplacingTable<Space>;

  PushKit(const Level& level, Metric metric, Heuristic heuristic, const Patience& patience, const TakeTurn& other)
      : level_(level), metric_(metric), heuristic_(heuristic), patience_(patience), other_(other) {}

  template <class Body>
  search::Solution guided(Body&& body) const {
    PushSpace<Words> space(level_, metric_, heuristic_, patience_);
    return body(space);
  }
  template <class Body>
  search::Solution blind(Body&& body) const {
    PushSpace<Words> space(level_, metric_, Heuristic::zero);
    return body(space);
  }
  template <class Body>
  search::Solution guided_ends(Body&& body) const {
    Ends<Words> ends(level_, metric_, heuristic_, heuristic_);
    return body(ends.forward, ends.backward);
  }
  template <class Body>
  search::Solution blind_ends(Body&& body) const {
    Ends<Words> ends(level_, metric_, Heuristic::zero, heuristic_);
    return body(ends.forward, ends.backward);
  }

  search::Solution run(search::AStarSearch, const search::Request& request, Control& control) const {
    using S = PushSpace<Words>;
    S space(level_, metric_, heuristic_, patience_);
    const bool proves = heuristic_ == Heuristic::matching && request.weight.is_one();
    std::optional<FromBothEnds> from_both_ends;
    if (proves && level_.kinds() == 1 && level_.spare() == 0) {
      from_both_ends.emplace(level_, metric_, patience_.both_ends, control);
      space.others.push_back([&](Cost least) { return from_both_ends->take_turn(least); });
    }
    std::optional<Guess> guess;
    if (proves && metric_ == Metric::pushes) {
      guess.emplace(level_, patience_.guesses, control);
      space.others.push_back([&](Cost least) -> std::optional<search::Solution> {
        auto plan = guess->plan(static_cast<int>(least.first));
        if (!plan) return std::nullopt;
        return search::Solution{search::note_plan(least.first, least.first, control), Stop::none, std::move(*plan), {}};
      });
    }
    std::optional<PlanTurns> plans;
    if (other_) {
      space.others.push_back(other_);
    } else if (proves && metric_ == Metric::pushes) {
      plans.emplace(level_, patience_.plans, control);
      space.others.push_back([&](Cost least) { return plans->take_turn(static_cast<int>(least.first)); });
    }
    search::Solution found = search::AStar<S>(space, request.weight, control).run(request.trace);
    if (found.plan.empty() && plans && !plans->plan().empty()) {
      found.plan = plans->plan();
      control.best_cost = plans->pushes();
    }
    return found;
  }

 private:
  const Level& level_;
  Metric metric_;
  Heuristic heuristic_;
  const Patience& patience_;
  const TakeTurn& other_;
};
static_assert(search::RunsItself<PushKit<1>, search::AStarSearch>);

}  // namespace

std::vector<std::string_view> searches() { return search::served_by<PushKit<1>>(); }

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
    } else {
      result = with_words(level, [&](auto words) {
        return search::run(PushKit<words>(level, metric, heuristic, patience, other), request, control);
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
