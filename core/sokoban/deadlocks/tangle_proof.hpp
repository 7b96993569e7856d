// Dead tangles: boxes beside each other that can never all be brought home, though nothing else were on the floor.
//
// A box that was just moved is looked at with those that touch it, and those that touch them, all others taken away.
// Every box that can be brought to a target while the rest stand still vanishes there, which can only make things
// easier. If no pushes of those that remain let the next one go, until all have gone, the whole position is dead. The
// searches are short and given up beyond a limit; what they found is remembered, and those boxes that a proof needs
// become a pattern.
#pragma once

#include <algorithm>
#include <vector>

#include "sokoban/deadlocks/dead_patterns.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/sub_positions.hpp"
#include "sokoban/rules/tour.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class TangleProof {
 public:
  using Cell = Level::Cell;

  TangleProof(const Level& level, int most_positions, DeadPatterns& patterns, Control& control)
      : level_(level),
        limit_(most_positions),
        patterns_(patterns),
        control_(control),
        board_(level),
        reach_(level),
        freeze_(level),
        tour_(level, Motion::push),
        asked_(level, control) {}

  // True if the position is proven dead. A box was moved to `cell`, and the player is on `player`.
  bool dead(const Board& board, Cell cell, Cell player) {
    if (level_.spare() > 0) return false;
    find_tangle(board, cell);
    if (board_.boxes() < 2) return false;  // a lone box is the matching's to judge
    reach_.fill(board_, player);
    return asked_(board_, reach_.first(),
                  [&](Cell at) { return patterns_.ask(board_, at, [&] { return search(at); }); });
  }

 private:
  void find_tangle(const Board& board, Cell cell) {
    board_.clear();
    board_.add(cell, board.kind(board.box_at(cell)));
    for (int box = 0; box < board_.boxes(); ++box) {
      for (const Cell at : level_.ring(board_.cell(box))) {
        if (board.has_box(at) && !board_.has_box(at)) board_.add(at, board.kind(board.box_at(at)));
      }
    }
  }

  // Takes away all boxes that can be brought home one by one.
  void let_go(Cell player) {
    reach_.fill(board_, player);
    for (int box = 0; box < board_.boxes();) {
      tour_.find(board_, box, reach_);
      const int kind = board_.kind(box);
      const auto is_home = [&](const Tour::Stop& stop) { return level_.accepts(stop.cell, kind); };
      if (std::ranges::none_of(tour_.stops(), is_home)) {
        ++box;
        continue;
      }
      left_.clear();
      for (int other = 0; other < board_.boxes(); ++other) {
        if (other != box) left_.emplace_back(board_.cell(other), board_.kind(other));
      }
      board_.clear();
      for (const auto& [cell, other_kind] : left_) board_.add(cell, other_kind);
      reach_.fill(board_, player);
      box = 0;
    }
  }

  // Depth first, since one way out is enough.
  bool search(Cell player) {
    SubPositions seen(level_, control_);
    std::vector<SubPositions::Id> open;
    const auto add = [&](Cell at) {
      let_go(at);
      const auto [id, fresh] = seen.insert(board_, reach_.first());
      if (fresh) open.push_back(id);
      return board_.boxes() > 0;
    };
    if (!add(player)) return false;
    while (!open.empty()) {
      if (static_cast<int>(seen.size()) > limit_) return false;
      if (control_.due()) control_.poll();
      const SubPositions::Id id = open.back();
      open.pop_back();
      const Cell at = seen.load(id, board_);
      for (int box = 0; box < board_.boxes(); ++box) {
        for (int d = 0; d < Level::directions; ++d) {
          const Cell cell = board_.cell(box), to = level_.next(cell, d);
          if (to >= level_.box_cells() || board_.blocked(to)) continue;
          reach_.fill(board_, at);
          if (!reach_.has(level_.next(cell, Level::opposite(d)))) continue;
          ++control_.generated;
          board_.move(box, to);
          const bool dead = freeze_.deadlocked(board_, to);
          if (!dead && !add(cell)) return false;
          seen.load(id, board_);
        }
      }
    }
    return true;
  }

  const Level& level_;
  int limit_;
  DeadPatterns& patterns_;
  Control& control_;
  Board board_;  // some boxes alone
  Reach reach_;
  Freeze freeze_;
  Tour tour_;
  SubAnswers asked_;
  std::vector<std::pair<Cell, int>> left_;
};

}  // namespace budge::sokoban
