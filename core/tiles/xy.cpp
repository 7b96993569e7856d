#include "tiles/xy.hpp"

#include <bit>
#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>

namespace budge::tiles {

namespace {

// Tables are built once in a process and shared between searches.
template <class Table>
std::shared_ptr<const Table> shared_table(int lines, int width, int blank) {
  static std::mutex mutex;
  static std::map<std::array<int, 3>, std::shared_ptr<const Table>> tables;
  const std::lock_guard lock(mutex);
  auto& table = tables[{lines, width, blank}];
  if (!table) table = std::make_shared<const Table>(lines, width, blank);
  return table;
}

struct Start {
  const std::vector<int>& tokens;

  int operator[](int cell) const { return tokens[cell]; }
};

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
  for (int home = 0; home < cells_; ++home) {
    row_[puzzle.goal[home]] = home / width_;
    column_[puzzle.goal[home]] = home % width_;
  }
  if (is_large(width_, height)) {
    large_rows_ = shared_table<LargeWalk>(height, width_, blank / width_);
    large_columns_ = shared_table<LargeWalk>(width_, height, blank % width_);
    for (int number = 0; number < cells_; ++number) {  // of a tile and of a cell
      large_row_.part.push_back(large_rows_->tile_of(row_[number]));
      large_column_.part.push_back(large_columns_->tile_of(column_[number]));
      large_row_.line.push_back(static_cast<std::uint8_t>(number / width_));
      large_column_.line.push_back(static_cast<std::uint8_t>(number % width_));
    }
    return;
  }
  rows_ = shared_table<WalkTable>(height, width_, blank / width_);
  columns_ = shared_table<WalkTable>(width_, height, blank % width_);
  for (int tile = 0; tile < cells_; ++tile) {
    for (int cell = 0; cell < cells_; ++cell) {
      const int row = cell / width_, column = cell % width_;
      parts_.push_back({tile == 0 ? WalkTable::blank_in(row) : rows_->tile_in(row, row_[tile]),
                        tile == 0 ? WalkTable::blank_in(column) : columns_->tile_in(column, column_[tile])});
    }
  }
}

void XY::prepare(const tokens::Puzzle& puzzle, Control& control) const {
  if (!large_rows_) return;
  const Memo memo = evaluate(Start{puzzle.start});
  large_rows_->prepare(memo.rows, control);
  large_columns_->prepare(memo.columns, control);
}

std::uint64_t XY::bytes() const {
  const auto both = [](const auto& rows, const auto& columns) {
    return rows->bytes() + (rows == columns ? 0 : columns->bytes());
  };
  return large_rows_ ? both(large_rows_, large_columns_) : both(rows_, columns_);
}

}  // namespace budge::tiles
