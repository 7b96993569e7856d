// Distances of a lone box that ignore where the player is, and the bound on pushes that they give.
//
// The tables have one line for each kind and cell of a box. They are weaker than those of Distances, but hold for
// several players, who may stand on both sides of a box, and for searches from the end.
#pragma once

#include <algorithm>
#include <utility>

#include "sokoban/bounds/matching.hpp"
#include "sokoban/rules/distances.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

// The pushes from a cell to every target that accepts the kind; spare boxes cost 0.
CostTable pushes_to_targets(const Level& level);

// The pushes to a cell from the start of each box of the same kind.
CostTable pushes_from_start(const Level& level);

// A lower bound on the pushes of all boxes, by such a table.
class PlayerlessBound {
 public:
  PlayerlessBound(CostTable table, Heuristic heuristic)
      : table_(std::move(table)), heuristic_(heuristic), matching_(table_) {}

  // `each_box(visit)` calls visit with the line of every box. Returns Matching::infinite if no assignment exists.
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
