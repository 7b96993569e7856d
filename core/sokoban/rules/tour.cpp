#include "sokoban/rules/tour.hpp"

#include <algorithm>

namespace budge::sokoban {

void Tour::find(const Board& board, int box, const Reach& reach, unsigned first_sides) {
  const Cell home = board.cell(box);
  sides_.lift(board, box);
  for (const Stop& stop : stops_) met_[stop.cell] = 0;
  stops_.clear();
  for (int side = 0; side < Level::directions; ++side) {
    if (reach.has(level_.next(home, side))) met_[home] |= 1u << side;
  }
  stops_.push_back({home, 0, met_[home], -1, 0});
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    const Stop stop = stops_[i];
    for (int side = 0; side < Level::directions; ++side) {
      if (!(stop.sides >> side & 1) || (i == 0 && !(first_sides >> side & 1))) continue;
      step(static_cast<int>(i), side);
    }
  }
}

std::vector<int> Tour::way(int number) const {
  std::vector<int> way;
  for (; number > 0; number = stops_[number].parent) {
    const int side = stops_[number].side;
    way.push_back(motion_ == Motion::push ? Level::opposite(side) : side);
  }
  std::reverse(way.begin(), way.end());
  return way;
}

void Tour::step(int number, int side) {
  const Cell from = stops_[number].cell;
  const Cell to = level_.next(from, motion_ == Motion::push ? Level::opposite(side) : side);
  if (to >= level_.box_cells() || !sides_.is_free(to) || met_[to] >> side & 1) return;
  if (motion_ == Motion::pull && !sides_.is_free(level_.next(to, side))) return;
  const Sides::Bits sides = sides_.joined(to, side);
  met_[to] |= sides;
  stops_.push_back({to, static_cast<std::uint8_t>(side), sides, number, stops_[number].length + 1});
}

}  // namespace budge::sokoban
