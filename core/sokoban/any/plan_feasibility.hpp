// Plan feasibility: how far a packing plan can still be carried out past boxes that will never move again.
//
// A box that freezes on a target too early may leave every target reachable for some box and still break the plan,
// because boxes that should pass it no longer can. So for every later stage this test matches the places of the plan
// with boxes that can be pushed there, with frozen boxes as walls and all other boxes out of the way. A position that
// breaks the plan may still be solved in another order; positions that keep it come first.
//
// The supply test does the same with other walls: for each step of the plan, the boxes that the plan has placed for
// good before it, frozen or not. It notices that boxes are used up too early, such as those of a room behind a corridor
// that the plan fills. A plan often succeeds although this test fails, so only some searches use it.
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
    row_.resize(places_.size());
    const int stage = plan.stage(board);
    feasible_ = reachable(board, stage, plan.stages(), table_of(freeze_.all(board)), Rows::places);
    find_supply();
    supplied_ = reachable(board, stage, plan.stages(), supply_, Rows::steps);
  }

  // True if the plan cannot be carried out as far as from the start; `stage` is that of the board.
  bool is_broken(const Board& board, int stage) {
    return stage < feasible_ &&
           reachable(board, stage, feasible_, table_of(freeze_.all(board)), Rows::places) < feasible_;
  }

  // True if the boxes no longer suffice for the steps that they suffice for at the start.
  bool is_short(const Board& board, int stage) {
    return stage < supplied_ && reachable(board, stage, supplied_, supply_, Rows::steps) < supplied_;
  }

  // True if a box on `to` can fill every place from `stage` on that it can fill from `from`: then the move cannot make
  // the supply short.
  bool keeps_supply(Cell from, Cell to, int stage) const {
    for (int step = stage; step < supplied_; ++step) {
      const std::size_t row = static_cast<std::size_t>(step) * level_.box_cells();
      if (supply_[row + from] && !supply_[row + to]) return false;
    }
    return true;
  }

 private:
  using Table = std::vector<char>;  // by row and cell: a lone box can be pushed from the cell to the place of the row
  enum class Rows { places, steps };

  // The number of steps, up to `steps`, that boxes can be matched with.
  int reachable(const Board& board, int stage, int steps, const Table& table, Rows rows) {
    filled_by_.assign(places_.size(), -1);
    fills_.assign(board.boxes(), -1);
    for (int step = 0; step < steps; ++step) {
      const auto [to, from] = plan_.steps()[step];
      if (from != level_.outside()) leave(number_[from]);
      row_[number_[to]] = rows == Rows::steps ? step : number_[to];
      if (step < stage) {
        if (board.has_box(to)) fill(number_[to], board.box_at(to));
        continue;
      }
      visited_.assign(board.boxes(), 0);
      if (!augment(board, table, number_[to])) return step;
    }
    return steps;
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
    const char* const from = table.data() + static_cast<std::size_t>(row_[place]) * level_.box_cells();
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
      pull(places_[place], wall, table.data() + place * level_.box_cells());
    }
    return tables_.emplace(std::move(frozen), std::move(table)).first->second;
  }

  // Marks the cells from which a lone box can be pushed to `place`.
  void pull(Cell place, const std::vector<char>& wall, char* from) {
    from[place] = 1;
    if (wall[place]) return;
    queue_.assign(1, place);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level_.next(queue_[i], d);
        if (to >= level_.box_cells() || wall[to] || from[to] || wall[level_.next(to, d)]) continue;
        from[to] = 1;
        queue_.push_back(to);
      }
    }
  }

  // Boxes that the plan will move again are no walls.
  void find_supply() {
    const std::vector<PackingStep>& steps = plan_.steps();
    std::vector<int> leaves(level_.floor() + 1, -1);  // by cell: the last step that takes a box away
    for (int step = 0; step < plan_.stages(); ++step) leaves[steps[step].from] = step;
    std::vector<char> wall(level_.floor() + 1, 0);
    wall[level_.outside()] = 1;
    supply_.assign(steps.size() * level_.box_cells(), 0);
    for (std::size_t step = 0; step < steps.size(); ++step) {
      level_.poll_clock();
      pull(steps[step].to, wall, supply_.data() + step * level_.box_cells());
      wall[steps[step].to] = leaves[steps[step].to] <= static_cast<int>(step);
    }
  }

  const Level& level_;
  const PackingPlan& plan_;
  Freeze freeze_;
  std::vector<int> number_;  // by cell: of a place, or -1
  std::vector<Cell> places_;
  std::size_t max_tables_ = 0;
  int feasible_ = 0, supplied_ = 0;
  Table supply_;
  std::vector<int> row_;                       // by place: its row in the present table
  std::map<std::vector<Cell>, Table> tables_;  // by frozen boxes
  std::vector<int> filled_by_, fills_;         // by place and by box, or -1
  std::vector<char> visited_;                  // by box
  std::vector<Cell> queue_;
};

}  // namespace budge::sokoban
