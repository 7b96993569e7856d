// The cells of a board, some of which may be locked.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace budge::tiles {

using Tile = std::uint16_t;

// A distance greater than any on a board.
inline constexpr int unreachable = 0xFFFF;

// The cells of a board, some of which are locked. The directions 0 to 7 go around a cell clockwise from the one above
// it, so that the even ones are its four sides.
class Grid {
 public:
  Grid(int width, int height) : width_(width), around_(width * height), locked_(width * height, false) {
    constexpr int dx[] = {0, 1, 1, 1, 0, -1, -1, -1};
    constexpr int dy[] = {-1, -1, 0, 1, 1, 1, 0, -1};
    for (int cell = 0; cell < cells(); ++cell) {
      for (int direction = 0; direction < 8; ++direction) {
        const int x = cell % width + dx[direction];
        const int y = cell / width + dy[direction];
        const bool inside = x >= 0 && y >= 0 && x < width && y < height;
        around_[cell][direction] = static_cast<std::int16_t>(inside ? y * width + x : -1);
      }
    }
  }

  int width() const { return width_; }
  int cells() const { return static_cast<int>(around_.size()); }
  void lock(int cell, bool locked = true) { locked_[cell] = locked; }

  // The open cell in that direction, or -1.
  int around(int cell, int direction) const {
    const int next = around_[cell][direction];
    return next >= 0 && !locked_[next] ? next : -1;
  }
  int neighbour(int cell, int side) const { return around(cell, 2 * side); }

 private:
  int width_;
  std::vector<std::array<std::int16_t, 8>> around_;
  std::vector<char> locked_;
};

}  // namespace budge::tiles
