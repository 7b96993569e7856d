// Linear conflicts among blocks: the extra cost of goal pieces in each other's way, beyond their Manhattan distances.
//
// Two goal pieces that are in their goal rows, share a row and have to change order in it cannot both stay in their
// rows: one leaves and comes back, two vertical moves that Manhattan distance does not count (Hansson, Mayer and Yung,
// 1992). A piece without a goal on the straight path of a goal piece either moves, which costs one, or makes that piece
// leave its row (Wübbers, 2019: modified linear conflict). The same holds for columns. The bound is the weight of a
// minimum-weight vertex cover of the conflict graph: a goal piece weighs two in each axis, a piece without a goal
// weighs one, a piece locked in its row cannot be chosen. A move changes only edges at one piece, and changes the bound
// by at most the weight of that piece: the bound is consistent.
//
// In a metric that `turns` (see metric.hpp) a piece passes another at no cost, so only the blockers of locked pieces
// count.
#pragma once

#include <cstdint>
#include <vector>

#include "blocks/board.hpp"
#include "blocks/layout.hpp"

namespace budge::blocks {

// Which pieces may block a goal piece: those with a goal, or all.
enum class Blockers { with_goal, all };

class Conflicts {
 public:
  Conflicts() = default;
  Conflicts(const Layout& layout, const Goal& goal, Metric metric, Blockers blockers);

  // The extra cost in a position, given as the places of the slots.
  int extra(const Place* places) const;

 private:
  static constexpr int infinite = 1 << 20;

  // A goal piece in one of the two axes.
  struct Runner {
    int slot;
    int weight;
    std::vector<std::int8_t> away;    // by place: distance from home along the axis, with its sign
    std::vector<char> aligned;        // by place: in its goal row (or column)?
    std::vector<Board1024> straight;  // by place: the cells of the straight way home
  };
  // Two runners of one axis that share a line at home: in conflict if the first is farther away than these limits.
  struct Pair {
    int a, b;
    int below, above;
  };
  struct Edge {
    int a, b;
  };

  int cover(const std::vector<Edge>& edges) const;
  int weight(int vertex) const { return vertex < static_cast<int>(runners_.size()) ? runners_[vertex].weight : 1; }

  std::vector<Runner> runners_;
  std::vector<Pair> pairs_;
  // Pieces without a goal, as vertices that follow the runners.
  struct Blocker {
    int slot;
    std::vector<Board1024> cells;  // by place
  };
  std::vector<Blocker> blockers_;
};

}  // namespace budge::blocks
