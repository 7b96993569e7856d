// The number of moves needed to bring one tile to its target, for any cells of the tile and of the blank.
//
// The other tiles do not matter, the locked cells do. The tile moves when the blank is at its side, so the shortest
// paths run between pairs (cell of the tile, side of the blank); Dijkstra's algorithm finds them backwards from the
// target. From elsewhere the blank first walks to one of the sides. Both searches extend only as far as they are
// queried.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/control.hpp"
#include "tiles/grid.hpp"

namespace budge::tiles {

class Carry {
 public:
  Carry(const Grid& grid, Control& control) : grid_(grid), distances_(Accounted<std::uint16_t>(control)) {}

  // Sets the target; afterwards the blank has to move on to the cell `rest`, if there is one.
  void aim(int target, int rest = -1) {
    target_ = target;
    rest_ = rest;
    walks_.clear();
    walk_of_.assign(grid_.cells(), -1);
    distances_.clear();
    to_go_.assign(grid_.cells() * 4, unreachable);
    for (auto& bucket : buckets_) bucket.clear();
    cost_ = 0;
    for (int side = 0; side < 4; ++side) {
      const int blank = grid_.neighbour(target, side);
      if (blank >= 0) reach(target, side, distance(target, blank));
    }
  }

  int distance(int tile, int blank) {
    if (tile == target_ && rest_ < 0) return 0;
    if (walk_of_[tile] < 0) begin_walk(tile);
    Walk& walk = walks_[walk_of_[tile]];
    const std::uint16_t& distance = distances_[walk.distances + blank];
    while (distance == unreachable && walk.depth <= walk.last_depth) extend(walk);
    return distance;
  }

 private:
  struct End {
    int cell;
    int cost;
  };

  // The walks of the blank for one cell of the tile, as far as they are known. They end at a side of the tile or, if
  // the tile is on target, at `rest`.
  struct Walk {
    int tile;
    std::vector<End> ends;
    std::size_t distances;  // where they begin in distances_
    int depth;              // of the frontier, which is extended next
    int last_depth;         // as far as known
    std::vector<int> frontier;
  };

  void begin_walk(int tile) {
    Walk walk{tile, {}, distances_.size(), unreachable, 0, {}};
    if (tile == target_) {
      walk.ends.push_back({rest_, 0});
    } else {
      spread_to(tile);
      for (int side = 0; side < 4; ++side) {
        const int cost = to_go_[tile * 4 + side];
        if (cost < unreachable) walk.ends.push_back({grid_.neighbour(tile, side), cost});
      }
    }
    for (const End& end : walk.ends) {
      walk.depth = std::min(walk.depth, end.cost);
      walk.last_depth = std::max(walk.last_depth, end.cost);
    }
    distances_.resize(distances_.size() + grid_.cells(), unreachable);
    walk_of_[tile] = static_cast<int>(walks_.size());
    walks_.push_back(std::move(walk));
  }

  void extend(Walk& walk) {
    std::uint16_t* distances = distances_.data() + walk.distances;
    for (const End& end : walk.ends) {
      if (end.cost != walk.depth || distances[end.cell] != unreachable) continue;
      distances[end.cell] = static_cast<std::uint16_t>(end.cost);
      walk.frontier.push_back(end.cell);
    }
    ++walk.depth;
    next_.clear();
    for (const int cell : walk.frontier) {
      for (int side = 0; side < 4; ++side) {
        const int next = grid_.neighbour(cell, side);
        if (next < 0 || next == walk.tile || distances[next] != unreachable) continue;
        distances[next] = static_cast<std::uint16_t>(walk.depth);
        next_.push_back(next);
      }
    }
    if (!next_.empty()) walk.last_depth = std::max(walk.last_depth, walk.depth);
    std::swap(walk.frontier, next_);
  }

  // Closes the four sides of this cell. If the blank can walk around the tile at all, it needs six moves.
  void spread_to(int tile) {
    const auto nearest = [&] { return *std::min_element(&to_go_[tile * 4], &to_go_[tile * 4] + 4); };
    for (; cost_ < static_cast<int>(buckets_.size()) && cost_ <= nearest() + 6; ++cost_) settle();
  }

  void reach(int tile, int side, int cost) {
    int& known = to_go_[tile * 4 + side];
    if (cost >= known) return;
    known = cost;
    if (static_cast<int>(buckets_.size()) <= cost) buckets_.resize(cost + 1);
    buckets_[cost].push_back(tile * 4 + side);
  }

  // Predecessors of a state at distance `cost_`: the tile was where the blank is now, or the blank came around the
  // tile.
  void settle() {
    for (std::size_t i = 0; i < buckets_[cost_].size(); ++i) {
      const int tile = buckets_[cost_][i] / 4;
      const int side = buckets_[cost_][i] % 4;
      if (to_go_[tile * 4 + side] < cost_) continue;
      reach(grid_.neighbour(tile, side), (side + 2) % 4, cost_ + 1);
      for (const int turn : {1, 7}) {
        for (int moves = 1, direction = 2 * side; moves <= 6; ++moves) {
          direction = (direction + turn) % 8;
          if (grid_.around(tile, direction) < 0) break;
          if (direction % 2 == 0) reach(tile, direction / 2, cost_ + moves);
        }
      }
    }
  }

  const Grid& grid_;
  int target_ = 0;
  int rest_ = -1;
  std::vector<int> to_go_;  // by cell of the tile and side of the blank
  std::vector<std::vector<int>> buckets_;
  int cost_ = 0;
  std::vector<Walk> walks_;
  std::vector<int> walk_of_;  // by cell of the tile
  Vector<std::uint16_t> distances_;
  std::vector<int> next_;
};

}  // namespace budge::tiles
