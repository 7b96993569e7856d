// The X-Y heuristic, also known as walking distance: moves needed to bring every tile into its home row, plus moves
// needed to bring every tile into its home column.
//
// For the rows, forget columns and tell tiles apart by their home row only: a state is a matrix that counts how many
// tiles of each home row stand in each row, and the blank's row. A vertical move swaps the blank with one tile of a
// neighbouring row. Breadth-first search from the goal gives all distances (105 states for 3×3, 24,964 for 4×4), and a
// table of successors lets a search carry two state numbers along instead of matrices. Vertical moves leave the columns'
// count alone and the other way round, so the two distances add up. Admissible and consistent; never below Manhattan.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tokens/heuristics.hpp"

namespace budge {

// One direction of it: `lines` rows of `width` cells each, the goal's blank in line `blank`.
class WalkTable {
 public:
  using Index = std::uint32_t;
  static constexpr int most_lines = 16;

  WalkTable(int lines, int width, int blank) : lines_(lines) {
    Counts goal{};
    for (int line = 0; line < lines; ++line) goal.at(line, line) = static_cast<std::uint8_t>(width - (line == blank));
    goal.blank = static_cast<std::uint8_t>(blank);
    add(goal, 0);
    for (Index state = 0; state < states_.size(); ++state) {
      for (const int step : {-1, 1}) {
        const Counts here = states_[state];
        const int line = here.blank + step;
        for (int home = 0; home < lines_; ++home) {
          Index next = state;  // never followed: such a move does not exist
          if (line >= 0 && line < lines_ && here.at(line, home) > 0) {
            Counts moved = here;
            --moved.at(line, home);
            ++moved.at(here.blank, home);
            moved.blank = static_cast<std::uint8_t>(line);
            next = add(moved, distance_[state] + 1);
          }
          successors_.push_back(next);
        }
      }
    }
  }

  std::size_t size() const { return states_.size(); }
  int distance(Index state) const { return distance_[state]; }

  // The state after the blank goes to the next (or previous) line, swapping with a tile of this home line.
  Index after(Index state, bool next_line, int home) const {
    return successors_[(static_cast<std::size_t>(state) * 2 + next_line) * lines_ + home];
  }

  // `line_of` and `home_of` tell the line a cell lies in and the home line of the tile on it; -1 for the blank.
  template <class HomeOf>
  Index find(int cells, const std::vector<int>& line_of, HomeOf&& home_of) const {
    Counts counts{};
    for (int cell = 0; cell < cells; ++cell) {
      const int home = home_of(cell);
      if (home < 0) {
        counts.blank = static_cast<std::uint8_t>(line_of[cell]);
      } else {
        ++counts.at(line_of[cell], home);
      }
    }
    return index_.at(counts);
  }

 private:
  struct Counts {
    std::array<std::uint8_t, most_lines * most_lines> count;
    std::uint8_t blank;

    std::uint8_t& at(int line, int home) { return count[line * most_lines + home]; }
    std::uint8_t at(int line, int home) const { return count[line * most_lines + home]; }
    bool operator==(const Counts&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Counts& counts) const {
      std::uint64_t sum = counts.blank;
      for (const auto count : counts.count) sum = sum * 31 + count;
      return mix(sum);
    }
  };

  Index add(const Counts& counts, int distance) {
    const auto [place, fresh] = index_.try_emplace(counts, static_cast<Index>(states_.size()));
    if (fresh) {
      states_.push_back(counts);
      distance_.push_back(static_cast<std::uint8_t>(distance));
    }
    return place->second;
  }

  int lines_;
  std::vector<Counts> states_;
  std::unordered_map<Counts, Index, Hash> index_;
  std::vector<std::uint8_t> distance_;
  std::vector<Index> successors_;  // by state, direction, home line
};

// Tables are built once in a process and shared between searches.
inline std::shared_ptr<const WalkTable> walk_table(int lines, int width, int blank) {
  static std::mutex mutex;
  static std::map<std::array<int, 3>, std::shared_ptr<const WalkTable>> tables;
  const std::lock_guard lock(mutex);
  auto& table = tables[{lines, width, blank}];
  if (!table) table = std::make_shared<const WalkTable>(lines, width, blank);
  return table;
}

class XY {
 public:
  struct Memo {
    WalkTable::Index rows, columns;
  };

  explicit XY(const TokenPuzzle& puzzle)
      : width_(puzzle.width), cells_(static_cast<int>(puzzle.goal.size())), row_(cells_), column_(cells_) {
    int blank = 0;
    for (int cell = 0; cell < cells_; ++cell) {
      const int tile = puzzle.goal[cell];
      row_of_.push_back(cell / width_);
      column_of_.push_back(cell % width_);
      row_[tile] = tile == 0 ? -1 : cell / width_;
      column_[tile] = tile == 0 ? -1 : cell % width_;
      if (tile == 0) blank = cell;
    }
    const int height = cells_ / width_;
    rows_ = walk_table(height, width_, blank / width_);
    columns_ = walk_table(width_, height, blank % width_);
  }

  template <class Cells>
  Memo evaluate(const Cells& cells) const {
    return {rows_->find(cells_, row_of_, [&](int cell) { return row_[cells[cell]]; }),
            columns_->find(cells_, column_of_, [&](int cell) { return column_[cells[cell]]; })};
  }
  template <class Cells>
  Memo after(Memo memo, int tile, int from, int to, const Cells&) const {
    if (from % width_ == to % width_) return {rows_->after(memo.rows, from > to, row_[tile]), memo.columns};
    return {memo.rows, columns_->after(memo.columns, from > to, column_[tile])};
  }
  int h(Memo memo) const { return rows_->distance(memo.rows) + columns_->distance(memo.columns); }

  const WalkTable& rows() const { return *rows_; }
  const WalkTable& columns() const { return *columns_; }
  int home_row(int tile) const { return row_[tile]; }
  int home_column(int tile) const { return column_[tile]; }

 private:
  int width_, cells_;
  std::vector<int> row_, column_;        // of a tile's home; -1 for the blank
  std::vector<int> row_of_, column_of_;  // of a cell
  std::shared_ptr<const WalkTable> rows_, columns_;
};

}  // namespace budge
