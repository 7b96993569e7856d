// All arrangements of the tiles on a few cells, at most nine, by their distance from the goal: a breadth-first search
// back from the goal over the numbers of the permutations.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/control.hpp"
#include "tiles/beam.hpp"

namespace budge {

class Endgame {
 public:
  // `home` is by tile, the blank's included.
  Endgame(const Grid& grid, const std::vector<int>& home, std::vector<int> cells, Control& control)
      : grid_(grid),
        cells_(std::move(cells)),
        place_(home.size()),
        index_(grid.cells(), -1),
        distance_(Accounted<std::uint8_t>(control)) {
    for (std::size_t i = 0; i < cells_.size(); ++i) index_[cells_[i]] = static_cast<int>(i);
    for (std::size_t tile = 0; tile < home.size(); ++tile) place_[tile] = index_[home[tile]];
    for (unsigned set = 0; set < bits_.size(); ++set) bits_[set] = static_cast<std::uint8_t>(std::popcount(set));
    std::size_t arrangements = 1;
    Arrangement goal{};
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      goal[i] = static_cast<std::uint8_t>(i);
      arrangements *= i + 1;
    }
    distance_.assign(arrangements, unknown);
    distance_[rank(goal)] = 0;
    struct Visit {
      Arrangement arrangement;
      std::int8_t blank, came_from;
    };
    const auto blank_home = static_cast<std::int8_t>(place_[0]);
    Vector<Visit> queue(1, {goal, blank_home, -1}, Accounted<Visit>(control));
    for (std::size_t head = 0; head < queue.size(); ++head) {
      Visit visit = queue[head];
      const int moves = distance_[rank(visit.arrangement)] + 1;
      const std::int8_t blank = visit.blank;
      for (int side = 0; side < 4; ++side) {
        const int to = beside(blank, side);
        if (to < 0 || to == visit.came_from) continue;
        Visit next{visit.arrangement, static_cast<std::int8_t>(to), blank};
        std::swap(next.arrangement[blank], next.arrangement[to]);
        std::uint8_t& distance = distance_[rank(next.arrangement)];
        if (distance != unknown) continue;
        distance = static_cast<std::uint8_t>(moves);
        queue.push_back(next);
      }
    }
  }

  int distance(const Tile* board) const { return distance_[rank(arrangement(board))]; }

  // The cells the blank visits on a shortest way to the goal.
  std::vector<int> solve(const Tile* board) const {
    std::vector<int> path;
    Arrangement now = arrangement(board);
    for (int distance = distance_[rank(now)]; distance > 0; --distance) {
      const int blank = find_blank(now);
      for (int side = 0; side < 4; ++side) {
        const int to = beside(blank, side);
        if (to < 0) continue;
        std::swap(now[blank], now[to]);
        if (distance_[rank(now)] < distance) {
          path.push_back(cells_[to]);
          break;
        }
        std::swap(now[blank], now[to]);
      }
    }
    return path;
  }

 private:
  static constexpr std::uint8_t unknown = 0xFF;

  // For every cell where its tile belongs.
  using Arrangement = std::array<std::uint8_t, 9>;

  int beside(int index, int side) const {
    const int cell = grid_.beside(cells_[index], side);
    return cell < 0 ? -1 : index_[cell];
  }

  int find_blank(const Arrangement& arrangement) const {
    return static_cast<int>(std::find(arrangement.begin(), arrangement.end(), place_[0]) - arrangement.begin());
  }

  Arrangement arrangement(const Tile* board) const {
    Arrangement arrangement{};
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      arrangement[i] = static_cast<std::uint8_t>(place_[board[cells_[i]]]);
    }
    return arrangement;
  }

  // Its number in lexicographic order.
  std::size_t rank(const Arrangement& arrangement) const {
    std::size_t rank = 0;
    unsigned used = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const unsigned bit = 1u << arrangement[i];
      rank = rank * (cells_.size() - i) + arrangement[i] - bits_[used & (bit - 1)];
      used |= bit;
    }
    return rank;
  }

  const Grid& grid_;
  std::vector<int> cells_;
  std::vector<int> place_;  // by tile
  std::vector<int> index_;  // by cell of the board
  std::array<std::uint8_t, 512>
      bits_;  // how many a set has: quicker than counting where there is no instruction for it
  Vector<std::uint8_t> distance_;
};

}  // namespace budge
