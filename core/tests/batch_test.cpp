// Stepping a batch of boards: each board takes its own action, and counts of misplaced tiles are updated incrementally.
#include "tiles/batch.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "tests/check.hpp"

namespace budge::test {

TEST(a_batch_counts_misplaced_tiles_and_ignores_moves_off_the_board) {
  constexpr int width = 3, height = 2, cells = width * height, boards = 50;
  std::mt19937 random(1);
  std::vector<std::uint16_t> goal(cells), all;
  std::iota(goal.begin(), goal.end(), 0);
  for (int i = 0; i < boards; ++i) all.insert(all.end(), goal.begin(), goal.end());
  std::vector<std::int32_t> blanks(boards, 0), misplaced(boards, 0);
  std::vector<std::int64_t> actions(boards);
  const tiles::Batch batch{width, height, goal, all, blanks, misplaced};
  for (int round = 0; round < 200; ++round) {
    for (std::int64_t& action : actions) action = random() % 4;
    const std::vector<std::int32_t> before = blanks;
    step(batch, actions);
    for (int i = 0; i < boards; ++i) {
      const std::uint16_t* board = all.data() + i * cells;
      CHECK_EQ(std::find(board, board + cells, 0) - board, blanks[i]);
      const int row = before[i] / width, column = before[i] % width;
      const bool border[] = {row == 0, column == 0, column == width - 1, row == height - 1};
      CHECK_EQ(border[actions[i]], blanks[i] == before[i]);
      int wrong = 0;
      for (int cell = 0; cell < cells; ++cell) wrong += board[cell] != 0 && board[cell] != goal[cell];
      CHECK_EQ(wrong, misplaced[i]);
    }
  }
}

}  // namespace budge::test
