// The steps, each of which ends the search if it finds a plan:
//
//   1. A greedy plan that fills one target after another (any/straight.hpp), on levels where A* would need many nodes
//      even if it went straight to a goal.
//   2. Weighted A* with a node budget. It soon solves levels that are small or direct, and with better plans.
//   3. FESS strategies (any/strategies.hpp) with a greedy A* from time to time, which gets a share of the nodes. Each
//      thread has its own strategies, and the first runs the greedy A*.
//
// The plan is then improved (improve.hpp).
#include "sokoban/portfolio/solve_any.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "sokoban/any/greedy_plan.hpp"
#include "sokoban/any/strategies.hpp"
#include "sokoban/bounds/bound.hpp"
#include "sokoban/portfolio/improve.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/search/push_search.hpp"
#include "support/share.hpp"
#include "support/sub_control.hpp"

namespace budge::sokoban {

namespace {

// Weighted A* by pushes with a node budget. Its nodes and its memory count for `control`, whose limits hold for it.
search::Solution weighted_astar(const Level& level, const Puzzle& puzzle, Metric metric, std::uint32_t weight,
                                std::uint64_t max_nodes, Control& control) {
  control.stage = {"searching by A*"};
  const Limits& all = control.limits();
  Limits limits;
  limits.nodes = std::min(max_nodes, all.nodes - std::min(all.nodes, control.generated));
  limits.memory = all.memory - std::min(all.memory, control.bytes());
  Control inner(limits);
  inner.tick = polling(control);
  search::Solution found;
  search::guarded(found, [&] {
    const Level own(puzzle, &inner, level.tuning());
    const search::Request request{search::Algorithm("astar"), {weight, 1}, 1, false};
    found = search_pushes(own, Metric::pushes, Heuristic::matching, request, inner);
  });
  control.charge(inner.peak_bytes());  // shows in the peak
  control.release(inner.peak_bytes());
  control.expanded += inner.expanded;
  control.generated += inner.generated;
  if (found.stop == Stop::memory) throw Stopped{Stop::memory};
  control.poll();
  if (metric == Metric::pushes) control.lower_bound = std::max(control.lower_bound, inner.lower_bound);
  return found;
}

// Rounds of FESS strategies until they find an answer. Now and then, on the first thread, a greedy A* gets a share of
// the nodes.
search::Solution run_strategies(const Level& level, const Puzzle& puzzle, Metric metric, int pushes,
                                FessStrategies::Share share, SharedPatterns* shared, Control& control) {
  FessStrategies strategies(level, pushes, share, shared, control);
  const Tuning& tuning = level.tuning();
  for (std::uint64_t nodes = tuning.greedy_astar_nodes;; nodes *= 4) {
    while (!strategies.exhausted() && (strategies.nodes() < tuning.greedy_astar_share * nodes || share.thread > 0)) {
      if (auto found = strategies.run_round()) return std::move(*found);
    }
    if (share.thread > 0) return {};
    search::Solution found = weighted_astar(level, puzzle, metric, 4, nodes, control);
    if (found.status != search::Status::stopped) return found;
  }
}

// The progress of the threads, which they note now and then, summed up for the control of the caller.
class ThreadProgress {
 public:
  ThreadProgress(int threads, Control& control) : control_(control), before_(control), threads_(threads) {}
  ~ThreadProgress() { control_.release(charged_); }

  // On any thread.
  void note(int thread, const Control& own) {
    const std::lock_guard lock(mutex_);
    threads_[thread] = Counts(own);
  }

  // On the thread that owns the control: reports the sums, and the stage of the thread that is furthest.
  void report() {
    const std::lock_guard lock(mutex_);
    Counts all = before_;
    for (const Counts& each : threads_) {
      all.expanded += each.expanded;
      all.generated += each.generated;
      all.bytes += each.bytes;
      all.lower_bound = std::max(all.lower_bound, each.lower_bound);
      if (each.stage.is_beyond(all.stage)) all.stage = each.stage;
    }
    control_.expanded = all.expanded;
    control_.generated = all.generated;
    control_.lower_bound = all.lower_bound;
    control_.stage = all.stage;
    control_.charge(all.bytes - before_.bytes - charged_);  // peaks only grow
    charged_ = all.bytes - before_.bytes;
  }

 private:
  struct Counts {
    Counts() = default;
    explicit Counts(const Control& control)
        : expanded(control.expanded),
          generated(control.generated),
          bytes(control.peak_bytes()),
          lower_bound(control.lower_bound),
          stage(control.stage) {}

    std::uint64_t expanded = 0, generated = 0, bytes = 0;
    std::int64_t lower_bound = 0;
    Stage stage;
  };

  Control& control_;
  const Counts before_;
  std::mutex mutex_;
  std::vector<Counts> threads_;
  std::uint64_t charged_ = 0;
};

// The same on several threads, each with its part of the limits; the first answer ends all. Until then they share the
// dead patterns that they learn.
search::Solution run_strategies_on_threads(const Puzzle& puzzle, Metric metric, int pushes, int threads,
                                           const Tuning& tuning, Control& control) {
  const Limits& all = control.limits();
  Limits limits;
  limits.nodes = (all.nodes - std::min(all.nodes, control.generated)) / threads;
  limits.memory = (all.memory - std::min(all.memory, control.bytes())) / threads;
  ThreadProgress progress(threads, control);
  std::mutex mutex;
  std::atomic<bool> done = false;
  std::atomic<int> next = 0;
  SharedPatterns shared;
  search::Solution solution;
  const auto work = [&](bool is_owner) {
    if (is_owner) return;  // it polls the limits and Ctrl-C
    const int thread = next++;
    Control own(limits);
    own.tick = [&](const Control&) {
      progress.note(thread, own);
      control.check();
      return !done;
    };
    search::Solution found;
    search::guarded(found, [&] {
      const Level level(puzzle, &own, tuning);
      found = run_strategies(level, puzzle, metric, pushes, {thread, threads}, &shared, own);
    });
    progress.note(thread, own);
    const std::lock_guard lock(mutex);
    if (done || found.stop == Stop::cancel) return;
    done = found.status != search::Status::stopped;
    solution = std::move(found);
  };
  together(threads + 1, control, work, [&] {
    progress.report();
    control.poll_clock();
  });
  progress.report();
  if (done) return solution;
  control.check();
  if (solution.stop != Stop::none) throw Stopped{solution.stop};
  const Level level(puzzle, &control, tuning);  // the system granted no threads
  return run_strategies(level, puzzle, metric, pushes, {}, nullptr, control);
}

// Zero if the level is solved at its start, where bounds count the walk to a first push, and if the bounds are
// infinite: then the search finds out.
Bounds start_bounds(const Level& level, Metric metric) {
  Board board(level);
  for (int box = 0; box < level.boxes(); ++box) board.add(level.start()[box], level.kind(box));
  if (board.solves(level)) return {};
  const Bounds bounds = PushBound(level, metric, Heuristic::matching)(board, level.players().front());
  return bounds.pushes < PushBound::infinite ? bounds : Bounds{};
}

// No plan has fewer pushes than `pushes`.
search::Solution find_plan(const Level& level, const Puzzle& puzzle, Metric metric, int pushes, int threads,
                           Control& control) {
  // With many boxes on a wide floor, each can be pushed in four directions: a search that goes straight to a goal then
  // generates many nodes. Most such floors have room to fill one target after another. If not, A* searches for a plan
  // that is nearly straight. On huge levels FESS needs long for a single position, so A* is greedier there and has more
  // nodes.
  const Tuning& tuning = level.tuning();
  const auto straight = std::uint64_t{4} * level.boxes() * pushes;
  const bool is_long = straight > tuning.first_astar_nodes;
  const bool is_huge = static_cast<std::uint64_t>(level.boxes() * level.box_cells()) > tuning.huge_level;
  if (is_long) {
    if (auto plan = greedy_plan(level, control)) return {search::Status::solved, Stop::none, std::move(*plan), {}};
  }
  const std::uint64_t nodes = is_long ? (is_huge ? 4 : 2) * straight : tuning.first_astar_nodes;
  search::Solution found = weighted_astar(level, puzzle, metric, is_huge ? 4 : 2, nodes, control);
  if (found.status != search::Status::stopped) return found;
  return threads > 1 ? run_strategies_on_threads(puzzle, metric, pushes, threads, tuning, control)
                     : run_strategies(level, puzzle, metric, pushes, {}, nullptr, control);
}

}  // namespace

search::Solution solve_any(const Puzzle& puzzle, Metric metric, bool improving, int threads, Control& control,
                           const Tuning& tuning) {
  const Level level(puzzle, &control, tuning);
  search::Solution solution;
  if (level.unsolvable_reason()) {
    solution.status = search::Status::unsolvable;
    return solution;
  }
  const Bounds bounds = start_bounds(level, metric);
  control.lower_bound = coded(metric, cost(metric, bounds.pushes, bounds.moves));
  search::guarded(solution, [&] { solution = find_plan(level, puzzle, metric, bounds.pushes, threads, control); });
  if (solution.plan.empty() && solution.status != search::Status::optimal) return solution;
  control.stage = {"shortening the plan"};
  solution.stop = improve(puzzle, level, metric, improving, solution.plan, control);
  solution.status = control.best_cost <= control.lower_bound ? search::Status::optimal : search::Status::solved;
  return solution;
}

}  // namespace budge::sokoban
