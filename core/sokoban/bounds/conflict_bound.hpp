// A lower bound on the extra pushes of boxes in conflict, given a matching.
//
// Two boxes may be in conflict on the way to their matched targets, but not on the way to some distant targets. The
// conflict table (conflict_table.hpp) takes the minimum over all targets, so it finds no conflict. But sending the
// boxes to distant targets makes the matching more expensive. The reduced cost of (box, target) is a lower bound on
// that increase. So for two boxes, minimise over all pairs of targets
//
//   extra pushes for these targets + reduced costs of both boxes for these targets.
//
// Admissible: take any plan, and for each box let e be its pushes beyond its distance to the target where it ends, plus
// the reduced cost of that target. By the duality of matching, the pushes of the plan are the total of the matching
// plus the sum of all e. Every e is at least 0 and even, and two boxes in conflict have e's that sum to at least the
// minimum above. So the sum of all e is at least the weight of a minimum vertex cover of the conflicts
// (vertex_cover.hpp).
//
//   Example: boxes a and b need 2 extra pushes at their matched targets, 0 at any others, and to send either to another
//   target has reduced cost 4. The conflict table says 0; the bound here is min(2 + 0, 0 + 4) = 2.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/bounds/conflict_table.hpp"
#include "sokoban/bounds/matching.hpp"
#include "sokoban/bounds/vertex_cover.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class ConflictBound {
 public:
  using Cell = Level::Cell;

  explicit ConflictBound(const Level& level)
      : level_(level), cover_(level.boxes(), static_cast<int>(level.tuning().cover_branches)) {}

  // A matched position: box i stands on cells[i], has row rows[i] of the matching and line lines[i] of the cost table.
  struct Matched {
    const std::vector<Cell>& cells;
    Cell player;
    const Matching& matching;
    const std::vector<int>& rows;
    const std::vector<int>& lines;
    const CostTable& costs;
    const CostTable& bare;  // the same without frozen boxes
    const ConflictTable& conflicts;
  };

  // A lower bound on the pushes beyond the total of the matching, which must be finite.
  int operator()(const Matched& at);

  // The same for the position of the last call, without the boxes for which excluded(box) holds.
  template <class Excluded>
  int without(Excluded&& excluded) {
    rest_.clear();
    for (const Conflict& conflict : found_) {
      if (!excluded(conflict.one) && !excluded(conflict.other)) rest_.push_back(conflict);
    }
    return cover_(rest_);
  }

 private:
  static constexpr std::uint8_t max_cost = 0xff;

  struct Pair {
    const std::uint8_t* table;
    int low, high, pushes;
  };

  void find_row(const Matched& at, int box);
  int min_extra(const Pair& pair, int width) const;

  const Level& level_;
  VertexCover cover_;
  std::vector<Pair> pairs_;                     // in conflict at their matched targets
  std::vector<char> known_;                     // by box: its row of reduced_ and detour_ is filled
  std::vector<std::uint8_t> reduced_, detour_;  // by box and target: reduced cost; extra distance around frozen boxes
  std::vector<Conflict> found_, rest_;
};

}  // namespace budge::sokoban
