// The X-Y heuristic, also known as walking distance: moves needed to bring every tile into its home row, plus moves
// needed to bring every tile into its home column.
//
// For the rows, ignore columns and distinguish tiles only by their home row: a state is a matrix that counts how many
// tiles of each home row stand in each row, and the blank's row. A vertical move swaps the blank with one tile of a
// neighbouring row. Breadth-first search from the goal gives all distances (105 states for 3×3, 24,964 for 4×4), and a
// table of successors lets a search carry two state numbers along instead of matrices. Vertical moves do not
// change the matrix of the columns, nor horizontal moves that of the rows, so the two distances add up. Admissible and
// consistent; never below Manhattan. On larger boards, a perfect hash replaces the table of successors: large_walk.hpp.
//
//   _ 2 3    Home is 1 2 3 / 4 5 _. Only 1 is away: Manhattan says 1 up + 2 left = 3. The rows need that 1 move. For
//   4 5 1    the columns, though, the blank stands where 1 belongs: it lets a tile of the second column in, takes 1 as
//            far as the second column, and the two, each in the other's column now, change by way of the third. That is
//            6 moves; xy says 7. It takes 11.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "support/heuristic_list.hpp"
#include "support/mix.hpp"
#include "tiles/large_walk.hpp"
#include "tokens/space.hpp"

namespace budge::tiles {

// One direction of it: `lines` rows of `width` cells each, the goal's blank in line `blank`. The matrix and the blank's
// line are packed into a key, which must not take more than 128 bits.
class WalkTable {
 public:
  using Index = std::uint32_t;
  using Key = unsigned __int128;

  WalkTable(int lines, int width, int blank);

  std::size_t size() const { return keys_.size(); }
  std::uint64_t bytes() const {
    constexpr std::size_t entry = 2 * sizeof(Key) + sizeof(Index) + 2 * sizeof(void*);  // of a key and of its index
    return size() * (entry + 1 + 2 * lines_ * sizeof(Index));
  }
  int distance(Index state) const { return distance_[state]; }

  // The state after the blank goes to the next (or previous) line, swapping with a tile of this home line.
  Index after(Index state, bool next_line, int home) const {
    assert(home < lines_);
    return successors_[(static_cast<std::size_t>(state) * 2 + next_line) * lines_ + home];
  }

  // The key of an arrangement is the sum of these over the tiles and the blank.
  Key tile_in(int line, int home) const { return Key{1} << (bits_ * (line * lines_ + home)); }
  static Key blank_in(int line) { return Key(line) << 124; }
  Index find(Key key) const {
    const auto found = index_.find(key);
    assert(found != index_.end());  // the goal has as many tiles of every line
    return found->second;
  }

 private:
  struct Hash {
    std::size_t operator()(Key key) const {
      return mix(static_cast<std::uint64_t>(key) ^ mix(static_cast<std::uint64_t>(key >> 64)));
    }
  };

  int count(Key key, int line, int home) const;
  Index add(Key key, int distance);

  int lines_, bits_;
  std::vector<Key> keys_;
  std::unordered_map<Key, Index, Hash> index_;
  std::vector<std::uint8_t> distance_;
  std::vector<Index> successors_;  // by state, direction, home line
};

class XY {
 public:
  static constexpr About about{"xy",
                               "moves to bring all rows right + moves to bring all columns right, blank included"};
  static constexpr bool alternates = true;
  static constexpr std::size_t max_cells = 25;

  static std::string refuses(int width, int height) {
    if (fits(width, height, std::array{0, 11, 7, 6, 5, 5})) return {};
    return "needs too large a table for " + std::to_string(width) + "×" + std::to_string(height) +
           "; linear-conflict has no such limit";
  }

  // Whether the tables of successors are too large, so that distances are computed when they are needed.
  static bool is_large(int width, int height) { return !fits(width, height, std::array{0, 11, 6, 5, 4}); }

  struct Memo {
    WalkTable::Index rows, columns;
  };

  explicit XY(const tokens::Puzzle& puzzle);

  // Fills in what a search from the start is likely to look up. Throws Stopped.
  void prepare(const tokens::Puzzle& puzzle, Control& control) const;

  // Of the tables, which all searches of the process share.
  std::uint64_t bytes() const;

  template <class Cells>
  Memo evaluate(const Cells& cells) const {
    if (large_rows_) return {find(*large_rows_, large_row_, cells), find(*large_columns_, large_column_, cells)};
    Keys sum{0, 0};
    for (int cell = 0; cell < cells_; ++cell) {
      const Keys& part = parts_[cells[cell] * cells_ + cell];
      sum.rows += part.rows;
      sum.columns += part.columns;
    }
    return {rows_->find(sum.rows), columns_->find(sum.columns)};
  }
  template <class Cells>
  Memo after(Memo memo, int tile, int from, int to, const Cells& cells) const {
    const bool vertical = from % width_ == to % width_;
    if (large_rows_) {
      if (vertical) return {find(*large_rows_, large_row_, cells), memo.columns};
      return {memo.rows, find(*large_columns_, large_column_, cells)};
    }
    if (vertical) return {rows_->after(memo.rows, from > to, row_[tile]), memo.columns};
    return {memo.rows, columns_->after(memo.columns, from > to, column_[tile])};
  }
  int h(Memo memo) const {
    if (large_rows_) return large_rows_->distance(memo.rows) + large_columns_->distance(memo.columns);
    return rows_->distance(memo.rows) + columns_->distance(memo.columns);
  }

  const WalkTable& rows() const { return *rows_; }
  const WalkTable& columns() const { return *columns_; }
  int home_row(int tile) const { return row_[tile]; }
  int home_column(int tile) const { return column_[tile]; }

 private:
  struct Keys {
    WalkTable::Key rows, columns;
  };
  // For one direction of a large board: what a tile adds to the code of its line, and the line of every cell.
  struct Lines {
    std::vector<std::uint32_t> part;  // by tile
    std::vector<std::uint8_t> line;   // by cell
  };

  // Whether the longer side is at most that for the shorter side.
  template <std::size_t Sides>
  static bool fits(int width, int height, const std::array<int, Sides>& longest) {
    const auto [shorter, longer] = std::minmax(width, height);
    return shorter < static_cast<int>(Sides) && longer <= longest[shorter];
  }

  template <class Cells>
  LargeWalk::Index find(const LargeWalk& walk, const Lines& lines, const Cells& cells) const {
    LargeWalk::Codes codes{};
    int blank = 0;
    for (int cell = 0; cell < cells_; ++cell) {
      const int tile = cells[cell];
      codes[lines.line[cell]] += lines.part[tile];
      if (tile == 0) blank = lines.line[cell];
    }
    return walk.find(codes, blank);
  }

  int width_, cells_;
  std::vector<int> row_, column_;                    // of a tile's home
  std::vector<Keys> parts_;                          // what a tile on a cell adds to the keys
  std::shared_ptr<const WalkTable> rows_, columns_;  // of a small board
  std::shared_ptr<const LargeWalk> large_rows_, large_columns_;
  Lines large_row_, large_column_;
};

}  // namespace budge::tiles
