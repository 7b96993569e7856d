// Positions of a subset of a level's boxes, numbered in the order of insertion, for small searches.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/positions.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class SubPositions {
 public:
  using Cell = Level::Cell;
  using Id = Positions::Id;

  SubPositions(const Level& level, Control& control)
      : none_(level.outside()), rows_(2 * level.boxes() + 1, control), row_(2 * level.boxes() + 1) {}

  std::size_t size() const { return rows_.size(); }

  // Inserts the position on the board, with the player's region given by its first cell. Returns its number and whether
  // it is new.
  std::pair<Id, bool> insert(const Board& board, Cell player);

  // Puts a position on the board and returns the player's cell.
  Cell load(Id id, Board& board) const;

 private:
  Cell none_;
  Positions rows_;  // kind and cell of every box, sorted, then the player
  std::vector<Cell> row_;
  std::vector<std::pair<int, Cell>> order_;
};

// A cache of yes-or-no results for such positions.
class VerdictCache {
 public:
  VerdictCache(const Level& level, Control& control) : positions_(level, control), answers_(Accounted<char>(control)) {}

  // Returns evaluate(player) for the position on the board, or the cached result. The boxes are sorted first, so the
  // result and its effort do not depend on their order.
  template <class Evaluate>
  bool operator()(Board& board, Level::Cell player, Evaluate&& evaluate) {
    const auto [id, fresh] = positions_.insert(board, player);
    if (fresh) {
      answers_.push_back(0);
      answers_[id] = evaluate(positions_.load(id, board));
    }
    return answers_[id];
  }

 private:
  SubPositions positions_;
  Vector<char> answers_;
};

}  // namespace budge::sokoban
