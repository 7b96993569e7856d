// Sokoban on disk: cost and status are those of a search in memory.
#include "sokoban/solve.hpp"
#include "tests/check.hpp"
#include "tests/same_on_disk.hpp"
#include "tests/sokoban_reference.hpp"

namespace budge::test {

TEST(disk_sokoban_costs_the_same_in_every_metric) {
  std::mt19937 random(25);
  const std::vector<RandomLevel> shapes{{6, 5, 3, 3}, {5, 5, 4, 3}, {6, 5, 3, 3, 1, true}, {7, 6, 4, 4}};
  const sokoban::Metric metrics[] = {sokoban::Metric::pushes, sokoban::Metric::moves,
                                     sokoban::Metric::pushes_then_moves, sokoban::Metric::moves_then_pushes};
  for (int i = 0; i < rounds(96, 16); ++i) {
    const sokoban::Puzzle puzzle = random_level(shapes[i / 4 % 4], random);
    const sokoban::Metric metric = metrics[i % 4];
    check_disk(
        i % 5 ? "astar" : "dijkstra", random,
        [&](const search::Request& request, Control& control) {
          return solve(puzzle, metric, sokoban::Heuristic::matching, request, control);
        },
        [&](const std::vector<int>& plan) { return replayed(puzzle, metric, plan).value_or(-2); });
  }
  for (int i = 0; i < rounds(8, 2); ++i) {
    const sokoban::Puzzle puzzle = random_level({5, 4, 1 + i % 2, 1 + i % 2, 2, i % 4 == 3}, random);
    check_disk(
        i % 2 ? "astar" : "dijkstra", random,
        [&](const search::Request& request, Control& control) {
          return solve(puzzle, sokoban::Metric::makespan, sokoban::Heuristic::matching, request, control);
        },
        [&](const std::vector<int>& plan) { return replayed(puzzle, sokoban::Metric::makespan, plan).value_or(-2); });
  }
}

// Many plans have the fewest pushes; the first that the search meets rarely has the fewest moves among them.
TEST(disk_sokoban_compares_the_second_part_of_costs) {
  std::mt19937 random(33);
  const std::vector<std::string> room{"#######", "#     #", "# $   #", "#   $ #", "#  .  #", "#   . #", "#######"};
  for (int i = 0; i < 25; ++i) {
    std::vector<std::string> rows = room;
    char& cell = rows[1 + i / 5][1 + i % 5];
    if (cell != ' ' || (sampled && i % 5 > 0)) continue;
    cell = '@';
    const sokoban::Puzzle puzzle = drawn_level(rows);
    for (const sokoban::Metric metric : {sokoban::Metric::pushes_then_moves, sokoban::Metric::moves_then_pushes}) {
      check_disk(
          i % 2 ? "astar" : "dijkstra", random,
          [&](const search::Request& request, Control& control) {
            return solve(puzzle, metric, sokoban::Heuristic::matching, request, control);
          },
          [&](const std::vector<int>& plan) { return replayed(puzzle, metric, plan).value_or(-2); });
    }
  }
}

}  // namespace budge::test
