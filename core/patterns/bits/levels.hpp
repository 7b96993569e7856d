// One level of a breadth-first search over all states of a pattern, a row at a time.
//
// The frontier is a bit a state: those reached at the last level. Every move takes a tile to a cell of the other
// colour, so the set of occupied cells says whether its states are reached at even levels or at odd ones. A level
// changes the rows of one parity only and reads those of the other, hence one frontier is enough, changed in place:
//
//   frontier of a row at level d + 1  =  what moves make of its neighbours at level d,  less its own at level d - 1
//
// for a neighbour of a state at distance d is at distance d - 1 or d + 1, never at d. The table keeps one bit of every
// distance, the one worth two: with its parity, the distance modulo four.
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
        const std::function<void()>& heed)
      : neighbours_(std::move(neighbours)), starts_(std::move(starts)), kinds_(std::move(kinds)) {
    const Field& field = rows.field();
    const Mirror& mirror = rows.mirror();
    for_all_rows(field, rows.sets(), mirror, [&](CellSet set, CellSet region) {
      if (starts_.size() % 4096 == 0) heed();
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

// Brings a row of the frontier to the next level, and notes its new states in the table if their bit is set. Returns
// how many they are. `alive` says which rows of the frontier have states; `sum` and `image` are room for a row each.
template <class S>
std::uint64_t advance(const S& steps, const RowMoves& moves, const ColumnImages& images, std::uint32_t row,
                      std::size_t words, std::uint64_t* frontier, std::uint64_t* table, bool bit, std::uint8_t* alive,
                      std::uint64_t* sum, std::uint64_t* image) {
  std::uint64_t* const own = frontier + row * words;
  bool any = false;
  for (const Neighbour* each = steps.begin(row); each != steps.end(row); ++each) {
    if (!alive[each->row]) continue;
    if (!any) std::fill(sum, sum + words, 0);
    any = true;
    const std::uint64_t* there = frontier + each->row * words;
    if (each->image != 0) {
      images.write(each->image, there, image, words);
      there = image;
    }
    moves.add(reinterpret_cast<const std::uint8_t*>(there), reinterpret_cast<std::uint8_t*>(sum), each->from, each->to);
  }
  if (!any) {
    if (alive[row]) std::fill(own, own + words, 0);
    alive[row] = 0;
    return 0;
  }
  std::uint64_t fresh = 0;
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t now = sum[i] & ~own[i];
    own[i] = now;
    fresh += std::popcount(now);
  }
  alive[row] = fresh != 0;
  if (bit && fresh != 0) {
    std::uint64_t* const kept = table + row * words;
    for (std::size_t i = 0; i < words; ++i) kept[i] |= own[i];
  }
  return fresh * steps.weight(row);
}

}  // namespace budge::patterns
