// One step on many boards of the same size, for learners that play thousands of games at once.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace budge::tiles {

// Concatenated boards, their blanks, and the number of misplaced tiles of each: zero means solved.
struct Batch {
  int width;
  int height;
  std::span<const std::uint16_t> goal;
  std::span<std::uint16_t> boards;
  std::span<std::int32_t> blanks;
  std::span<std::int32_t> misplaced;
};

// Moves the blank of board i up, left, right or down for actions[i] = 0, 1, 2 or 3; at the border it stays.
inline void step(const Batch& batch, std::span<const std::int64_t> actions) {
  const int cells = batch.width * batch.height;
  assert(batch.goal.size() == static_cast<std::size_t>(cells));
  assert(batch.boards.size() == actions.size() * cells);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    std::uint16_t* board = batch.boards.data() + i * cells;
    const int here = batch.blanks[i], row = here / batch.width, column = here - row * batch.width;
    const int down = (actions[i] == 3) - (actions[i] == 0), right = (actions[i] == 2) - (actions[i] == 1);
    const bool inside = static_cast<unsigned>(row + down) < static_cast<unsigned>(batch.height) &&
                        static_cast<unsigned>(column + right) < static_cast<unsigned>(batch.width);
    if (!inside) continue;
    const int there = here + down * batch.width + right;
    const std::uint16_t tile = board[there];
    board[here] = tile;
    board[there] = 0;
    batch.blanks[i] = there;
    batch.misplaced[i] += (batch.goal[there] == tile) - (batch.goal[here] == tile);
  }
}

}  // namespace budge::tiles
