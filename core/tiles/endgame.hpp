// All arrangements of the tiles on at most nine cells, by distance from the goal: breadth-first search back from the
// goal, over permutation numbers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/control.hpp"
#include "tiles/grid.hpp"

namespace budge::tiles {

class Endgame {
 public:
  static constexpr std::size_t max_cells = 9;

  // `home` is the cell of every tile in the goal, including the blank.
  Endgame(const Grid& grid, const std::vector<int>& home, std::vector<int> cells, Control& control)
      : grid_(grid), cells_(std::move(cells)), place_(home.size()), distance_(Accounted<std::uint8_t>(control)) {
    assert(cells_.size() <= max_cells);
    for (unsigned set = 0; set < bits_.size(); ++set) bits_[set] = static_cast<std::uint8_t>(std::popcount(set));
    for (std::size_t tile = 0; tile < home.size(); ++tile) place_[tile] = place(home[tile]);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      for (int side = 0; side < 4; ++side) neighbours_[i][side] = place(grid_.neighbour(cells_[i], side));
    }
    search(control);
  }

  int distance(const Tile* board) const { return distance_[rank(arrangement(board))]; }

  // The cells that the blank visits on a shortest path to the goal.
  std::vector<int> solve(const Tile* board) const {
    std::vector<int> path;
    Arrangement now = arrangement(board);
    int blank = static_cast<int>(
        std::find_if(cells_.begin(), cells_.end(), [&](int cell) { return board[cell] == 0; }) - cells_.begin());
    for (int left = distance(board); left > 0; --left) {
      for (const int to : neighbours_[blank]) {
        if (to < 0 || distance_[rank(swapped(now, blank, to))] >= left) continue;
        now = swapped(now, blank, to);
        blank = to;
        path.push_back(cells_[to]);
        break;
      }
    }
    return path;
  }

 private:
  static constexpr std::uint8_t unknown = 0xFF;

  // Four bits for each cell: the home of its tile, or of the blank.
  using Arrangement = std::uint64_t;

  struct Visit {
    Arrangement arrangement;
    int blank;
    int previous;  // blank
  };

  int place(int cell) const {
    const auto found = std::find(cells_.begin(), cells_.end(), cell);
    return found == cells_.end() ? -1 : static_cast<int>(found - cells_.begin());
  }

  Arrangement arrangement(const Tile* board) const {
    Arrangement arrangement = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      arrangement |= static_cast<Arrangement>(place_[board[cells_[i]]]) << 4 * i;
    }
    return arrangement;
  }

  static Arrangement swapped(Arrangement arrangement, int a, int b) {
    const Arrangement difference = (arrangement >> 4 * a ^ arrangement >> 4 * b) & 15;
    return arrangement ^ difference << 4 * a ^ difference << 4 * b;
  }

  // Its number among the permutations.
  std::size_t rank(Arrangement arrangement) const {
    std::size_t rank = 0;
    unsigned used = 0;
    for (std::size_t left = cells_.size(); left > 0; --left, arrangement >>= 4) {
      const unsigned place = arrangement & 15;
      rank = rank * left + place - bits_[used & ((1u << place) - 1)];
      used |= 1u << place;
    }
    return rank;
  }

  void search(Control& control) {
    std::size_t count = 1;
    Arrangement goal = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      count *= i + 1;
      goal |= static_cast<Arrangement>(i) << 4 * i;
    }
    distance_.assign(count, unknown);
    distance_[rank(goal)] = 0;
    Vector<Visit> queue(1, {goal, place_[0], -1}, Accounted<Visit>(control));
    queue.reserve(count / 2 + 1);
    std::size_t level_end = 1;
    std::uint8_t moves = 1;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      if (head == level_end) {
        level_end = queue.size();
        ++moves;
      }
      const Visit visit = queue[head];
      for (const int to : neighbours_[visit.blank]) {
        if (to < 0 || to == visit.previous) continue;
        const Arrangement next = swapped(visit.arrangement, visit.blank, to);
        std::uint8_t& distance = distance_[rank(next)];
        if (distance != unknown) continue;
        distance = moves;
        queue.push_back({next, to, visit.blank});
      }
    }
  }

  const Grid& grid_;
  std::vector<int> cells_;
  std::vector<int> place_;                                  // by tile
  std::array<std::array<int, 4>, max_cells> neighbours_{};  // places next to a place
  std::array<std::uint8_t, 512> bits_;                      // of small sets, for processors without popcount
  Vector<std::uint8_t> distance_;
};

}  // namespace budge::tiles
