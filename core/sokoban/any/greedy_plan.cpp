#include "sokoban/any/greedy_plan.hpp"

#include <algorithm>
#include <utility>

#include "sokoban/any/macro_expansion.hpp"
#include "sokoban/bounds/matching.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

namespace {

using Cell = Level::Cell;

class GreedyPlanner {
 public:
  GreedyPlanner(const Level& level, Control& control)
      : level_(level),
        control_(control),
        board_(level),
        reach_(level),
        push_(level, Motion::push),
        freeze_(level),
        matching_(level.costs()),
        lines_(level.boxes()),
        rows_(level.boxes()) {}

  std::optional<std::vector<int>> plan() {
    std::vector<Cell> targets = order();
    for (std::uint64_t attempt = 0; attempt < level_.tuning().greedy_plan_attempts; ++attempt) {
      begin();
      frugal_ = attempt == 0;
      const std::vector<Cell> left = fill_all(targets);
      if (left.empty()) return expansion_->steps();
      std::erase_if(targets, [&](Cell target) { return std::ranges::find(left, target) != left.end(); });
      targets.insert(targets.begin(), left.begin(), left.end());
      for (int box = 0; box < board_.boxes() && level_.spare() == 0; ++box) {
        if (!packed_[box] && std::ranges::find(first_boxes_, box) == first_boxes_.end()) first_boxes_.push_back(box);
      }
    }
    return std::nullopt;
  }

 private:
  void begin() {
    board_.clear();
    for (int box = 0; box < level_.boxes(); ++box) board_.add(level_.start()[box], level_.kind(box));
    packed_.assign(level_.boxes(), 0);
    expansion_.emplace(level_, level_.players().front());
  }

  // Returns the targets that no box can reach.
  std::vector<Cell> fill_all(std::vector<Cell> left) {
    for (const int box : first_boxes_) {
      match(expansion_->player());
      const Cell target = level_.targets()[matching_.column(rows_[box])];
      reach_.fill(board_, expansion_->player());
      if (!board_.has_box(target)) bring(box, target);
    }
    control_.stage = {"filling targets one by one", 0, static_cast<int>(left.size())};
    for (std::size_t before = left.size() + 1; left.size() < before || frugal_;) {
      if (left.size() == before) frugal_ = false;
      before = left.size();
      std::erase_if(left, [&](Cell target) {
        const bool filled = fill(target);
        control_.stage.done += filled;
        return filled;
      });
    }
    return left;
  }

  // The targets in the order in which to fill them.
  std::vector<Cell> order() {
    Board solved(level_);
    for (const Cell target : level_.targets()) solved.add(target, 0);
    Tour pull(level_, Motion::pull);
    std::vector<Cell> out, left(level_.targets()), stay;
    reach_.fill(solved, widest(solved));
    for (bool again = true; again; left.swap(stay)) {
      again = false;
      stay.clear();
      for (const Cell target : left) {
        control_.poll_clock();
        pull.find(solved, solved.box_at(target), reach_);
        if (pull.stops().back().length < static_cast<int>(level_.tuning().removal_pulls)) {
          stay.push_back(target);
          continue;
        }
        out.push_back(target);
        again = true;
        solved.clear();
        for (const Cell other : level_.targets()) {
          if (std::ranges::find(out, other) == out.end()) solved.add(other, 0);
        }
        reach_.fill(solved, reach_.first());
      }
    }
    out.insert(out.end(), left.begin(), left.end());
    std::ranges::reverse(out);
    return out;
  }

  // A cell of the largest region.
  Cell widest(const Board& board) {
    CellSet left = board.free();
    Cell widest = 0;
    for (int most = 0; !left.empty();) {
      reach_.fill(board, left.first());
      if (reach_.size() > most) {
        most = reach_.size();
        widest = reach_.first();
      }
      left.subtract(reach_.cells());
    }
    return widest;
  }

  bool fill(Cell target) {
    if (board_.has_box(target) && level_.accepts(target, board_.kind(board_.box_at(target)))) {
      packed_[board_.box_at(target)] = 1;
      return true;
    }
    find_boxes(target);
    reach_.fill(board_, expansion_->player());
    for (std::size_t i = 0; i < boxes_.size() && i < level_.tuning().greedy_plan_boxes; ++i) {
      if (bring(boxes_[i].second, target)) return true;
    }
    return false;
  }

  // Pushes the box to the target if it can be pushed there; true if so.
  bool bring(int box, Cell target) {
    ++control_.generated;
    control_.poll();
    push_.find(board_, box, reach_);
    const auto& stops = push_.stops();
    const auto stop = std::ranges::find(stops, target, &Tour::Stop::cell);
    if (stop == stops.end() || is_lost(box, *stop)) return false;
    expansion_->push(board_, box, push_.path(static_cast<int>(stop - stops.begin())));
    ++control_.expanded;
    packed_[box] = 1;
    return true;
  }

  // Lists the boxes that may end on the target: its own first, then by how much they raise the matching.
  void find_boxes(Cell target) {
    const auto column = static_cast<int>(std::ranges::find(level_.targets(), target) - level_.targets().begin());
    match(expansion_->player());
    boxes_.clear();
    for (int box = 0; box < board_.boxes(); ++box) {
      if (packed_[box] || level_.costs().line(lines_[box])[column] == CostTable::far) continue;
      const bool own = matching_.column(rows_[box]) == column;
      if (own || !frugal_) boxes_.emplace_back(own ? -1 : matching_.reduced(rows_[box], column), box);
    }
    std::ranges::sort(boxes_);
  }

  void match(Cell player) {
    for (int box = 0; box < board_.boxes(); ++box) {
      lines_[box] = level_.line(board_.kind(box), level_.stance(board_.cell(box), player));
    }
    matching_.set_all(lines_, rows_);
  }

  bool is_lost(int box, const Tour::Stop& stop) {
    const Cell home = board_.cell(box);
    board_.move(box, stop.cell);
    bool lost = freeze_.deadlocked(board_, stop.cell);
    if (!lost) {
      match(level_.next(stop.cell, stop.side));
      lost = matching_.total() >= Matching::infinite;
    }
    board_.move(box, home);
    return lost;
  }

  const Level& level_;
  Control& control_;
  Board board_;
  Reach reach_;
  Tour push_;
  Freeze freeze_;
  Matching matching_;
  std::vector<int> lines_, rows_;            // of the boxes, in the matching
  std::optional<MacroExpansion> expansion_;  // so far
  bool frugal_ = false;                      // while targets wait for their own boxes
  std::vector<char> packed_;                 // by box: on a target, to stay
  std::vector<std::pair<int, int>> boxes_;   // how much it raises the matching, and which
  std::vector<int> first_boxes_;             // boxes that remained in earlier attempts
};

}  // namespace

std::optional<std::vector<int>> greedy_plan(const Level& level, Control& control) {
  return GreedyPlanner(level, control).plan();
}

}  // namespace budge::sokoban
