// Plans for any board, and their improvement.
#include "tiles/construct.hpp"

#include "tests/check.hpp"
#include "tests/random_puzzle.hpp"
#include "tiles/improve.hpp"

namespace budge::test {

namespace {

TilesInstance random_instance(int width, int height, std::mt19937& random) {
  const TokenPuzzle puzzle = scrambled(width, height, 4 * width * height * (width + height), random);
  return {width, height, puzzle.start, puzzle.goal};
}

bool leads_home(const TilesInstance& instance, const std::vector<int>& path) {
  const Adjacency graph = grid(instance.width, instance.height);
  std::vector<int> board = instance.start;
  int blank = static_cast<int>(std::find(board.begin(), board.end(), 0) - board.begin());
  for (const int to : path) {
    if (std::count(graph[blank].begin(), graph[blank].end(), to) == 0) return false;
    std::swap(board[blank], board[to]);
    blank = to;
  }
  return board == instance.goal;
}

}  // namespace

TEST(every_board_gets_a_plan_wherever_the_goal_has_its_blank) {
  std::mt19937 random(1);
  for (int width = 1; width <= 7; ++width) {
    for (int height = width == 1 ? 2 : 1; height <= 7; ++height) {
      for (int i = 0; i < 10; ++i) {
        const TilesInstance instance = random_instance(width, height, random);
        Control control;
        CHECK(leads_home(instance, construct(instance, control)));
      }
    }
  }
  for (const auto& [width, height] : {std::pair{2, 15}, {15, 2}, {1, 30}, {20, 20}, {3, 12}}) {
    const TilesInstance instance = random_instance(width, height, random);
    Control control;
    CHECK(leads_home(instance, construct(instance, control)));
  }
}

TEST(improving_keeps_a_plan_valid_and_never_lengthens_it) {
  std::mt19937 random(2);
  std::size_t gained = 0;
  for (const auto& [width, height] : {std::pair{3, 3}, {4, 4}, {6, 2}, {5, 5}, {8, 8}, {1, 9}, {12, 12}}) {
    const TilesInstance instance = random_instance(width, height, random);
    Control control, limited(Limits{.nodes = 200'000});
    auto path = construct(instance, control);
    const std::size_t first = path.size();
    const Stop stop = improve(instance, path, limited);
    CHECK(stop == Stop::none || stop == Stop::nodes);
    CHECK(leads_home(instance, path));
    CHECK(path.size() <= first);
    gained += first - path.size();
  }
  CHECK(gained > 0);
}

TEST(small_boards_are_solved_in_the_fewest_moves) {
  std::mt19937 random(3);
  for (int i = 0; i < 10; ++i) {
    const TilesInstance instance = random_instance(3, 3, random);
    Control control, exact;
    auto path = construct(instance, control);
    Control limited(Limits{.nodes = 200'000});
    improve(instance, path, limited);
    const auto optimum = solve(tiles(3, 3, instance.start, instance.goal), TileHeuristic::manhattan, {}, exact);
    CHECK_EQ(path.size(), optimum.plan.size());
  }
}

TEST(construction_itself_can_be_stopped) {
  std::mt19937 random(4);
  const TilesInstance instance = random_instance(12, 12, random);
  Control control(Limits{.nodes = 500});
  bool stopped = false;
  try {
    construct(instance, control);
  } catch (const Stopped& reason) {
    stopped = reason.reason == Stop::nodes;
  }
  CHECK(stopped);
}

}  // namespace budge::test
