// What a move of one box opens: pushes of others, or pulls, that were not possible.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "sokoban/any/cut.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

class Openings {
 public:
  using Cell = Level::Cell;

  Openings(const Level& level, Motion motion, const Cuts& cuts)
      : level_(level), motion_(motion), cuts_(cuts), after_(level) {}

  // A box is to be moved, which has been lifted in `cuts`, by a player who can walk as in `reach`.
  void lift(const Board& board, int box, const Reach& reach) {
    home_ = board.cell(box);
    box_ = box;
    reach_ = &reach;
    by_region_.assign(cuts_.regions(), std::nullopt);
  }

  // True if the box opens something at a stop of its tour, where it stands on `board`; `sides` are those of the tour.
  bool any(const Board& board, const Tour::Stop& stop, Sides& sides) {
    const Cell player = level_.next(stop.cell, stop.side);
    const int region = cuts_.region_of(player);
    if (!by_region_[region]) by_region_[region] = opened(board, cuts_.region(region));
    if (by_region_[region]->empty()) return false;
    const bool narrow = sides.is_narrow(stop.cell);
    if (narrow) after_.fill(board, player);
    return std::ranges::any_of(*by_region_[region], [&](const Opened& move) {
      return move.free != stop.cell && move.stand != stop.cell && (!narrow || after_.has(move.stand));
    });
  }

 private:
  // The player stands beside a box to push it to a free cell, or to pull it and step back onto one.
  struct Opened {
    Cell stand, free;
  };

  // Moves of other boxes by a player who can walk in `region` once the box is lifted, but not yet.
  std::vector<Opened> opened(const Board& board, const CellSet& region) const {
    std::vector<Opened> moves;
    for (int other = 0; other < board.boxes(); ++other) {
      if (other == box_) continue;
      for (int d = 0; d < Level::directions; ++d) {
        const Cell beside = level_.next(board.cell(other), d);
        const bool pushes = motion_ == Motion::push;
        const Cell stand = pushes ? level_.next(board.cell(other), Level::opposite(d)) : beside;
        const Cell free = pushes ? beside : level_.next(beside, d);
        if (beside >= level_.box_cells() || stand == level_.outside() || !region.has(stand)) continue;
        if (free == level_.outside() || (board.has_box(free) && board.box_at(free) != box_)) continue;
        if (reach_->has(stand) && free != home_) continue;
        moves.push_back({stand, free});
      }
    }
    return moves;
  }

  const Level& level_;
  const Motion motion_;
  const Cuts& cuts_;
  const Reach* reach_ = nullptr;
  Reach after_;
  int box_ = 0;
  Cell home_ = 0;
  std::vector<std::optional<std::vector<Opened>>> by_region_;
};

}  // namespace budge::sokoban
