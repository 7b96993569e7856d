// Validates many plans at once by the rules of src/budge/puzzles/tiles.py, fast enough for solvers of thousands of
// boards per second. It only says whether a plan is valid; the Python code there says why one is not.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace budge::tiles {

// Boards of one size and goal, 0 the blank.
class Replay {
 public:
  Replay(int width, std::span<const std::uint8_t> goal)
      : width_(width), height_(static_cast<int>(goal.size()) / width), goal_(goal), cells_(goal.size()) {
    assert(goal.size() == static_cast<std::size_t>(width_) * height_);
  }

  // Whether the plan, letters for where the blank goes, is legal and leads from the start to the goal.
  bool holds(std::span<const std::uint8_t> start, std::string_view plan) {
    assert(start.size() == goal_.size());
    std::ranges::copy(start, cells_.begin());
    const auto blank = std::ranges::find(cells_, 0) - cells_.begin();
    if (blank == static_cast<std::ptrdiff_t>(cells_.size())) return false;
    int row = static_cast<int>(blank) / width_, column = static_cast<int>(blank) % width_;
    for (const char move : plan) {
      const int here = row * width_ + column;
      if (move == 'U') {
        --row;
      } else if (move == 'D') {
        ++row;
      } else if (move == 'L') {
        --column;
      } else if (move == 'R') {
        ++column;
      } else {
        return false;
      }
      if (row < 0 || row >= height_ || column < 0 || column >= width_) return false;
      const int there = row * width_ + column;
      cells_[here] = cells_[there];
      cells_[there] = 0;
    }
    return std::ranges::equal(cells_, goal_);
  }

 private:
  int width_;
  int height_;
  std::span<const std::uint8_t> goal_;
  std::vector<std::uint8_t> cells_;
};

}  // namespace budge::tiles
