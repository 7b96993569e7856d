#include "sokoban/any/rooms.hpp"

#include <algorithm>
#include <utility>

namespace budge::sokoban {

Rooms::Rooms(const Level& level)
    : room_(level.floor() + 1, corridor),
      corridors_(level),
      left_(level),
      part_(level),
      within_(level),
      seen_(level),
      open_(level) {
  find_rooms(level);
  find_links(level);
}

// A square is named by its upper left cell.
void Rooms::find_rooms(const Level& level) {
  constexpr int up = 0, left = 1, right = 2, down = 3;
  const int outside = level.outside();
  const auto is_square = [&](int cell) {
    const int right_of = level.next(cell, right), below = level.next(cell, down);
    return right_of != outside && below != outside && level.next(right_of, down) != outside;
  };
  std::vector<char> met(level.floor() + 1, 0);
  std::vector<Cell> squares;
  for (int first = 0; first < level.floor(); ++first) {
    if (met[first] || !is_square(first)) continue;
    squares.assign(1, static_cast<Cell>(first));
    met[first] = 1;
    for (std::size_t i = 0; i < squares.size(); ++i) {
      for (const int d : {up, left, right, down}) {
        const Cell to = level.next(squares[i], d);
        if (to == outside || met[to] || !is_square(to)) continue;
        met[to] = 1;
        squares.push_back(to);
      }
    }
    if (squares.size() == 1) continue;
    const int number = count();
    cells_.emplace_back(level);
    for (const Cell square : squares) {
      const Cell right_of = level.next(square, right), below = level.next(square, down);
      for (const Cell cell : {square, right_of, below, level.next(right_of, down)}) {
        if (room_[cell] != corridor) continue;
        room_[cell] = number;
        cells_.back().add(cell);
      }
    }
  }
  for (int cell = 0; cell < level.floor(); ++cell) {
    if (room_[cell] == corridor) corridors_.add(cell);
  }
}

void Rooms::find_links(const Level& level) {
  linked_.resize(count());
  cache_.resize(count());
  zone_.resize(count(), CellSet(level));
  // Walls may make too many rooms to mean anything; on a wide floor links take long to count.
  const auto [rooms, floor] = std::pair<std::uint64_t, std::uint64_t>(count(), level.floor());
  if (rooms > level.tuning().max_rooms || floor > level.tuning().max_room_floor) return;
  for (int one = 0; one < count(); ++one) {
    level.poll_clock();
    within_ = corridors_;
    within_.unite(cells_[one]);
    seen_.fill(within_, cells_[one].first());
    for (int other = one + 1; other < count(); ++other) {
      if (seen_.touches(cells_[other])) linked_[one].push_back(other);
    }
    links_ += static_cast<int>(linked_[one].size());
    if (linked_[one].empty()) continue;
    from_.push_back(one);
    cache_[one].resize(cache_size);
    zone_[one] = seen_;
    seen_.each([&](Cell cell) {
      for (const Cell to : level.next(cell)) {
        if (to != level.outside()) zone_[one].add(to);
      }
    });
  }
}

int Rooms::lost_of(int room, const CellSet& free) {
  const std::vector<int>& linked = linked_[room];
  unsigned broken = 0;  // a bit for every link
  left_ = cells_[room];
  left_.keep(free);
  if (left_.empty()) broken = ~0u;
  while (!left_.empty()) {
    part_.fill(left_, left_.first());
    left_.subtract(part_);
    within_ = corridors_;
    within_.keep(free);
    within_.unite(part_);
    seen_.fill(within_, part_.first());
    for (std::size_t i = 0; i < linked.size(); ++i) {
      if (broken >> i & 1) continue;
      open_ = cells_[linked[i]];
      open_.keep(free);
      if (!seen_.touches(open_)) broken |= 1u << i;
    }
  }
  int lost = 0;
  for (std::size_t i = 0; i < linked.size(); ++i) lost += broken >> i & 1;
  return lost;
}

}  // namespace budge::sokoban
