// ConflictTable of boxes that go where a matching sends them: the bound that long searches lean on.
//
// Two boxes may be in each other's way on the way to the targets that suit them, but not to others far off; then there
// is no conflict between them (see conflicts.hpp), whatever it would cost to send them there. The matching knows what
// that would cost: a target's *reduced cost* for a box is what the whole sum gains at least if the box goes there. So
// for every two targets what the boxes cost each other on the way is added to what it costs to choose these targets,
// and the least of it all is what the two need beyond the sum of the matching.
//
// Why that may be added up: let e be, for a box of some plan, its pushes beyond those that it needs alone to the target
// where it ends, and the reduced cost of that target. The prices of a matching are such that all of a plan's pushes are
// the matching's sum and the e of all boxes. None is negative, all are even, and two boxes in conflict have no less
// between them than the conflict says: so all have no less than the least cover of the conflicts (see cover.hpp).
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

  explicit ConflictBound(const Level& level) : level_(level), cover_(level.boxes()) {}

  // A position as a matching has it: box i stands on cells[i], has row rows[i], and line lines[i] of the table of
  // costs.
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

  // How many pushes the boxes need beyond the total of the matching, which is finite.
  int operator()(const Matched& at);

  // The same of the position last asked about, all boxes for which out(box) holds left out.
  template <class Out>
  int without(Out&& out) {
    rest_.clear();
    for (const Conflict& conflict : found_) {
      if (!out(conflict.one) && !out(conflict.other)) rest_.push_back(conflict);
    }
    return cover_(rest_);
  }

 private:
  static constexpr std::uint8_t most = 0xff;

  struct Pair {
    const std::uint8_t* table;
    int low, high, pushes;
  };

  void find_row(const Matched& at, int box);
  int least(const Pair& pair, int width) const;

  const Level& level_;
  VertexCover cover_;
  std::vector<Pair> pairs_;                     // in conflict if they go where the matching sends them
  std::vector<char> known_;                     // by box
  std::vector<std::uint8_t> reduced_, longer_;  // by box and target: reduced costs, and what frozen boxes cost it
  std::vector<Conflict> found_, rest_;
};

}  // namespace budge::sokoban
