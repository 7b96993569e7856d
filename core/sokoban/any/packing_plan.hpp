// A packing plan: the order in which boxes fill the targets, so that none is walled off too early (after Shoham and
// Schaeffer, "The FESS Algorithm", 2020).
//
// The order comes from find_packing_order(). Boxes that it parks for a while must stand exactly there, or may stand
// anywhere as long as the packed boxes do not cut them off from all remaining places. The plan says how many of its
// stages a position has completed, which boxes stand where the plan will soon wall them off (out of plan), and how far
// cells are from the next place.
//
// If boxes start next to their targets, there is nowhere to remove them to, and so no order. Then the stage of a plan
// without an order is the number of targets filled.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/any/packing_order.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

enum class Parking { as_planned, anywhere };

class PackingPlan {
 public:
  using Cell = Level::Cell;

  PackingPlan(const Level& level, std::vector<PackingStep> steps, Parking parking = Parking::as_planned);

  // `places` are the cells to fill: the targets, or the start cells for a backward search.
  static PackingPlan without_order(const Level& level, const std::vector<Cell>& places);
  bool has_order() const { return is_place_.empty(); }

  int stages() const { return static_cast<int>(steps_.size()); }
  const std::vector<PackingStep>& steps() const { return steps_; }

  // The last stage of which all boxes are in place; without an order, the number of places filled.
  int stage(const Board& board) const {
    if (!has_order()) return count(board, is_place_);
    int missing = 0, stage = 0;
    for (int i = 0; i < stages(); ++i) {
      missing += !board.has_box(steps_[i].to);
      if (steps_[i].from != level_.outside()) missing -= !board.has_box(steps_[i].from);
      if (missing == 0) stage = i + 1;
    }
    if (parking_ == Parking::anywhere) {
      while (stage > 0 && count(board, shut_[stage]) > 0) --stage;
    }
    return stage;
  }

  // Without an order: whether a cell is one of those to fill.
  bool is_place(Cell cell) const { return is_place_[cell]; }

  // The zone out of plan: cells that the next packed boxes will cut off from all remaining places. It is the zone of
  // the next stage at which it grows, however far away: boxes should leave a room long before it closes.
  bool is_out(int stage, Cell cell) const { return out_[stage][cell]; }

  // The boxes in that zone.
  int out_of_plan(const Board& board, int stage) const { return count(board, out_[stage]); }

  // Steps on the empty floor from the next place of the plan, and from the zone out of plan.
  const std::vector<std::uint16_t>& from_next(int stage) const { return from_next_[stage]; }
  const std::vector<std::uint16_t>& from_zone(int stage) const { return from_zone_[stage]; }

 private:
  static int count(const Board& board, const std::vector<char>& cells) {
    int boxes = 0;
    for (int box = 0; box < board.boxes(); ++box) boxes += cells[board.cell(box)];
    return boxes;
  }

  void forget_parking();
  void find_shut();
  void find_zones();
  std::vector<std::uint16_t> steps_from(std::vector<Cell> cells) const;

  const Level& level_;
  std::vector<PackingStep> steps_;
  Parking parking_;
  std::vector<char> is_place_;                                     // by cell; empty if there is an order
  std::vector<std::vector<char>> shut_, out_;                      // by stage and cell
  std::vector<std::vector<std::uint16_t>> from_next_, from_zone_;  // likewise
};

}  // namespace budge::sokoban
