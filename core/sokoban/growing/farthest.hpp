// The start that needs the most pushes for a floor and its targets: breadth-first search by pulls over all positions.
#pragma once

#include <algorithm>
#include <optional>

#include "sokoban/growing/small_board.hpp"
#include "support/control.hpp"
#include "support/mix.hpp"

namespace budge::sokoban {

struct Start {
  Cells boxes = 0;
  int player = 0;
  int pushes = 0;          // the optimum
  double mean_pushes = 0;  // over all starts with this floor and these targets
};

class FarthestStart {
 public:
  // Floors with more positions are rejected.
  static constexpr std::size_t max_positions = 50'000;

  FarthestStart(const SmallBoard& board, Control& control)
      : board_(board),
        control_(control),
        positions_(Accounted<Position>(control)),
        table_(std::bit_ceil(4 * max_positions), empty, Accounted<std::uint32_t>(control)) {}

  // Nothing if there are more than max_positions positions.
  std::optional<Start> operator()(Cells floor, Cells targets) {
    clear();
    for (Cells left = floor & ~targets; left != 0;) {
      const Cells region = board_.flood(first_of(left), left);
      add(targets, region);
      left &= ~region;
    }
    double sum = 0;
    int pushes = -1;
    for (std::size_t first = 0; first < positions_.size();) {
      const std::size_t last = positions_.size();
      sum += static_cast<double>(++pushes) * static_cast<double>(last - first);
      for (; first < last; ++first) {
        pull(positions_[first], floor);
        if (positions_.size() > max_positions) return std::nullopt;
      }
    }
    if (positions_.empty()) return std::nullopt;
    const Position& end = positions_.back();
    return Start{end.boxes, end.player, pushes, sum / static_cast<double>(positions_.size())};
  }

 private:
  static constexpr std::uint32_t empty = 0xffffffff;

  // `player` is the first cell of the player's region.
  struct Position {
    Cells boxes;
    std::uint32_t place;  // its index in table_
    std::uint8_t player;
  };

  void pull(const Position from, Cells floor) {
    ++control_.expanded;
    const Cells reach = board_.flood(Cells{1} << from.player, floor & ~from.boxes);
    for (Cells left = from.boxes; left != 0; left &= left - 1) {
      const Cells box = first_of(left);
      for (int d = 0; d < Level::directions; ++d) {
        const Cells to = board_.moved(box, d) & reach, back = board_.moved(to, d) & floor & ~from.boxes;
        if (back == 0) continue;
        const Cells boxes = from.boxes ^ box ^ to;
        add(boxes, board_.flood(back, floor & ~boxes));
      }
    }
    if (control_.due()) control_.poll();
  }

  void add(Cells boxes, Cells region) {
    ++control_.generated;
    const auto player = static_cast<std::uint8_t>(std::countr_zero(region));
    std::size_t place = mix(boxes ^ mix(player + 1)) & (table_.size() - 1);
    for (; table_[place] != empty; place = (place + 1) & (table_.size() - 1)) {
      const Position& there = positions_[table_[place]];
      if (there.boxes == boxes && there.player == player) return;
    }
    table_[place] = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back({boxes, static_cast<std::uint32_t>(place), player});
  }

  void clear() {
    for (const Position& position : positions_) table_[position.place] = empty;
    positions_.clear();
  }

  const SmallBoard& board_;
  Control& control_;
  Vector<Position> positions_;
  Vector<std::uint32_t> table_;
};

}  // namespace budge::sokoban
