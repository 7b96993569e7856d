// Heuristics on sliding blocks: admissible and consistent at every position of small boards, in every metric.
#include "blocks/solve.hpp"
#include "tests/check.hpp"
#include "tests/plain_blocks.hpp"

namespace budge::test {

namespace {

const blocks::Heuristic kInformed[] = {blocks::Heuristic("distance"), blocks::Heuristic("manhattan"),
                                       blocks::Heuristic("linear-conflict"),
                                       blocks::Heuristic("modified-linear-conflict")};

int value(blocks::Puzzle puzzle, const Position& position, blocks::Metric metric, blocks::Heuristic heuristic) {
  puzzle.pieces = position;
  return evaluate(puzzle, metric, heuristic);
}

void check_everywhere(const blocks::Puzzle& puzzle, blocks::Metric metric) {
  const PlainBlocks plain(puzzle, metric);
  std::vector<Position> goals;
  for (const auto& [position, distance] : plain.distances({puzzle.pieces})) {
    if (plain.is_goal(position)) goals.push_back(position);
  }
  const auto to_goal = plain.distances(goals);
  for (const blocks::Heuristic heuristic : kInformed) {
    std::map<Position, int> h;
    for (const auto& [position, distance] : to_goal) h[position] = value(puzzle, position, metric, heuristic);
    bool admissible = true, consistent = true;
    for (const auto& [position, distance] : to_goal) {
      admissible = admissible && h[position] <= distance;
      for (const Position& next : plain.neighbours(position)) consistent = consistent && h[position] <= h.at(next) + 1;
    }
    CHECK(admissible);
    CHECK(consistent);
  }
}

}  // namespace

TEST(heuristics_on_blocks_are_admissible_and_consistent_in_every_metric) {
  std::mt19937 random(11);
  for (int i = 0; i < rounds(60, 12); ++i) {
    const blocks::Puzzle puzzle = random_blocks(random, 3 + i % 3 / 2, 3, 2 + i % 4);
    for (const blocks::Metric metric : all_metrics) check_everywhere(puzzle, metric);
  }
}

// Boards with many conflicts and blockers.
TEST(heuristics_on_blocks_are_consistent_on_boards_with_many_conflicts) {
  const std::vector<blocks::Puzzle> puzzles{
      drawn({"abc", ".d."}, {"cba", "..."}),
      drawn({"aab.", ".c.."}, {"..aa", "b..."}),
      drawn({"ab.x", "..yy"}, {"b..a", "...."}),
      drawn({"AA.bc", "..dbc"}, {"...AA", "....."}),
      drawn({"u.u.", "uuu.", "v..."}, {"..v.", "....", "...."}),
      drawn({"aax.", ".bb.", "...."}, {"..aa", "bb..", "...."}),
      drawn({"AAb.", "..b.", "cc.d"}, {"..AA", "....", "...."}, true),
  };
  for (const blocks::Puzzle& puzzle : puzzles) {
    for (const blocks::Metric metric : all_metrics) check_everywhere(puzzle, metric);
  }
}

TEST(heuristics_on_blocks_have_the_values_counted_by_hand) {
  // A walks three cells; the way around the wall costs two more.
  const auto walled = drawn({"A#..", "...."}, {".#.A", "...."});
  CHECK_EQ(evaluate(walled, blocks::metric("steps"), blocks::Heuristic("manhattan")), 3);
  CHECK_EQ(evaluate(walled, blocks::metric("steps"), blocks::Heuristic("distance")), 5);
  CHECK_EQ(evaluate(walled, blocks::metric("slides"), blocks::Heuristic("manhattan")), 1);
  CHECK_EQ(evaluate(walled, blocks::metric("slides"), blocks::Heuristic("distance")), 3);
  CHECK_EQ(evaluate(walled, blocks::metric("moves"), blocks::Heuristic("distance")), 1);
  // Two squares that must swap places in a row: two more steps.
  const auto swap = drawn({"ab.", "..."}, {"ba.", "..."});
  CHECK_EQ(evaluate(swap, blocks::metric("steps"), blocks::Heuristic("manhattan")), 2);
  CHECK_EQ(evaluate(swap, blocks::metric("steps"), blocks::Heuristic("linear-conflict")), 4);
  CHECK_EQ(evaluate(swap, blocks::metric("slides"), blocks::Heuristic("linear-conflict")), 4);
  CHECK_EQ(evaluate(swap, blocks::metric("moves"), blocks::Heuristic("linear-conflict")), 2);
  // A blocker without a goal counts one step. Three of them count two, because A can go around them.
  CHECK_EQ(evaluate(drawn({"Ax..", "...."}, {"...A", "...."}), blocks::metric("steps"),
                    blocks::Heuristic("linear-conflict")),
           3);
  CHECK_EQ(evaluate(drawn({"Ax..", "...."}, {"...A", "...."}), blocks::metric("steps"),
                    blocks::Heuristic("modified-linear-conflict")),
           4);
  CHECK_EQ(evaluate(drawn({"Axyz.", "....."}, {"....A", "....."}), blocks::metric("steps"),
                    blocks::Heuristic("modified-linear-conflict")),
           6);
  // A car locked to its row cannot go around: every blocker must move, in every metric.
  const auto jam = drawn({"AAbcd.", "..bcd.", "......"}, {"....AA", "......", "......"}, true);
  CHECK_EQ(evaluate(jam, blocks::metric("steps"), blocks::Heuristic("modified-linear-conflict")), 7);
  CHECK_EQ(evaluate(jam, blocks::metric("slides"), blocks::Heuristic("modified-linear-conflict")), 4);
  CHECK_EQ(evaluate(jam, blocks::metric("moves"), blocks::Heuristic("modified-linear-conflict")), 4);
}

}  // namespace budge::test
