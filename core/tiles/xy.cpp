#include "tiles/xy.hpp"

#include <bit>
#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>

namespace budge::tiles {

namespace {

// Tables are built once in a process and shared between searches.
std::shared_ptr<const WalkTable> walk_table(int lines, int width, int blank) {
  static std::mutex mutex;
  static std::map<std::array<int, 3>, std::shared_ptr<const WalkTable>> tables;
  const std::lock_guard lock(mutex);
  auto& table = tables[{lines, width, blank}];
  if (!table) table = std::make_shared<const WalkTable>(lines, width, blank);
  return table;
}

}  // namespace

WalkTable::WalkTable(int lines, int width, int blank)
    : lines_(lines), bits_(std::bit_width(static_cast<unsigned>(width))) {
  if (bits_ * lines_ * lines_ + 4 > 128) throw std::length_error("the board is too long for the X-Y heuristic");
  Key goal = blank_in(blank);
  for (int line = 0; line < lines; ++line) goal += (width - (line == blank)) * tile_in(line, line);
  add(goal, 0);
  for (Index state = 0; state < keys_.size(); ++state) {
    for (const int step : {-1, 1}) {
      const Key here = keys_[state];
      const int from = static_cast<int>(here >> 124), line = from + step;
      for (int home = 0; home < lines_; ++home) {
        Index next = state;  // never followed: such a move does not exist
        if (line >= 0 && line < lines_ && count(here, line, home) > 0) {
          const Key moved = here - tile_in(line, home) + tile_in(from, home) - blank_in(from) + blank_in(line);
          next = add(moved, distance_[state] + 1);
        }
        successors_.push_back(next);
      }
    }
  }
}

int WalkTable::count(Key key, int line, int home) const {
  return static_cast<int>(key >> (bits_ * (line * lines_ + home))) & ((1 << bits_) - 1);
}

WalkTable::Index WalkTable::add(Key key, int distance) {
  const auto [place, fresh] = index_.try_emplace(key, static_cast<Index>(keys_.size()));
  if (fresh) {
    keys_.push_back(key);
    assert(distance <= std::numeric_limits<std::uint8_t>::max());
    distance_.push_back(static_cast<std::uint8_t>(distance));
  }
  return place->second;
}

XY::XY(const tokens::Puzzle& puzzle)
    : width_(puzzle.width), cells_(static_cast<int>(puzzle.goal.size())), row_(cells_), column_(cells_) {
  const int height = cells_ / width_;
  const int blank = static_cast<int>(std::find(puzzle.goal.begin(), puzzle.goal.end(), 0) - puzzle.goal.begin());
  rows_ = walk_table(height, width_, blank / width_);
  columns_ = walk_table(width_, height, blank % width_);
  for (int home = 0; home < cells_; ++home) {
    row_[puzzle.goal[home]] = home / width_;
    column_[puzzle.goal[home]] = home % width_;
  }
  for (int tile = 0; tile < cells_; ++tile) {
    for (int cell = 0; cell < cells_; ++cell) {
      const int row = cell / width_, column = cell % width_;
      parts_.push_back({tile == 0 ? WalkTable::blank_in(row) : rows_->tile_in(row, row_[tile]),
                        tile == 0 ? WalkTable::blank_in(column) : columns_->tile_in(column, column_[tile])});
    }
  }
}

}  // namespace budge::tiles
