// The search for any Sokoban plan and its improvement, compared with exhaustive search on small levels.
#include <algorithm>
#include <numeric>
#include <optional>

#include "sokoban/any/backward_fess.hpp"
#include "sokoban/any/fess.hpp"
#include "sokoban/any/greedy_plan.hpp"
#include "sokoban/any/meeting.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/any/vicinity.hpp"
#include "sokoban/bounds/zone_bound.hpp"
#include "sokoban/deadlocks/deadlocks.hpp"
#include "sokoban/portfolio/improve.hpp"
#include "sokoban/portfolio/solve_any.hpp"
#include "sokoban/rules/tour.hpp"
#include "sokoban/solve.hpp"
#include "tests/check.hpp"
#include "tests/sokoban_reference.hpp"

namespace budge::test {

namespace {

using Cell = sokoban::Level::Cell;

const std::vector<RandomLevel> kShapes{{5, 4, 2, 2},          {5, 5, 3, 3}, {4, 4, 3, 2},
                                       {5, 4, 3, 3, 1, true}, {6, 5, 3, 3}, {4, 5, 2, 1}};

template <class Body>
void on_levels(int count, unsigned seed, Body&& body) {
  std::mt19937 random(seed);
  for (int i = 0; i < rounds(count); ++i) {
    const sokoban::Puzzle puzzle = random_level(kShapes[i % kShapes.size()], random);
    Exhaustive exhaustive(puzzle);
    if (exhaustive.explore(20'000)) body(puzzle, exhaustive);
  }
}

bool solvable(const Exhaustive& exhaustive) {
  return exhaustive.costs(sokoban::Metric::pushes)[0] != Exhaustive::never;
}

search::Solution fess_plan(const sokoban::Level& level, const sokoban::FessOptions& options) {
  Control control;
  sokoban::Deadlocks deadlocks(level, control);
  return sokoban::Fess(level, options, deadlocks, control).resume().value();
}

std::int64_t least(const Exhaustive& exhaustive, sokoban::Metric metric) {
  const auto [first, second] = exhaustive.costs(metric)[0];
  return coded(metric, {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second)});
}

}  // namespace

TEST(sokoban_fess_solves_every_solvable_level) {
  int solved = 0, lost = 0;
  on_levels(200, 1, [&](const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive) {
    const sokoban::Level level(puzzle);
    if (level.unsolvable_reason()) return;
    for (const sokoban::FessOptions options : {sokoban::FessOptions{},
                                               {.sink = sokoban::SinkChoice::nearest},
                                               {.parking = sokoban::Parking::anywhere},
                                               {.move_cost = sokoban::MoveCost::since_start},
                                               {.move_cost = sokoban::MoveCost::two_detours},
                                               {.dead_moves = sokoban::DeadMoves::keep},
                                               {.plan_test = sokoban::PlanTest::supply},
                                               {.order = sokoban::TargetOrder::any}}) {
      const search::Solution found = fess_plan(level, options);
      CHECK_EQ(found.status == search::Status::solved, solvable(exhaustive));
      CHECK_EQ(found.status == search::Status::unsolvable, !solvable(exhaustive));
      if (found.status == search::Status::solved)
        CHECK(replayed(puzzle, sokoban::Metric::pushes, found.plan).has_value());
      ++(found.status == search::Status::solved ? solved : lost);
    }
  });
  CHECK(sampled || solved > 60);
  CHECK(sampled || lost > 20);
}

TEST(sokoban_fess_needs_no_packing_order_if_boxes_start_next_to_targets) {
  const sokoban::Level level(drawn_level({"#########", "#       #", "# .$.$. #", "# $.$.$ #", "# .$@$. #", "# $.$.$ #",
                                          "# .$.$. #", "#       #", "#########"}));
  const auto expanded = [&](sokoban::TargetOrder order) {
    Control control;
    sokoban::Deadlocks deadlocks(level, control);
    const auto found = sokoban::Fess(level, {.order = order}, deadlocks, control).resume();
    CHECK(found->status == search::Status::solved);
    return control.expanded;
  };
  CHECK_EQ(expanded(sokoban::TargetOrder::any), 34u);
  CHECK_EQ(expanded(sokoban::TargetOrder::planned), 1033u);
}

TEST(sokoban_fess_finds_plans_of_fewer_pushes_if_detours_have_a_cost) {
  std::int64_t greedy = 0, thrifty = 0;
  on_levels(200, 1, [&](const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive) {
    const sokoban::Level level(puzzle);
    if (level.unsolvable_reason() || !solvable(exhaustive)) return;
    const auto pushes = [&](sokoban::MoveCost move_cost) {
      return *replayed(puzzle, sokoban::Metric::pushes, fess_plan(level, {.move_cost = move_cost}).plan);
    };
    greedy += pushes(sokoban::MoveCost::since_progress);
    thrifty += pushes(sokoban::MoveCost::two_detours);
  });
  CHECK(sampled || thrifty < greedy);
}

TEST(sokoban_fess_finds_a_plan_within_max_pushes_or_proves_that_there_is_none) {
  int solved = 0;
  on_levels(250, 5, [&](const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive) {
    const sokoban::Level level(puzzle);
    const auto [fewest, _] = exhaustive.costs(sokoban::Metric::pushes)[0];
    if (level.unsolvable_reason() || !solvable(exhaustive) || fewest == 0) return;
    const int pushes = static_cast<int>(fewest);
    for (const int more : {0, 1, 4}) {
      const search::Solution found = fess_plan(level, {.max_pushes = pushes + more});
      const auto cost = replayed(puzzle, sokoban::Metric::pushes, found.plan);
      CHECK(cost && *cost <= pushes + more);
    }
    CHECK(fess_plan(level, {.max_pushes = pushes - 1}).status == search::Status::unsolvable);
    ++solved;
  });
  CHECK(sampled || solved > 20);
}

TEST(sokoban_fess_can_be_resumed_and_obeys_limits) {
  const sokoban::Level level(drawn_level(kDeepRoom));
  Control control, limited(Limits{.nodes = 20});
  sokoban::Deadlocks deadlocks(level, control), others(level, limited);
  sokoban::Fess search(level, {}, deadlocks, control);
  std::optional<search::Solution> found;
  int turns = 0;
  while (!(found = search.resume(1))) ++turns;
  CHECK(turns > 2);
  CHECK(found->plan == fess_plan(level, {}).plan);
  search::Solution solution;
  search::guarded(solution, [&] { sokoban::Fess(level, {}, others, limited).resume(); });
  CHECK(solution.stop == Stop::nodes);
}

TEST(sokoban_backward_fess_solves_every_solvable_level) {
  int solved = 0, lost = 0;
  on_levels(1500, 29, [&](const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive) {
    const sokoban::Level level(puzzle);
    if (level.unsolvable_reason() || !sokoban::BackwardFess::is_for(level)) return;
    Control control;
    const search::Solution found = sokoban::BackwardFess(level, control).resume(1'000'000'000).value();
    CHECK_EQ(found.status == search::Status::solved, solvable(exhaustive));
    CHECK_EQ(found.status == search::Status::unsolvable, !solvable(exhaustive));
    if (found.status == search::Status::solved)
      CHECK(replayed(puzzle, sokoban::Metric::pushes, found.plan).has_value());
    ++(found.status == search::Status::solved ? solved : lost);
  });
  CHECK(sampled || solved > 20);
  CHECK(sampled || lost > 10);
}

TEST(sokoban_forward_and_backward_fess_that_meet_have_a_plan) {
  int met = 0;
  on_levels(1500, 31, [&](const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive) {
    const sokoban::Level level(puzzle);
    if (level.unsolvable_reason() || !sokoban::BackwardFess::is_for(level) || !solvable(exhaustive)) return;
    Control control;
    sokoban::Deadlocks deadlocks(level, control);
    sokoban::Fess forward(level, {}, deadlocks, control);
    sokoban::BackwardFess backward(level, control);
    sokoban::Meeting meeting(level);
    while (!forward.resume(1) && !backward.resume(1)) {
      const auto plan = meeting.plan(forward, backward);
      if (!plan) continue;
      CHECK(replayed(puzzle, sokoban::Metric::pushes, *plan).has_value());
      ++met;
      break;
    }
  });
  CHECK(sampled || met > 10);
}

TEST(sokoban_a_greedy_plan_is_legal_and_fills_every_target) {
  int found = 0;
  on_levels(600, 23, [&](const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive) {
    Control control;
    const sokoban::Level level(puzzle, &control);
    if (level.unsolvable_reason()) return;
    const auto plan = greedy_plan(level, control);
    if (!plan) return;
    CHECK(solvable(exhaustive));
    CHECK(replayed(puzzle, sokoban::Metric::pushes, *plan).has_value());
    ++found;
  });
  CHECK(found > rounds(600) / 20);
}

// Forty boxes on a wide floor: a search would generate thousands of moves for each of hundreds of positions.
TEST(sokoban_a_greedy_plan_solves_a_hall_full_of_boxes) {
  constexpr int size = 24;
  std::mt19937 random(5);
  sokoban::Puzzle puzzle{size, size, {}, {size + 1}, {}, {}, {}};
  std::vector<int> inner;
  for (int cell = 0; cell < size * size; ++cell) {
    const int x = cell % size, y = cell / size, from_wall = std::min({x, y, size - 1 - x, size - 1 - y});
    if (from_wall == 0) puzzle.walls.push_back(cell);
    if (from_wall > 2) inner.push_back(cell);
  }
  for (auto* cells : {&puzzle.boxes, &puzzle.targets}) {
    std::shuffle(inner.begin(), inner.end(), random);
    cells->assign(inner.begin(), inner.begin() + 40);
  }
  Control control;
  const auto plan = greedy_plan(sokoban::Level(puzzle, &control), control);
  CHECK(plan.has_value());
  if (plan) CHECK(replayed(puzzle, sokoban::Metric::pushes, *plan).has_value());
}

TEST(sokoban_any_agrees_with_exhaustive_search) {
  on_levels(100, 2, [&](const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive) {
    Control control, again;
    const search::Solution found = sokoban::solve_any(puzzle, sokoban::Metric::moves, false, 1, control);
    CHECK_EQ(found.status != search::Status::unsolvable, solvable(exhaustive));
    CHECK(found.plan == sokoban::solve_any(puzzle, sokoban::Metric::moves, false, 1, again).plan);
    if (found.status == search::Status::unsolvable) return;
    const std::int64_t best = least(exhaustive, sokoban::Metric::moves);
    CHECK_EQ(replayed(puzzle, sokoban::Metric::moves, found.plan).value_or(-1), control.best_cost);
    CHECK(control.best_cost >= best);
    CHECK(control.lower_bound <= best);
    CHECK_EQ(found.status == search::Status::optimal, control.best_cost == control.lower_bound);
  });
}

TEST(sokoban_improvement_ends_with_an_optimal_plan_in_every_metric) {
  on_levels(60, 3, [&](const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive) {
    const sokoban::Level level(puzzle);
    if (level.unsolvable_reason() || !solvable(exhaustive)) return;
    const search::Solution found = fess_plan(level, {});
    for (const auto metric : {sokoban::Metric::pushes, sokoban::Metric::moves, sokoban::Metric::pushes_then_moves,
                              sokoban::Metric::moves_then_pushes}) {
      Control control;
      std::vector<int> plan = found.plan;
      CHECK(improve(puzzle, level, metric, true, plan, control) == Stop::none);
      const std::int64_t best = least(exhaustive, metric);
      CHECK_EQ(replayed(puzzle, metric, plan).value_or(-1), best);
      CHECK_EQ(control.best_cost, best);
      CHECK_EQ(control.lower_bound, best);
    }
  });
}

TEST(sokoban_improvement_needs_no_astar_if_zones_prove_the_plan_optimal) {
  sokoban::Puzzle puzzle = drawn_level({"######", "#   ##", "#@ $ #", "#    #", "# $# #", "##  .#", "######"});
  puzzle.targets.push_back(puzzle.boxes.front());
  Control alone, control, other;
  const sokoban::Level level(puzzle);
  sokoban::ZoneBound zones(level, level.placement(), alone, 1000);
  while (zones.pushes() < 7 && zones.tighten()) continue;
  std::vector<int> plan = sokoban::solve(puzzle, sokoban::Metric::pushes, sokoban::Heuristic::matching, {}, other).plan;
  CHECK(improve(puzzle, level, sokoban::Metric::pushes, true, plan, control) == Stop::none);
  CHECK_EQ(control.lower_bound, 7);
  CHECK_EQ(control.expanded, alone.expanded);
}

TEST(sokoban_improvement_stopped_early_keeps_a_legal_plan) {
  const sokoban::Puzzle puzzle = drawn_level(kDeepRoom);
  const sokoban::Level level(puzzle);
  const std::vector<int> plan = fess_plan(level, {}).plan;
  const std::int64_t before = replayed(puzzle, sokoban::Metric::moves, plan).value_or(-1);
  for (std::uint64_t nodes = 1; nodes < 5000; nodes *= 3) {
    Control control(Limits{.nodes = nodes});
    std::vector<int> shorter = plan;
    improve(puzzle, level, sokoban::Metric::moves, true, shorter, control);
    const std::int64_t after = replayed(puzzle, sokoban::Metric::moves, shorter).value_or(-1);
    CHECK_EQ(after, control.best_cost);
    CHECK(after > 0 && after <= before);
  }
}

TEST(sokoban_improvement_ends_when_memory_is_used_up) {
  const sokoban::Puzzle puzzle = drawn_level(kDeepRoom);
  const sokoban::Level level(puzzle);
  std::vector<int> plan = fess_plan(level, {}).plan;
  Control control(Limits{.memory = 30'000});
  CHECK(improve(puzzle, level, sokoban::Metric::moves, true, plan, control) == Stop::none);
  CHECK(control.lower_bound < control.best_cost);
  CHECK_EQ(replayed(puzzle, sokoban::Metric::moves, plan).value_or(-1), control.best_cost);
  CHECK(control.peak_bytes() <= 30'000);
}

TEST(sokoban_vicinity_search_is_complete_if_all_boxes_may_leave_the_plan) {
  int gains = 0, optimal = 0;
  on_levels(400, 6, [&](const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive) {
    const sokoban::Level level(puzzle);
    if (level.unsolvable_reason() || !solvable(exhaustive)) return;
    const search::Solution first = fess_plan(level, {.sink = sokoban::SinkChoice::nearest});
    for (const auto metric : {sokoban::Metric::pushes, sokoban::Metric::moves, sokoban::Metric::pushes_then_moves,
                              sokoban::Metric::moves_then_pushes}) {
      Control control;
      sokoban::Vicinity vicinity(level, metric, control);
      for (const int boxes : {1, level.boxes()}) {
        for (const int width : {1, 1 << 20}) {
          std::vector<int> plan = first.plan;
          for (;;) {
            const auto found = vicinity.search(plan, {boxes, width});
            CHECK(found.end != sokoban::Vicinity::End::cut_short);
            CHECK(width == 1 || found.end == sokoban::Vicinity::End::searched);
            if (found.plan.empty()) {
              if (boxes == level.boxes() && found.end == sokoban::Vicinity::End::searched) {
                CHECK_EQ(replayed(puzzle, metric, plan).value_or(-1), least(exhaustive, metric));
                ++optimal;
              }
              break;
            }
            CHECK(replayed(puzzle, metric, found.plan).value_or(-1) < replayed(puzzle, metric, plan).value_or(-1));
            CHECK(replayed(puzzle, metric, found.plan).has_value());
            plan = found.plan;
            ++gains;
          }
        }
      }
    }
  });
  CHECK(sampled || gains > 100);
  CHECK(sampled || optimal > 200);
}

TEST(sokoban_vicinity_search_cut_short_keeps_the_plan_it_has_found) {
  const sokoban::Puzzle puzzle = drawn_level(kDeepRoom);
  const sokoban::Level level(puzzle);
  const std::vector<int> plan = fess_plan(level, {}).plan;
  const std::int64_t before = replayed(puzzle, sokoban::Metric::moves, plan).value_or(-1);
  int gains = 0, none = 0;
  for (std::uint64_t nodes = 1; nodes < 50'000; nodes *= 2) {
    Control control(Limits{.nodes = nodes});
    sokoban::Vicinity vicinity(level, sokoban::Metric::moves, control);
    const auto found = vicinity.search(plan, {2, 1 << 20});
    if (found.end != sokoban::Vicinity::End::cut_short) break;
    ++(found.plan.empty() ? none : gains);
    if (found.plan.empty()) continue;
    const std::int64_t after = replayed(puzzle, sokoban::Metric::moves, found.plan).value_or(-1);
    CHECK(after > 0 && after < before);
  }
  CHECK(gains > 0 && none > 0);
}

TEST(sokoban_corrals_clusters_and_learned_patterns_are_dead) {
  int dead_corrals = 0, dead_clusters = 0, learned = 0;
  on_levels(150, 4, [&](const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive) {
    const sokoban::Level level(puzzle);
    if (level.unsolvable_reason() || level.boxes() != static_cast<int>(puzzle.boxes.size())) return;
    const auto costs = exhaustive.costs(sokoban::Metric::pushes);
    Control control;
    sokoban::DeadPatterns patterns(level, control);
    sokoban::CorralProof corrals(level, 100, patterns, control);
    sokoban::ClusterProof clusters(level, 100, patterns, control);
    sokoban::Board board(level);
    sokoban::Reach reach(level);
    // Sets the board to a position and returns the cell of the player, unless a box is on a cell that no box may enter.
    const auto load = [&](const Position& position) -> std::optional<Cell> {
      board.clear();
      for (const auto& [first_of_kind, at] : position.boxes) {
        if (level.cell(at) >= level.box_cells()) return std::nullopt;
        board.add(static_cast<Cell>(level.cell(at)), level.kind(first_of_kind));
      }
      return static_cast<Cell>(level.cell(position.players[0]));
    };
    for (std::size_t id = 0; id < exhaustive.positions.size(); ++id) {
      const auto player = load(exhaustive.positions[id]);
      if (!player) continue;
      const bool held = patterns.match(board, *player);  // before it is proven
      learned += held;
      reach.fill(board, *player);
      const bool in_corral = corrals.dead(board, reach);
      bool in_cluster = false;
      for (int box = 0; box < board.boxes(); ++box) in_cluster |= clusters.dead(board, board.cell(box), *player);
      dead_corrals += in_corral;
      dead_clusters += in_cluster;
      const bool proven = in_corral || in_cluster;
      CHECK(!(held || proven) || costs[id] == Exhaustive::never);
      CHECK(!proven || level.kinds() > 1 || patterns.match(board, *player));
    }
    for (std::size_t id = 0; id < exhaustive.positions.size(); ++id) {
      const auto player = load(exhaustive.positions[id]);
      if (!player || patterns.match(board, *player)) continue;
      // Only a push of one of its boxes completes a pattern.
      for (const auto& [to, pushes] : exhaustive.steps(exhaustive.positions[id])) {
        const auto then = load(to);
        if (!then || !patterns.match(board, *then)) continue;
        const auto moved = std::ranges::find_if(
            to.boxes, [&](const auto& box) { return std::ranges::count(exhaustive.positions[id].boxes, box) == 0; });
        CHECK(moved != to.boxes.end());
        CHECK(patterns.match(board, static_cast<Cell>(level.cell(moved->second)), *then));
      }
    }
  });
  CHECK(sampled || dead_corrals > 1000);
  CHECK(sampled || dead_clusters > 1000);
  CHECK(sampled || learned > 1000);
}

TEST(sokoban_dead_patterns_are_minimal_and_shared) {
  const sokoban::Level level(drawn_level(kDeepRoom));
  Control control;
  sokoban::SharedPatterns shared;
  sokoban::DeadPatterns teacher(level, control, &shared), learner(level, control, &shared);
  const std::vector<Cell>& boxes = level.start();
  const Cell player = level.players().front();
  sokoban::Board board(level);
  const auto put = [&](std::initializer_list<int> numbers) {
    board.clear();
    for (const int number : numbers) board.add(boxes[number], 0);
  };
  put({0, 1, 2, 3});
  CHECK(!teacher.match(board, player));
  CHECK(teacher.learn(board, player, [&] { return board.has_box(boxes[1]) && board.has_box(boxes[3]); }));
  CHECK_EQ(teacher.size(), std::size_t{1});
  for (sokoban::DeadPatterns* patterns : {&teacher, &learner}) {
    put({1, 3});
    CHECK(patterns->match(board, player));
    CHECK(patterns->match(board, boxes[3], player));
    CHECK(!patterns->match(board, boxes[2], player));
    put({0, 1, 2});
    CHECK(!patterns->match(board, player));
  }
  CHECK(!teacher.learn(board, player, [] { return false; }));
  CHECK_EQ(teacher.size(), std::size_t{1});
}

TEST(sokoban_tours_of_a_lone_box_agree_with_push_distances) {
  const sokoban::Level level(drawn_level(kDeepRoom));
  sokoban::Board board(level);
  sokoban::Reach reach(level);
  sokoban::Tour tour(level, sokoban::Motion::push);
  for (int cell = 0; cell < level.box_cells(); ++cell) {
    for (int player = 0; player < level.floor(); ++player) {
      if (player == cell) continue;
      board.clear();
      board.add(static_cast<Cell>(cell), 0);
      reach.fill(board, static_cast<Cell>(player));
      tour.find(board, 0, reach);
      for (std::size_t target = 0; target < level.targets().size(); ++target) {
        int shortest = sokoban::CostTable::far;
        for (const sokoban::Tour::Stop& stop : tour.stops()) {
          if (stop.cell == level.targets()[target]) shortest = std::min(shortest, stop.length);
        }
        CHECK_EQ(shortest, level.costs().line(level.line(0, level.stance(cell, player)))[target]);
      }
    }
  }
}

}  // namespace budge::test
