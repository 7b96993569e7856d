#include "sokoban/rules/tour.hpp"

#include <algorithm>
#include <cassert>

namespace budge::sokoban {

void Tour::find(const Board& board, int box, const Reach& reach, unsigned first_sides) {
  assert(first_sides <= 0xf);
  const Cell home = board.cell(box);
  sides_.lift(board, box);
  for (const Stop& stop : stops_) seen_[stop.cell] = 0;
  stops_.clear();
  for (int side = 0; side < Level::directions; ++side) {
    if (reach.has(level_.next(home, side))) seen_[home] |= 1u << side;
  }
  stops_.push_back({home, 0, seen_[home], -1, 0});
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    const Stop stop = stops_[i];
    for (int side = 0; side < Level::directions; ++side) {
      if (!(stop.sides >> side & 1) || (i == 0 && !(first_sides >> side & 1))) continue;
      step(static_cast<int>(i), side);
    }
  }
}

std::vector<int> Tour::path(int number) const {
  std::vector<int> path;
  for (; number > 0; number = stops_[number].parent) {
    const int side = stops_[number].side;
    path.push_back(motion_ == Motion::push ? Level::opposite(side) : side);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

void Tour::step(int number, int side) {
  const Cell from = stops_[number].cell;
  const Cell to = level_.next(from, motion_ == Motion::push ? Level::opposite(side) : side);
  if (to >= level_.box_cells() || !sides_.is_free(to) || seen_[to] >> side & 1) return;
  if (motion_ == Motion::pull && !sides_.is_free(level_.next(to, side))) return;
  const Sides::Bits sides = sides_.reachable(to, side);
  seen_[to] |= sides;
  stops_.push_back({to, static_cast<std::uint8_t>(side), sides, number, stops_[number].length + 1});
}

}  // namespace budge::sokoban
