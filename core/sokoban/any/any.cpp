#include "sokoban/any/any.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "sokoban/any/improve.hpp"
#include "sokoban/any/nested.hpp"
#include "sokoban/any/race.hpp"
#include "sokoban/any/straight.hpp"
#include "sokoban/bounds/bound.hpp"
#include "sokoban/rules/board.hpp"
#include "support/share.hpp"

namespace budge::sokoban {

namespace {

// Weighted A*, given up beyond so many nodes: levels that are small or straight it soon solves, and with better plans.
search::Solution astar(const Puzzle& puzzle, Metric metric, std::uint32_t weight, std::uint64_t nodes,
                       Control& control) {
  std::int64_t proven = 0;
  control.stage = {"searching by A*"};
  search::Solution found = solve_nested(puzzle, Metric::pushes, search::Weight{weight, 1}, nodes, control, proven);
  if (metric == Metric::pushes) control.lower_bound = std::max(control.lower_bound, proven);
  return found;
}

// Searches of the feature space race, and now and then a greedy A* takes a ninth of the nodes; of several threads, one
// does that.
search::Solution search(const Puzzle& puzzle, const Level& level, Metric metric, int pushes, Race::Place place,
                        SharedPatterns* shared, Control& control) {
  Race race(level, pushes, place, shared, control);
  for (std::uint64_t nodes = 1 << 18;; nodes *= 4) {
    while (!race.over() && (race.nodes() < 8 * nodes || place.number > 0)) {
      if (auto found = race.round()) return std::move(*found);
    }
    if (place.number > 0) return {};
    search::Solution found = astar(puzzle, metric, 4, nodes, control);
    if (found.status != search::Status::stopped) return found;
  }
}

// What several searches side by side have done and come to, each as it says now and then; told to the one that leads.
class Standings {
 public:
  Standings(int searches, Control& control) : control_(control), before_(control), of_(searches) {}
  ~Standings() { control_.release(held_); }

  // From any thread.
  void note(int search, const Control& own) {
    const std::lock_guard lock(mutex_);
    of_[search] = Standing(own);
  }

  // From the thread that owns the control: counts of all, and the stage of the one that has come furthest.
  void tell() {
    const std::lock_guard lock(mutex_);
    Standing all = before_;
    for (const Standing& each : of_) {
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
    control_.charge(all.bytes - before_.bytes - held_);  // what they hold only grows
    held_ = all.bytes - before_.bytes;
  }

 private:
  struct Standing {
    Standing() = default;
    explicit Standing(const Control& control)
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
  const Standing before_;
  std::mutex mutex_;
  std::vector<Standing> of_;
  std::uint64_t held_ = 0;
};

// The same on several threads, each with limits of its own; the first to find a plan ends the others. Until then they
// tell each other what they have learnt to be lost.
search::Solution search_side_by_side(const Puzzle& puzzle, Metric metric, int pushes, int threads, Control& control) {
  const Limits& all = control.limits();
  Limits limits;
  limits.nodes = (all.nodes - std::min(all.nodes, control.generated)) / threads;
  limits.memory = (all.memory - std::min(all.memory, control.bytes())) / threads;
  Standings standings(threads, control);
  std::mutex mutex;
  std::atomic<bool> over = false;
  std::atomic<int> next = 0;
  SharedPatterns shared;
  search::Solution solution;
  const auto work = [&](bool listens) {
    if (listens) return;  // to limits and to Ctrl-C
    const int number = next++;
    Control own(limits);
    own.tick = [&](const Control&) {
      standings.note(number, own);
      control.check();
      return !over;
    };
    search::Solution found;
    search::guarded(found, [&] {
      const Level level(puzzle, &own);
      found = search(puzzle, level, metric, pushes, {number, threads}, &shared, own);
    });
    standings.note(number, own);
    const std::lock_guard lock(mutex);
    if (over || found.stop == Stop::cancel) return;
    over = found.status != search::Status::stopped;
    solution = std::move(found);
  };
  together(threads + 1, control, work, [&] {
    standings.tell();
    control.poll_clock();
  });
  standings.tell();
  if (over) return solution;
  control.check();
  if (solution.stop != Stop::none) throw Stopped{solution.stop};
  const Level level(puzzle, &control);  // the system gave no threads
  return search(puzzle, level, metric, pushes, {}, nullptr, control);
}

// Nothing is proven where they are infinite: the search will find out. Bounds count the walk to a first push, so what
// is solved from the start has none.
Bounds bounds_at_start(const Level& level, Metric metric) {
  Board board(level);
  for (int box = 0; box < level.boxes(); ++box) board.add(level.start()[box], level.kind(box));
  if (board.solves(level)) return {};
  const Bounds bounds = PushBound(level, metric, Heuristic::matching)(board, level.players().front());
  return bounds.pushes < PushBound::infinite ? bounds : Bounds{};
}

// No plan has fewer pushes than `pushes`.
search::Solution some_plan(const Puzzle& puzzle, const Level& level, Metric metric, int pushes, int threads,
                           Control& control) {
  // Of many boxes on a wide floor each can be pushed in four directions: a straight way alone takes more than a few
  // nodes then. Mostly such floors have room enough to fill one target after another; if not, A* looks for a way that
  // is nearly straight, and where a single position has so many moves that feature space search takes long for it, it
  // is greedier, and has longer.
  constexpr std::uint64_t few = 1 << 15;
  constexpr int very_many = 1 << 17;
  const auto straight = std::uint64_t{4} * level.boxes() * pushes;
  const bool huge = level.boxes() * level.box_cells() > very_many;
  if (straight > few) {
    if (auto plan = straight_plan(level, control)) return {search::Status::solved, Stop::none, std::move(*plan), {}};
  }
  const std::uint64_t nodes = huge ? 4 * straight : 2 * straight;
  search::Solution found = astar(puzzle, metric, huge ? 4 : 2, straight > few ? nodes : few, control);
  if (found.status != search::Status::stopped) return found;
  return threads > 1 ? search_side_by_side(puzzle, metric, pushes, threads, control)
                     : search(puzzle, level, metric, pushes, {}, nullptr, control);
}

}  // namespace

search::Solution solve_any(const Puzzle& puzzle, Metric metric, bool improving, int threads, Control& control) {
  const Level level(puzzle, &control);
  search::Solution solution;
  if (level.unsolvable_reason()) {
    solution.status = search::Status::unsolvable;
    return solution;
  }
  const Bounds bounds = bounds_at_start(level, metric);
  control.lower_bound = coded(metric, cost(metric, bounds.pushes, bounds.moves));
  search::guarded(solution, [&] { solution = some_plan(puzzle, level, metric, bounds.pushes, threads, control); });
  if (solution.plan.empty() && solution.status != search::Status::optimal) return solution;
  control.stage = {"shortening the plan"};
  solution.stop = improve(puzzle, level, metric, improving, solution.plan, control);
  solution.status = control.best_cost <= control.lower_bound ? search::Status::optimal : search::Status::solved;
  return solution;
}

}  // namespace budge::sokoban
