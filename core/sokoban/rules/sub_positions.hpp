// Positions of some of a level's boxes, numbered in the order in which they came: what small searches look at.
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

  // The number of the position on the board, and whether it is new. The player's cell stands for its region.
  std::pair<Id, bool> insert(const Board& board, Cell player);

  // Puts a position on the board, and says where the player is.
  Cell load(Id id, Board& board) const;

 private:
  Cell none_;
  Positions rows_;  // kind and cell of every box in order, then the player
  std::vector<Cell> row_;
  std::vector<std::pair<int, Cell>> order_;
};

// Yes or no of such positions, each asked about once.
class VerdictCache {
 public:
  VerdictCache(const Level& level, Control& control) : asked_(level, control), answers_(Accounted<char>(control)) {}

  // What `ask(player)` says of the position on the board, or said before. It is put there anew, its boxes in order, so
  // that the answer and the work it takes do not depend on how they stood.
  template <class Ask>
  bool operator()(Board& board, Level::Cell player, Ask&& ask) {
    const auto [id, fresh] = asked_.insert(board, player);
    if (fresh) {
      answers_.push_back(0);
      answers_[id] = ask(asked_.load(id, board));
    }
    return answers_[id];
  }

 private:
  SubPositions asked_;
  Vector<char> answers_;
};

}  // namespace budge::sokoban
