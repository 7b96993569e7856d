// The searches of Sokoban, compared with exhaustive search on small levels in every metric and with several players.
#include <optional>

#include "sokoban/portfolio/bounded_fess.hpp"
#include "sokoban/portfolio/nbs_task.hpp"
#include "sokoban/search/push_search.hpp"
#include "sokoban/solve.hpp"
#include "tests/check.hpp"
#include "tests/sokoban_positions.hpp"
#include "tests/sokoban_reference.hpp"

namespace budge::test {

namespace {

const std::vector<sokoban::Metric> kMetrics{sokoban::Metric::pushes, sokoban::Metric::moves,
                                            sokoban::Metric::pushes_then_moves, sokoban::Metric::moves_then_pushes};
const std::vector<search::Algorithm> kAlgorithms{search::Algorithm("astar"), search::Algorithm("dijkstra"),
                                                 search::Algorithm("ida"),   search::Algorithm("bidirectional"),
                                                 search::Algorithm("sma"),   search::Algorithm("nbs"),
                                                 search::Algorithm("bae")};

sokoban::Puzzle level(const std::vector<std::string>& rows) {
  sokoban::Puzzle puzzle;
  for (const auto& row : rows) puzzle.width = std::max(puzzle.width, static_cast<int>(row.size()));
  puzzle.height = static_cast<int>(rows.size());
  for (int y = 0; y < puzzle.height; ++y) {
    for (int x = 0; x < static_cast<int>(rows[y].size()); ++x) {
      const char c = rows[y][x];
      const int cell = y * puzzle.width + x;
      if (c == '#') puzzle.walls.push_back(cell);
      if (c == '@' || c == '+') puzzle.players.push_back(cell);
      if (c == '$' || c == '*') puzzle.boxes.push_back(cell);
      if (c == '.' || c == '*' || c == '+') puzzle.targets.push_back(cell);
    }
  }
  return puzzle;
}

void check_against(const sokoban::Puzzle& puzzle, Exhaustive& exhaustive, sokoban::Metric metric,
                   search::Algorithm algorithm, sokoban::Heuristic heuristic, const sokoban::Tuning& tuning = {}) {
  const auto best = exhaustive.costs(metric)[0];
  Control control;
  const auto found = solve(puzzle, metric, heuristic, search::Request{algorithm, {}, 1, false}, control, tuning);
  if (best == Exhaustive::never) {
    CHECK(found.status == search::Status::unsolvable);
    return;
  }
  CHECK(found.status == search::Status::optimal);
  const auto optimum = sokoban::is_pair(metric) ? best.first << 32 | best.second : best.first;
  CHECK_EQ(control.best_cost, optimum);
  CHECK_EQ(control.lower_bound, optimum);
  CHECK_EQ(replayed(puzzle, metric, found.plan).value_or(-1), optimum);
}

}  // namespace

TEST(sokoban_every_search_agrees_with_exhaustive_search_in_every_metric) {
  std::mt19937 random(21);
  const std::vector<RandomLevel> shapes{{4, 4, 2, 2}, {5, 3, 3, 3}, {4, 4, 2, 2, 1, true}, {3, 3, 2, 2}, {5, 4, 1, 1}};
  int solvable = 0;
  for (int i = 0; i < rounds(150, 20); ++i) {
    const sokoban::Puzzle puzzle = random_level(shapes[i % shapes.size()], random);
    Exhaustive exhaustive(puzzle);
    if (!exhaustive.explore(4000)) continue;
    solvable += exhaustive.costs(sokoban::Metric::pushes)[0] != Exhaustive::never;
    for (const auto metric : kMetrics) {
      for (const auto algorithm : kAlgorithms) {
        check_against(puzzle, exhaustive, metric, algorithm, sokoban::Heuristic::matching);
      }
      for (const auto algorithm : {search::Algorithm("astar"), search::Algorithm("nbs")}) {
        check_against(puzzle, exhaustive, metric, algorithm, sokoban::Heuristic::distance);
      }
    }
  }
  CHECK(sampled || solvable > 20);
}

TEST(sokoban_long_searches_prove_the_same_optima) {
  std::mt19937 random(24);
  const std::vector<RandomLevel> shapes{{5, 4, 2, 2}, {5, 4, 3, 3}, {4, 4, 3, 3}, {4, 3, 3, 2}, {4, 4, 3, 3, 1, true}};
  int solvable = 0;
  for (int i = 0; i < rounds(250); ++i) {
    const sokoban::Puzzle puzzle = random_level(shapes[i % shapes.size()], random);
    Exhaustive exhaustive(puzzle);
    if (!exhaustive.explore(6000)) continue;
    solvable += exhaustive.costs(sokoban::Metric::pushes)[0] != Exhaustive::never;
    for (const sokoban::Tuning& tuning :
         std::vector<sokoban::Tuning>{{.conflicts_after = 0},
                                      {.dead_proofs_after = 0},
                                      {.nbs_after = 10},
                                      {.bounded_fess_after = 0},
                                      {.plan_search_after = 0},
                                      {.conflicts_after = 0, .dead_proofs_after = 0, .bounded_fess_after = 0},
                                      {.conflicts_after = 3,
                                       .dead_proofs_after = 3,
                                       .nbs_after = 40,
                                       .bounded_fess_after = 30,
                                       .plan_search_after = 50}}) {
      check_against(puzzle, exhaustive, sokoban::Metric::pushes, search::Algorithm("astar"),
                    sokoban::Heuristic::matching, tuning);
    }
    const sokoban::Tuning eager{.conflicts_after = 0, .dead_proofs_after = 0, .bounded_fess_after = 0};
    for (const auto algorithm : {search::Algorithm("ida"), search::Algorithm("sma")}) {
      check_against(puzzle, exhaustive, sokoban::Metric::pushes, algorithm, sokoban::Heuristic::matching, eager);
    }
    sokoban::Tuning with_nbs = eager;
    with_nbs.nbs_after = 10;
    for (const auto metric : kMetrics) {
      for (const auto& tuning : {eager, with_nbs}) {
        check_against(puzzle, exhaustive, metric, search::Algorithm("astar"), sokoban::Heuristic::matching, tuning);
      }
    }
  }
  CHECK(sampled || solvable > 15);
}

TEST(sokoban_nbs_in_turns_finds_the_optimum_and_sooner_if_it_is_proven) {
  std::mt19937 random(25);
  const std::vector<RandomLevel> shapes{{5, 4, 2, 2}, {5, 4, 3, 3}, {4, 4, 3, 3}};
  int solvable = 0;
  std::uint64_t unaided = 0, aided = 0;
  for (int i = 0; i < rounds(120); ++i) {
    const sokoban::Puzzle puzzle = random_level(shapes[i % shapes.size()], random);
    const sokoban::Level level(puzzle, nullptr, {.nbs_after = 0, .nbs_turn = 5});
    Exhaustive exhaustive(puzzle);
    if (level.unsolvable_reason() || !exhaustive.explore(6000)) continue;
    for (const auto metric : kMetrics) {
      const auto best = exhaustive.costs(metric)[0];
      const bool possible = best != Exhaustive::never;
      solvable += possible;
      const auto optimum =
          possible ? sokoban::Cost{static_cast<std::uint32_t>(best.first), static_cast<std::uint32_t>(best.second)}
                   : sokoban::Cost{};
      for (const bool proven : {false, true}) {
        Control control;
        sokoban::NbsTask nbs(level, metric, control);
        std::optional<search::Solution> found;
        while (!(found = nbs.take_turn(proven ? optimum : sokoban::Cost{}))) control.generated += 100;  // of A*
        (proven ? aided : unaided) += control.expanded;
        CHECK(found->status == (possible ? search::Status::optimal : search::Status::unsolvable));
        if (possible) CHECK_EQ(replayed(puzzle, metric, found->plan).value_or(-1), coded(metric, optimum));
      }
    }
  }
  CHECK(sampled || solvable > 30);
  CHECK(sampled || aided < unaided);
}

TEST(sokoban_bounded_fess_raises_the_lower_bound_to_the_optimum) {
  std::mt19937 random(26);
  const std::vector<RandomLevel> shapes{{5, 4, 3, 3}, {5, 4, 3, 2}, {4, 4, 4, 4}, {5, 4, 2, 2, 1, true}};
  int raised = 0;
  for (int i = 0; i < rounds(1000); ++i) {
    const sokoban::Puzzle puzzle =
        i % 2 == 0 ? random_paths(i / 2, random) : random_level(shapes[i / 2 % shapes.size()], random);
    Control control;
    const sokoban::Level level(puzzle, &control, {.bounded_fess_after = 0, .bounded_fess_turn = 20});
    Exhaustive exhaustive(puzzle);
    if (level.unsolvable_reason() || !exhaustive.explore(6000)) continue;
    const auto best = exhaustive.costs(sokoban::Metric::pushes)[0];
    if (best == Exhaustive::never || best.first == 0) continue;
    const int bound = sokoban::bounds_at_start(level, sokoban::Metric::pushes, sokoban::Heuristic::matching).pushes;
    sokoban::BoundedFess fess(level, control);
    std::optional<search::Solution> found;
    for (int turns = 0; !found && turns < 10'000; ++turns) {
      found = fess.take_turn({static_cast<std::uint32_t>(bound), 0});
      CHECK(control.lower_bound <= static_cast<std::int64_t>(best.first));
      control.generated += 1000;  // of A*
    }
    CHECK(found && found->status == search::Status::optimal);
    if (!found) break;
    CHECK_EQ(replayed(puzzle, sokoban::Metric::pushes, found->plan).value_or(-1), best.first);
    raised += static_cast<int>(best.first) > bound;
  }
  CHECK(sampled || raised >= 10);
}

TEST(sokoban_spare_boxes_need_not_move) {
  std::mt19937 random(22);
  int solvable = 0;
  for (int i = 0; i < rounds(100, 20); ++i) {
    const sokoban::Puzzle puzzle = random_level({4, 3, 3, 1 + static_cast<int>(random() % 2), 1, i % 2 == 0}, random);
    Exhaustive exhaustive(puzzle);
    if (!exhaustive.explore(8000)) continue;
    solvable += exhaustive.costs(sokoban::Metric::pushes)[0] != Exhaustive::never;
    for (const auto metric : kMetrics) {
      for (const auto algorithm : {search::Algorithm("astar"), search::Algorithm("ida"), search::Algorithm("sma")}) {
        check_against(puzzle, exhaustive, metric, algorithm, sokoban::Heuristic::matching);
      }
    }
  }
  CHECK(sampled || solvable > 20);
}

TEST(sokoban_symmetric_levels_are_solved_like_any_other) {
  // A bare room has all eight symmetries; the plan must not confuse its mirror images.
  for (const auto& rows : std::vector<std::vector<std::string>>{
           {"######", "#.   #", "# $  #", "#  $@#", "#   .#", "######"},
           {"#######", "# . . #", "#  $  #", "# $ @ #", "#     #", "#######"},
           {"#######", "#.   .#", "# $$  #", "#  @$ #", "#  .  #", "#######"},
       }) {
    const sokoban::Puzzle puzzle = level(rows);
    Exhaustive exhaustive(puzzle);
    CHECK(exhaustive.explore(30'000));
    CHECK(!sokoban::Level(puzzle).symmetries().empty());
    for (const auto metric : kMetrics) {
      check_against(puzzle, exhaustive, metric, search::Algorithm("astar"), sokoban::Heuristic::matching);
    }
    check_against(puzzle, exhaustive, sokoban::Metric::pushes, search::Algorithm("bidirectional"),
                  sokoban::Heuristic::matching);
  }
}

TEST(sokoban_several_players_agree_with_exhaustive_search) {
  std::mt19937 random(23);
  int solvable = 0;
  for (int i = 0; i < rounds(80); ++i) {
    const int players = i % 6 == 5 ? 3 : 2, boxes = 1 + i % 2;
    const sokoban::Puzzle puzzle = random_level({4, 3, boxes, boxes, players, i % 4 == 3}, random);
    Exhaustive exhaustive(puzzle);
    if (!exhaustive.explore(players == 3 ? 3000 : 6000)) continue;
    solvable += exhaustive.costs(sokoban::Metric::makespan)[0] != Exhaustive::never;
    for (const auto algorithm : kAlgorithms) {
      check_against(puzzle, exhaustive, sokoban::Metric::makespan, algorithm, sokoban::Heuristic::matching);
    }
    check_against(puzzle, exhaustive, sokoban::Metric::makespan, search::Algorithm("astar"),
                  sokoban::Heuristic::distance);
  }
  CHECK(sampled || solvable > 15);
}

TEST(sokoban_weighted_plans_are_within_their_bound) {
  std::mt19937 random(24);
  for (int i = 0; i < rounds(60); ++i) {
    const sokoban::Puzzle puzzle = random_level({5, 4, 2, 2}, random);
    Exhaustive exhaustive(puzzle);
    if (!exhaustive.explore(8000)) continue;
    for (const auto metric : kMetrics) {
      const auto best = exhaustive.costs(metric)[0];
      if (best == Exhaustive::never) continue;
      for (const auto algorithm : {search::Algorithm("astar"), search::Algorithm("ida")}) {
        Control control;
        const auto found =
            solve(puzzle, metric, sokoban::Heuristic::matching, search::Request{algorithm, {3, 2}, 1, false}, control);
        const auto cost = replayed(puzzle, metric, found.plan).value_or(-1);
        const auto optimum = sokoban::is_pair(metric) ? best.first << 32 | best.second : best.first;
        CHECK_EQ(cost, control.best_cost);
        CHECK(cost >= optimum && 2 * cost <= 3 * optimum);
        CHECK(control.lower_bound <= optimum);
        CHECK(found.status == search::Status::solved || cost == optimum);
      }
    }
  }
}

TEST(sokoban_needs_no_search_for_levels_that_are_plainly_unsolvable_or_solved) {
  const auto ask = [](const std::vector<std::string>& rows, std::uint64_t expanded, search::Status status) {
    Control control;
    const auto found = solve(level(rows), sokoban::Metric::pushes, sokoban::Heuristic::matching, {}, control);
    CHECK(found.status == status);
    CHECK_EQ(control.expanded, expanded);
    CHECK(found.plan.empty());
  };
  ask({"#####", "#$ .#", "# @ #", "#####"}, 0, search::Status::unsolvable);  // a box in a corner
  ask({"###", "#@#", "#$#", "# #", "###", "###", "#.#", "###"}, 0,
      search::Status::unsolvable);                               // a target behind walls
  ask({"#####", "#* @#", "#####"}, 0, search::Status::optimal);  // solved already
  ask({"#####", "# @ #", "#####"}, 0, search::Status::optimal);  // no boxes
  ask({"########", "#*#  @.$#", "########"}, 0, search::Status::unsolvable);
  ask({"######", "#*#@*#", "######"}, 0, search::Status::optimal);  // a box behind walls, on its target, does not count
}

const std::vector<std::string> kFourRooms{" #########",  "##   #   ##", "#    #    #", "#  $ # $  #",
                                          "#   *.*   #", "####.@.####", "#   *.*   #", "#  $ # $  #",
                                          "#    #    #", "##   #   ##", " #########"};

TEST(sokoban_a_proof_that_is_stopped_keeps_the_plan_of_the_plan_search) {
  const sokoban::Puzzle puzzle = level(kFourRooms);
  Control control(Limits{.nodes = 100'000});
  const search::Solution found = solve(puzzle, sokoban::Metric::pushes, sokoban::Heuristic::matching,
                                       {search::Algorithm("astar"), {}, 1, false}, control, {.plan_search_after = 0});
  CHECK(found.status == search::Status::stopped && found.stop == Stop::nodes);
  CHECK(control.lower_bound <= 34 && control.best_cost >= 34);
  CHECK_EQ(replayed(puzzle, sokoban::Metric::pushes, found.plan).value_or(-1), control.best_cost);
}

TEST(sokoban_a_proof_that_is_stopped_has_searched_for_a_plan_in_every_metric) {
  const sokoban::Puzzle puzzle = level(kFourRooms);
  for (const auto metric : {sokoban::Metric::pushes, sokoban::Metric::moves, sokoban::Metric::pushes_then_moves,
                            sokoban::Metric::moves_then_pushes}) {
    Control control(Limits{.nodes = 300'000});
    const search::Solution found =
        solve(puzzle, metric, sokoban::Heuristic::matching, {search::Algorithm("astar"), {}, 1, false}, control);
    CHECK(found.status == search::Status::stopped && found.stop == Stop::nodes);
    CHECK_EQ(replayed(puzzle, metric, found.plan).value_or(-1), control.best_cost);
    CHECK(control.best_cost >= control.lower_bound && control.lower_bound > 0);
  }
}

TEST(sokoban_searches_obey_their_limits_and_keep_a_lower_bound) {
  const sokoban::Puzzle puzzle = level(kFourRooms);
  for (const auto algorithm : kAlgorithms) {
    for (const auto metric : {sokoban::Metric::pushes, sokoban::Metric::moves}) {
      const auto run = [&](Control& control) {
        return solve(puzzle, metric, sokoban::Heuristic::matching, search::Request{algorithm, {}, 1, false}, control);
      };
      Control counted(Limits{.nodes = 20'000});
      CHECK(run(counted).stop == Stop::nodes);
      CHECK(counted.generated >= 20'000 && counted.generated < 20'300);
      CHECK(counted.lower_bound > 0);
      CHECK(counted.lower_bound <= (metric == sokoban::Metric::pushes ? 34 : 1000));
      Control timed(Limits{.seconds = 0.02});
      CHECK(run(timed).stop == Stop::seconds);
      Control cancelled;
      cancelled.tick = [](const Control&) { return false; };
      CHECK(run(cancelled).stop == Stop::cancel);
      if (algorithm == search::Algorithm("ida") || algorithm == search::Algorithm("sma")) continue;
      Control small(Limits{.memory = 1 << 20});
      CHECK(run(small).stop == Stop::memory);
      CHECK(small.peak_bytes() <= 1 << 20);
      CHECK_EQ(small.bytes(), 0u);
    }
  }
}

// A signature: any change of these numbers means that the search has changed.
TEST(sokoban_node_counts_equal_the_recorded_ones) {
  const sokoban::Puzzle puzzle = level({"########", "#  ... #", "#  #   #", "#  $$$ #", "##@#   #", " #######"});
  for (const auto& [algorithm, metric, cost, expanded] :
       std::vector<std::tuple<search::Algorithm, sokoban::Metric, std::int64_t, std::uint64_t>>{
           {search::Algorithm("astar"), sokoban::Metric::pushes, 10, 18},
           {search::Algorithm("dijkstra"), sokoban::Metric::pushes, 10, 59},
           {search::Algorithm("ida"), sokoban::Metric::pushes, 10, 24},
           {search::Algorithm("bidirectional"), sokoban::Metric::pushes, 10, 75},
           {search::Algorithm("astar"), sokoban::Metric::moves, 48, 55},
       }) {
    Control control;
    solve(puzzle, metric, sokoban::Heuristic::matching, search::Request{algorithm, {}, 1, false}, control);
    CHECK_EQ(control.best_cost, cost);
    CHECK_EQ(control.expanded, expanded);
  }
}

}  // namespace budge::test
