// Distances of a box, all others away, that take no notice of where the player is: the lines of a table, one for each
// kind and cell.
#pragma once

#include <algorithm>
#include <utility>

#include "sokoban/bounds/matching.hpp"
#include "sokoban/rules/distances.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

// The pushes from a cell to every target that takes the kind; boxes to spare may stay where they are.
CostTable pushes_to_targets(const Level& level);

// The pushes that brought a box to a cell from where each of its kind starts.
CostTable pushes_from_start(const Level& level);

// The least number of pushes of all boxes by such a table.
class PlayerlessBound {
 public:
  PlayerlessBound(CostTable table, Heuristic heuristic)
      : table_(std::move(table)), heuristic_(heuristic), matching_(table_) {}

  // `each_box(visit)` calls visit with the line of every box. The answer may be Matching::infinite.
  template <class EachBox>
  int operator()(EachBox&& each_box) {
    int box = 0, sum = 0;
    switch (heuristic_) {
      case Heuristic::zero:
        return 0;
      case Heuristic::distance:
        each_box([&](int line) {
          const std::uint16_t nearest = *std::min_element(table_.line(line), table_.line(line) + table_.columns);
          sum = nearest == CostTable::far ? Matching::infinite : std::min(sum + nearest, Matching::infinite);
        });
        return sum;
      case Heuristic::matching:
        each_box([&](int line) { matching_.set(box++, line); });
        return matching_.total();
    }
    __builtin_unreachable();
  }

 private:
  CostTable table_;
  Heuristic heuristic_;
  Matching matching_;
};

}  // namespace budge::sokoban
