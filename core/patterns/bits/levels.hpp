// One level of a breadth-first search over all states of a pattern, a row at a time: the table is all that it keeps.
//
// Every move takes a tile to a cell of the other colour, so the set of occupied cells says whether its states are
// reached at even levels or at odd ones. A level changes the rows of one parity only, in place, and reads those of the
// other. The table has one bit of every distance, the one worth two: with its parity, the distance modulo four. A state
// that has not been reached has the bit of the next level at which it may be. So at level d of a row,
//
// - states that have the other bit were reached at level d - 2, d - 6, …, and keep it;
// - states that have the bit of d were reached at d - 4, d - 8, …, or not at all. They keep it if a neighbour has the
// bit
//   of d - 1, which was reached at d - 1, d - 5, … then. For what was reached before has a neighbour that is one
//   nearer, and what was not, but has a neighbour that was, is reached now. All others cannot be reached before d + 2,
//   and get its bit, the other one.
//
//   distance     0 1 2 3 4 5 6   Seven states in a line, at level 4, whose bit is 0. Of the even ones 0, 4 and 6 have
//   it. bit before   0 0 1 1 0 0 0   Home keeps it, so does 4, next to 3 with the bit of level 3. But 6, next to 5, is
//   not bit after    0 0 1 1 0 0 1   reached before level 6, whose bit is 1.
//
// There is no frontier, and no mark of what has been reached: a build takes no more memory than its table. (Frontiers
// by whole rows need as much again.)
//
// In a folded table (mirror.hpp) a neighbour may have its image's row, whose columns are then put right first. A state
// of a row counts twice if its image has no row of its own.
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

// A row's neighbours, and the places between which a tile moves on the way here; `image` is how the columns of a row
// that is the image's are put right, or 0.
struct Neighbour {
  std::uint32_t row;
  std::uint8_t from, to;
  std::uint16_t image;
};

// The neighbours of every row, in vectors that the caller brings, who may count their memory.
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
        for (CellSet there = field.near(one_cell(tile)) & region; there != 0; there &= there - 1) {
          const int cell = std::countr_zero(there);
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
  int weight(std::uint32_t row) const { return 1 + (kinds_[row] >> 1); }  // how often a state of the row counts
  const Neighbour* begin(std::uint32_t row) const { return neighbours_.data() + starts_[row]; }
  const Neighbour* end(std::uint32_t row) const { return neighbours_.data() + starts_[row + 1]; }

 private:
  Neighbours neighbours_;
  Numbers starts_;
  Bytes kinds_;
};

// How many states of a row have been reached, by their bit.
using Reached = std::array<std::uint32_t, 2>;

// The rows of a table that is being built.
struct Levels {
  std::uint64_t* table;
  Reached* reached;  // by row
  std::size_t words;
  std::uint32_t orders;
  std::uint32_t home_row, home_column;

  // Brings a row, whose parity is that of the level, to it. Returns how many states are reached, those of images
  // counted, too. `near` and `image` are room for a row each.
  template <class S>
  std::uint64_t advance(const S& steps, const RowMoves& moves, const ColumnImages& images, std::uint32_t row, int level,
                        std::uint64_t* near, std::uint64_t* image) const {
    Reached& known = reached[row];
    if (known[0] + known[1] == orders) return 0;
    const bool bit = level >> 1 & 1, before = (level - 1) >> 1 & 1;
    bool any = row == home_row && level % 4 == 0;
    std::fill(near, near + words, 0);
    if (any) near[home_column / 64] |= std::uint64_t{1} << home_column % 64;
    for (const Neighbour* each = steps.begin(row); each != steps.end(row); ++each) {
      if (reached[each->row][before] == 0) continue;
      any = true;
      const std::uint64_t* there = table + each->row * words;
      bool wanted = before;
      if (each->image != 0) {
        images.write(each->image, there, before, image, words);
        there = image;
        wanted = true;
      }
      moves.add(reinterpret_cast<const std::uint8_t*>(there), wanted, reinterpret_cast<std::uint8_t*>(near), each->from,
                each->to);
    }
    const bool started = known[0] + known[1] != 0;
    if (!any && !started) return 0;
    std::uint64_t* const own = table + row * words;
    std::uint32_t count = 0;  // of states with the bit of this level
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t valid = valid_bits(orders, i);
      std::uint64_t& here = own[i];
      if (bit) {
        here = (started ? here : valid) & near[i];
        count += std::popcount(here);
      } else {
        here = ((started ? here : 0) | ~near[i]) & valid;
        count += std::popcount(~here & valid);
      }
    }
    const std::uint32_t fresh = count - known[bit];
    known[bit] = count;
    return std::uint64_t{fresh} * steps.weight(row);
  }
};

}  // namespace budge::patterns
