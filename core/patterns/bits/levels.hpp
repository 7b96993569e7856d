// One level of a breadth-first search over all states of a pattern, one row at a time and in place.
//
// Every move takes a tile to a cell of the other colour, so the set of occupied cells determines whether its states are
// reached at even or at odd levels. A level changes only the rows of its own parity and reads the others. The table
// stores one bit of every distance, the one worth two; with the parity, that is the distance modulo four. A state that
// is not yet reached has the bit of the next level that could reach it. So level d updates the states of a row:
//
// - States with the other bit were reached at level d - 2, d - 6, …, and keep it.
//
// - States with the bit of d were reached at level d - 4, d - 8, …, or not yet. A state reached before has a
//   neighbour one step nearer, with the bit of d - 1. A state reached now has a neighbour reached at d - 1, with the
//   same bit. So states with such a neighbour keep the bit of d. All others cannot be reached before level d + 2 and
//   get the bit of that level, the other one.
//
//   distance     0 1 2 3 4 5 6   Seven states in a line, at level 4, whose bit is 0. Of the even states, 0, 4 and 6
//   bit before   0 0 1 1 0 0 0   have that bit. Home always keeps it; 4 keeps it, next to 3 with the bit of level 3.
//   bit after    0 0 1 1 0 0 1   But 6, next to 5, cannot be reached before level 6, whose bit is 1.
//
// There is no frontier and no flag per reached state: a build needs one bit per state. (A frontier by whole rows would
// double that.)
//
// In a folded table (mirror.hpp) a neighbour may be stored as its image, in the image's row; the columns of that row
// are mirrored before they are read. A state counts twice if its image has no row of its own.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "patterns/bits/images.hpp"
#include "patterns/bits/orders.hpp"
#include "patterns/bits/rows.hpp"

namespace budge::patterns {

// A neighbour of a row: its row, and the places between which a tile moves to get from it to this row. `image` numbers
// the map that mirrors the columns of a row stored as its image, or is 0.
struct Neighbour {
  std::uint32_t row;
  std::uint8_t from, to;
  std::uint16_t image;
};

// The neighbours of every row. The caller supplies the vectors, so that it can account for their memory.
template <class Neighbours, class Numbers, class Bytes>
class Steps {
 public:
  Steps(const Rows& rows, ColumnImages& images, Neighbours neighbours, Numbers starts, Bytes kinds,
        const std::function<void()>& poll)
      : neighbours_(std::move(neighbours)), starts_(std::move(starts)), kinds_(std::move(kinds)) {
    const Field& field = rows.field();
    const Mirror& mirror = rows.mirror();
    for_all_rows(field, rows.sets(), mirror, [&](CellSet set, CellSet region) {
      if (starts_.size() % 4096 == 0) poll();
      starts_.push_back(neighbours_.size());
      kinds_.push_back(static_cast<std::uint8_t>(field.parity(set) + 2 * (mirror.of(set) != set)));
      for (CellSet tiles = set & field.near(region); tiles != 0; tiles &= tiles - 1) {
        const int tile = std::countr_zero(tiles);
        for (CellSet free = field.near(one_cell(tile)) & region; free != 0; free &= free - 1) {
          const int cell = std::countr_zero(free);
          const CellSet before = set ^ one_cell(tile) ^ one_cell(cell);
          const Rows::Place place = rows.place(before, tile);
          neighbours_.push_back({place.row, static_cast<std::uint8_t>(count_before(before, cell)),
                                 static_cast<std::uint8_t>(count_before(set, tile)),
                                 place.mirrored ? images.of(mirror.of(before)) : std::uint16_t{0}});
        }
      }
    });
    starts_.push_back(neighbours_.size());
  }

  int parity(std::uint32_t row) const { return kinds_[row] & 1; }
  int weight(std::uint32_t row) const {
    return 1 + (kinds_[row] >> 1);
  }  // how many states each state of the row counts for
  const Neighbour* begin(std::uint32_t row) const { return neighbours_.data() + starts_[row]; }
  const Neighbour* end(std::uint32_t row) const { return neighbours_.data() + starts_[row + 1]; }

 private:
  Neighbours neighbours_;
  Numbers starts_;
  Bytes kinds_;
};

// The number of states of a row that have been reached, by their bit.
using Reached = std::array<std::uint32_t, 2>;

// The rows of a table under construction.
struct Levels {
  std::uint64_t* table;
  Reached* reached;  // by row
  std::size_t words;
  std::uint32_t orders;
  std::uint32_t home_row, home_column;

  // Advances a row to a level of the row's parity. Returns the number of states that this level reaches, including
  // mirror images without a row. `near` and `image` are scratch rows.
  template <class S>
  std::uint64_t advance(const S& steps, const RowMoves& moves, const ColumnImages& images, std::uint32_t row, int level,
                        std::uint64_t* near, std::uint64_t* image) const {
    Reached& counts = reached[row];
    if (counts[0] + counts[1] == orders) return 0;
    const bool bit = level >> 1 & 1, before = (level - 1) >> 1 & 1;
    bool any = row == home_row && level % 4 == 0;
    std::fill(near, near + words, 0);
    if (any) near[home_column / 64] |= std::uint64_t{1} << home_column % 64;
    for (const Neighbour* each = steps.begin(row); each != steps.end(row); ++each) {
      if (reached[each->row][before] == 0) continue;
      any = true;
      const std::uint64_t* source = table + each->row * words;
      bool reached_bit = before;
      if (each->image != 0) {
        images.write(each->image, source, before, image, words);
        source = image;
        reached_bit = true;
      }
      moves.add(reinterpret_cast<const std::uint8_t*>(source), reached_bit, reinterpret_cast<std::uint8_t*>(near),
                each->from, each->to);
    }
    const bool started = counts[0] + counts[1] != 0;
    if (!any && !started) return 0;
    std::uint64_t* const own = table + row * words;
    std::uint32_t count = 0;  // of states with the bit of this level
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t valid = valid_bits(orders, i);
      std::uint64_t& word = own[i];
      if (bit) {
        word = (started ? word : valid) & near[i];
        count += std::popcount(word);
      } else {
        word = ((started ? word : 0) | ~near[i]) & valid;
        count += std::popcount(~word & valid);
      }
    }
    const std::uint32_t fresh = count - counts[bit];
    counts[bit] = count;
    return std::uint64_t{fresh} * steps.weight(row);
  }
};

}  // namespace budge::patterns
