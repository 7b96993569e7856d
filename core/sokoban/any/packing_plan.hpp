// A packing plan: in which order the targets are to be filled, so that none is walled off before its time.
//
// The order is that of unpack(), read forwards. Boxes that it puts aside for a while may be asked for just there; or
// anywhere, as long as none stands where the boxes that have come to stay shut off all places left. Here it is asked
// how far a position has carried it out, which boxes stand where the plan will soon wall them off, and how far cells
// are from where it goes on. (Shoham and Schaeffer, "The FESS Algorithm", 2020.)
//
// Where boxes begin beside their targets there is nowhere to take them away to, and so no order. Then it is a plan
// without one: as far as targets are filled, whichever these are.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/any/unpacking.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

enum class Parking { as_planned, anywhere };

class PackingPlan {
 public:
  using Cell = Level::Cell;

  PackingPlan(const Level& level, std::vector<PackingStep> steps, Parking parking = Parking::as_planned);

  // The places may be the targets, or others to be filled.
  static PackingPlan without_order(const Level& level, const std::vector<Cell>& places);
  bool has_order() const { return is_place_.empty(); }

  int stages() const { return static_cast<int>(steps_.size()); }
  const std::vector<PackingStep>& steps() const { return steps_; }

  // The last stage whose boxes all stand in their places; without an order, the number of places filled.
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

  // Without an order: whether a cell is one of those to be filled.
  bool is_place(Cell cell) const { return is_place_[cell]; }

  // The zone out of plan: cells from which the next boxes that come to stay will shut off all places left. It is that
  // of the next stage at which it grows, however many stages away: boxes leave a room long before it shuts.
  bool is_out(int stage, Cell cell) const { return out_[stage][cell]; }

  // Boxes in it.
  int out_of_plan(const Board& board, int stage) const { return count(board, out_[stage]); }

  // Steps on the empty floor from the place that the plan fills next, and from the zone out of plan.
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
