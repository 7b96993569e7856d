// Reduced costs of pushes: how much each push of a plan adds to the bound of the matching.
//
// The dual of a minimum-cost matching assigns a price to every target. The potential of a box is the minimum over all
// targets of its distance to the target minus the price of the target. The reduced cost of a push is 1 minus the
// decrease of the potential. It is never negative, since one push shortens a distance by at most 1.
//
// Summed over a plan, the potentials cancel except the first and the last. The first ones plus the prices give the
// total of the matching; the last ones give the remaining excess at the end. So
//
//   pushes of a plan = total of the matching + reduced costs of its pushes + excess at the end,
//
// and lower bounds on reduced costs in disjoint parts of a plan may be added (zone_bound.hpp).
//
// The prices are not unique. This class takes the mean of extreme solutions, which lies inside the set of all optimal
// prices, so that a box pays wherever no minimum-cost matching sends it. The prices are fractions of a push, so they
// are counted in parts.
//
//   #######    One box, at distance 2 from its target, whose price is 0. The two pushes to the right have reduced cost
//   #  $ .#    1 - 1 = 0. A push to the left has reduced cost 1 + 1 = 2, and a plan that begins with it has 2 + 2
//   # @   #    pushes: the total of the matching and the reduced cost.
//   #######
#pragma once

#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class ReducedCosts {
 public:
  using Cell = Level::Cell;
  static constexpr int infinite = 1 << 28;

  // For plans from the position `from` of a level without spare boxes whose boxes are all alike. `level` must outlive
  // this object.
  ReducedCosts(const Level& level, const Placement& from);

  // The total of the matching in pushes. If it is Matching::infinite, no other member may be called.
  int total() const { return total_; }

  // The denominator of all reduced costs: one push has parts() parts.
  int parts() const { return parts_; }

  // The reduced cost, in parts, of the push by a player on one side of the box; infinite if no plan has such a push.
  int of_push(Cell cell, int side) const {
    const Cell player = level_.next(cell, side), to = level_.next(cell, Level::opposite(side));
    if (player == level_.outside() || cell >= level_.box_cells() || to >= level_.box_cells()) return infinite;
    const int before = potential(cell, player), after = potential(to, cell);
    return before == infinite || after == infinite ? infinite : parts_ - before + after;
  }

  // The remaining excess at the end, with a box on every target and the player on a cell.
  int at_end(Cell player) const;

 private:
  int potential(Cell cell, Cell player) const { return potential_[level_.stance(cell, player)]; }

  const Level& level_;
  int total_, parts_ = 1;
  std::vector<int> prices_;     // by target
  std::vector<int> potential_;  // by stance
};

}  // namespace budge::sokoban
