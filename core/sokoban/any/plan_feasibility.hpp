// Plan feasibility: how far a packing plan can still be carried out past boxes that will never move again.
//
// A box that freezes on a target too early may leave every target reachable for some box and still break the plan,
// because boxes that should pass it no longer can. So for every later stage this test matches the places of the plan
// with boxes that can be pushed there, with frozen boxes as walls and all other boxes out of the way. A position that
// breaks the plan may still be solved in another order; positions that keep it come first.
//
//   #######    The plan is to bring the third box up into the room before both targets there are filled, and to fill
//   #     #    the one below last. Pushed down into its corner at once, the box is frozen, and only two are left for
//   #.$ $.#    the three places above. The targets could all be filled, but not by that plan.
//   #     #
//   ### ###
//   # $ ###
//   #@ .###
//   #######
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "sokoban/any/packing_plan.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class PlanFeasibility {
 public:
  using Cell = Level::Cell;

  // The plan starts from the placement `from`.
  PlanFeasibility(const Level& level, const PackingPlan& plan, const Placement& from)
      : level_(level), plan_(plan), freeze_(level), number_(level.floor() + 1, -1) {
    for (const PackingStep& step : plan.steps()) {
      if (number_[step.to] >= 0) continue;
      number_[step.to] = static_cast<int>(places_.size());
      places_.push_back(step.to);
    }
    const std::size_t bytes = places_.size() * level.box_cells();
    const std::size_t max_bytes = level.tuning().plan_feasibility_bytes;
    max_tables_ = bytes > max_bytes / 64 ? 0 : max_bytes / std::max<std::size_t>(bytes, 1);
    if (max_tables_ == 0) return;
    Board board(level);
    for (int box = 0; box < level.boxes(); ++box) board.add(from.boxes[box], level.kind(box));
    feasible_ = plan.stages();
    feasible_ = reachable(board, plan.stage(board));
  }

  // True if the plan cannot be carried out as far as from the start; `stage` is that of the board.
  bool is_broken(const Board& board, int stage) { return stage < feasible_ && reachable(board, stage) < feasible_; }

 private:
  using Table = std::vector<char>;  // by place and cell: a lone box can be pushed there

  int reachable(const Board& board, int stage) {
    const Table& table = table_of(freeze_.all(board));
    filled_by_.assign(places_.size(), -1);
    fills_.assign(board.boxes(), -1);
    for (int step = 0; step < feasible_; ++step) {
      const auto [to, from] = plan_.steps()[step];
      if (from != level_.outside()) leave(number_[from]);
      if (step < stage) {
        if (board.has_box(to)) fill(number_[to], board.box_at(to));
        continue;
      }
      visited_.assign(board.boxes(), 0);
      if (!augment(board, table, number_[to])) return step;
    }
    return feasible_;
  }

  void fill(int place, int box) {
    filled_by_[place] = box;
    fills_[box] = place;
  }
  void leave(int place) {
    if (filled_by_[place] >= 0) fills_[filled_by_[place]] = -1;
    filled_by_[place] = -1;
  }

  bool augment(const Board& board, const Table& table, int place) {
    const char* const from = table.data() + static_cast<std::size_t>(place) * level_.box_cells();
    for (int box = 0; box < board.boxes(); ++box) {
      if (visited_[box] || !from[board.cell(box)]) continue;
      visited_[box] = 1;
      if (fills_[box] < 0 || augment(board, table, fills_[box])) {
        fill(place, box);
        return true;
      }
    }
    return false;
  }

  const Table& table_of(std::vector<Cell> frozen) {
    std::ranges::sort(frozen);
    const auto found = tables_.find(frozen);
    if (found != tables_.end()) return found->second;
    if (tables_.size() == max_tables_) tables_.clear();
    std::vector<char> wall(level_.floor() + 1, 0);
    wall[level_.outside()] = 1;
    for (const Cell cell : frozen) wall[cell] = 1;
    Table table(places_.size() * level_.box_cells(), 0);
    for (std::size_t place = 0; place < places_.size(); ++place) {
      char* const from = table.data() + place * level_.box_cells();
      from[places_[place]] = 1;
      if (wall[places_[place]]) continue;
      queue_.assign(1, places_[place]);
      for (std::size_t i = 0; i < queue_.size(); ++i) {
        for (int d = 0; d < Level::directions; ++d) {
          const Cell to = level_.next(queue_[i], d);
          if (to >= level_.box_cells() || wall[to] || from[to] || wall[level_.next(to, d)]) continue;
          from[to] = 1;
          queue_.push_back(to);
        }
      }
    }
    return tables_.emplace(std::move(frozen), std::move(table)).first->second;
  }

  const Level& level_;
  const PackingPlan& plan_;
  Freeze freeze_;
  std::vector<int> number_;  // by cell: of a place, or -1
  std::vector<Cell> places_;
  std::size_t max_tables_ = 0;
  int feasible_ = 0;
  std::map<std::vector<Cell>, Table> tables_;  // by frozen boxes
  std::vector<int> filled_by_, fills_;         // by place and by box, or -1
  std::vector<char> visited_;                  // by box
  std::vector<Cell> queue_;
};

}  // namespace budge::sokoban
