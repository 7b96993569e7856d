// The moves that a move of one box unlocks: pushes (or pulls) of other boxes that were not possible before.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "sokoban/any/connectivity.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

class UnlockedMoves {
 public:
  using Cell = Level::Cell;

  UnlockedMoves(const Level& level, Motion motion, const ConnectivityTracker& connectivity)
      : level_(level), motion_(motion), connectivity_(connectivity), after_(level) {}

  // Starts with a box that has been lifted in the tracker, and the player in the region `reach`.
  void lift(const Board& board, int box, const Reach& reach) {
    home_ = board.cell(box);
    box_ = box;
    reach_ = &reach;
    by_region_.assign(connectivity_.regions(), std::nullopt);
  }

  // True if the move of the box to a stop of its tour unlocks another move. The box stands there on `board`; `sides`
  // are those of the tour.
  bool any(const Board& board, const Tour::Stop& stop, Sides& sides) {
    const Cell player = level_.next(stop.cell, stop.side);
    const int region = connectivity_.region_of(player);
    if (!by_region_[region]) by_region_[region] = unlocked_from(board, connectivity_.region(region));
    if (by_region_[region]->empty()) return false;
    const bool narrow = sides.is_narrow(stop.cell);
    if (narrow) after_.fill(board, player);
    return std::ranges::any_of(*by_region_[region], [&](const Unlocked& move) {
      return move.free != stop.cell && move.stand != stop.cell && (!narrow || after_.has(move.stand));
    });
  }

 private:
  // The player stands next to a box to push it to a free cell, or to pull it and step back onto one.
  struct Unlocked {
    Cell stand, free;
  };

  // Moves of other boxes that are possible from `region` once the box is lifted, and were not before.
  std::vector<Unlocked> unlocked_from(const Board& board, const CellSet& region) const {
    std::vector<Unlocked> moves;
    for (int other = 0; other < board.boxes(); ++other) {
      if (other == box_) continue;
      for (int d = 0; d < Level::directions; ++d) {
        const Cell next = level_.next(board.cell(other), d);
        const bool pushes = motion_ == Motion::push;
        const Cell stand = pushes ? level_.next(board.cell(other), Level::opposite(d)) : next;
        const Cell free = pushes ? next : level_.next(next, d);
        if (next >= level_.box_cells() || stand == level_.outside() || !region.has(stand)) continue;
        if (free == level_.outside() || (board.has_box(free) && board.box_at(free) != box_)) continue;
        if (reach_->has(stand) && free != home_) continue;
        moves.push_back({stand, free});
      }
    }
    return moves;
  }

  const Level& level_;
  const Motion motion_;
  const ConnectivityTracker& connectivity_;
  const Reach* reach_ = nullptr;
  Reach after_;
  int box_ = 0;
  Cell home_ = 0;
  std::vector<std::optional<std::vector<Unlocked>>> by_region_;
};

}  // namespace budge::sokoban
