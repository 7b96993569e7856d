// Sokoban on several threads: cost, status and bound are those of one thread.
#include "sokoban/solve.hpp"
#include "tests/check.hpp"
#include "tests/same_with_threads.hpp"
#include "tests/sokoban_reference.hpp"

namespace budge::test {

TEST(threads_sokoban_costs_the_same_with_any_number_of_threads) {
  std::mt19937 random(14);
  const std::vector<RandomLevel> shapes{{6, 5, 3, 3}, {5, 5, 4, 3}, {6, 5, 3, 3, 1, true}, {7, 6, 4, 4}};
  const sokoban::Metric metrics[] = {sokoban::Metric::pushes, sokoban::Metric::moves,
                                     sokoban::Metric::pushes_then_moves, sokoban::Metric::moves_then_pushes};
  for (int i = 0; i < rounds(96, 32); ++i) {
    const sokoban::Puzzle puzzle = random_level(shapes[i / 4 % 4], random);
    const sokoban::Metric metric = metrics[i % 4];
    sokoban::Tuning tuning;
    if (i % 8 < 4) {  // all that long searches add, from the beginning
      tuning.conflicts_after = tuning.dead_proofs_after = 10;
      tuning.nbs_after = tuning.bounded_fess_after = tuning.plan_search_after = random() % 2 ? 300 : tuning.never;
      tuning.nbs_turn = tuning.bounded_fess_turn = 100;
    }
    check_threads(
        i % 5 ? "astar" : "dijkstra", random,
        [&](const search::Request& request, Control& control) {
          return solve(puzzle, metric, sokoban::Heuristic::matching, request, control, tuning);
        },
        [&](const std::vector<int>& plan) { return replayed(puzzle, metric, plan).value_or(-2); });
  }
}

TEST(threads_sokoban_of_several_players_costs_the_same_with_any_number_of_threads) {
  std::mt19937 random(15);
  for (int i = 0; i < rounds(12, 6); ++i) {
    const sokoban::Puzzle puzzle = random_level({5, 4, 1 + i % 2, 1 + i % 2, 2, i % 4 == 3}, random);
    check_threads(
        i % 3 ? "astar" : "dijkstra", random,
        [&](const search::Request& request, Control& control) {
          return solve(puzzle, sokoban::Metric::makespan, sokoban::Heuristic::matching, request, control);
        },
        [&](const std::vector<int>& plan) { return replayed(puzzle, sokoban::Metric::makespan, plan).value_or(-2); });
  }
}

}  // namespace budge::test
