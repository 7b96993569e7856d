// A lower bound on the pushes from a position: the reduced costs that are unavoidable near the targets and elsewhere.
//
// The floor is cut into a zone around the targets and the rest. Every push ends in one of the two, so the reduced costs
// (reduced_costs.hpp) of the pushes in either part may be bounded separately and added.
//
// - In the zone, the search runs backwards from the solved position. It pulls boxes until all have left the zone; a box
//   that leaves the zone is removed.
// - In the rest, boxes are pushed from where they stand; a box that enters the zone is removed.
//
// Both are Dijkstra searches by reduced cost. Admissible: removing boxes only makes a position easier. So any box that
// can leave without cost while the others stand still is removed at once (box_removal.hpp). The boxes that remain have
// no room to move, often many of them together, which no bound on pairs detects. A search that exceeds its node budget
// is abandoned; the largest lower bound it has proven is still valid.
//
//   ######   The box on b is already on a target, and the box on c goes to T. Backwards from the end, the player pulls
//   #   ##   the box at T up by two cells. The player then stands on a and is shut in, unless b has been pulled aside
//   #  ba#   before. That costs two pushes: the matching says 5, and 7 are needed.
//   #    #
//   # c# #
//   ##  T#
//   ######
//
// The bound depends on where the floor is cut. So several sizes of the zone are tried, each with a growing node budget.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class ZoneBound {
 public:
  using Cell = Level::Cell;

  // For the position `from` of a level without spare boxes whose boxes are all alike. The first searches expand at most
  // `first_budget` positions. `level` must outlive this object.
  ZoneBound(const Level& level, const Placement& from, Control& control, std::uint64_t first_budget);

  // The current lower bound in pushes; Matching::infinite if no solution exists.
  int pushes() const { return pushes_; }

  // Calls visit(zone, near, far) for every cut: whether a cell is in the zone, and the reduced costs, in parts of a
  // push, that the pushes of every plan into cells of the zone and into other cells sum up to at least.
  template <class Visit>
  void each_cut(Visit&& visit) const {
    for (const Cut& cut : cuts_) visit(cut.zone, cut.near.excess, cut.far.excess);
  }

  // Searches both sides of the most promising cut, with four times the node budget of its last search. Returns false if
  // nothing is left to search; a search uses less than half a gigabyte. Throws Stopped.
  bool tighten();

 private:
  struct Side {
    int excess = 0;        // a lower bound, in parts of a push
    bool is_done = false;  // a longer search cannot raise it
  };
  struct Cut {
    std::vector<char> zone;  // around the targets, by cell
    Side near = {}, far = {};
    int searches = 0;

    int excess() const { return near.excess + far.excess; }
    bool is_done() const { return near.is_done && far.is_done; }
  };

  std::vector<Cell> by_distance() const;
  void search_near(Cut& cut, std::uint64_t budget);
  void search_far(Cut& cut, std::uint64_t budget);

  const Level& level_;
  const Placement from_;
  Control& control_;
  const std::uint64_t first_budget_;
  const ReducedCosts reduced_costs_;
  int pushes_;
  std::vector<Cut> cuts_;
};

}  // namespace budge::sokoban
