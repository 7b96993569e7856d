// The validation of many plans at once, compared with the rules written out.
#include "tiles/replay.hpp"

#include <optional>
#include <random>
#include <string>

#include "tests/check.hpp"
#include "tests/random_puzzle.hpp"

namespace budge::test {

namespace {

using Cells = std::vector<std::uint8_t>;

// The board after a plan, or nothing if the plan is illegal.
std::optional<Cells> after(Cells cells, int width, const std::string& plan) {
  const int height = static_cast<int>(cells.size()) / width;
  for (const char move : plan) {
    const auto blank = static_cast<int>(std::ranges::find(cells, 0) - cells.begin());
    int x = blank % width, y = blank / width;
    switch (move) {
      case 'U':
        --y;
        break;
      case 'D':
        ++y;
        break;
      case 'L':
        --x;
        break;
      case 'R':
        ++x;
        break;
      default:
        return std::nullopt;
    }
    if (x < 0 || x >= width || y < 0 || y >= height) return std::nullopt;
    std::swap(cells[blank], cells[y * width + x]);
  }
  return cells;
}

}  // namespace

TEST(a_replay_accepts_exactly_the_legal_plans_that_end_at_the_goal) {
  std::mt19937 random(51);
  int legal = 0, illegal = 0;
  for (int round = 0; round < rounds(4000); ++round) {
    const int width = 1 + static_cast<int>(random() % 4), height = 1 + static_cast<int>(random() % 4);
    const std::vector<int> numbers = shuffled(width * height, random);
    const Cells start(numbers.begin(), numbers.end());
    std::string plan;
    for (unsigned left = random() % 6; left > 0; --left) plan += random() % 40 == 0 ? 'x' : "UDLR"[random() % 4];
    const std::optional<Cells> end = after(start, width, plan);
    const Cells goal = end.value_or(start);
    tiles::Replay replay(width, goal);
    CHECK_EQ(replay.holds(start, plan), end.has_value());
    CHECK_EQ(replay.holds(start, plan), end.has_value());  // nothing is left of the first plan
    ++(end ? legal : illegal);
    if (!end) continue;
    Cells other = goal;
    std::swap(other[random() % other.size()], other[random() % other.size()]);
    CHECK_EQ(tiles::Replay(width, other).holds(start, plan), other == goal);
  }
  CHECK(sampled || (legal > 1000 && illegal > 1000));
}

TEST(a_replay_rejects_a_board_without_a_blank) {
  const Cells goal{1, 2, 3, 0};
  CHECK(!tiles::Replay(2, goal).holds(Cells{1, 2, 3, 4}, ""));
  CHECK(tiles::Replay(2, goal).holds(goal, ""));
}

}  // namespace budge::test
