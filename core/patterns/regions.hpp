// The regions that a set of tiles leaves free: within one the blank can go anywhere without moving a tile of the set.
//
// For every set of k cells: every free cell's region by number, and the moves of the tiles with the regions that they
// lead from and to. Sets are ranked in colexicographic order, where each cell adds a binomial coefficient; the sum is
// read from tables, eight cells at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "patterns/placement.hpp"
#include "support/control.hpp"

namespace budge::patterns {

class Regions {
 public:
  static constexpr std::uint8_t occupied = 255;

  // A tile slides to a neighbouring free cell: the blank was in the region of that cell, and is now in that of the
  // tile's old cell.
  struct Move {
    std::uint8_t from, to;
    std::uint8_t before, after;
  };

  Regions(int width, int height, int tiles, Control& control)
      : width_(width),
        cells_(width * height),
        tiles_(tiles),
        parts_(static_cast<std::size_t>((cells_ + 7) / 8) * (tiles + 1) * 256, 0, Accounted<std::uint32_t>(control)),
        region_(Accounted<std::uint8_t>(control)),
        starts_(Accounted<std::uint32_t>(control)),
        moves_(Accounted<Move>(control)) {
    assert(cells_ <= most_cells && tiles >= 0 && tiles < cells_);  // the blank has a cell, too
    assert(choose(cells_, tiles) <= std::numeric_limits<std::uint32_t>::max());
    fill_parts();
    region_.assign(choose(cells_, tiles) * static_cast<std::uint64_t>(cells_), occupied);
    for_all_sets(control,
                 [&](CellSet set, std::uint32_t rank) { number(set, region_.data() + std::size_t{rank} * cells_); });
    for_all_sets(control, [&](CellSet set, std::uint32_t) {
      add_moves(set, 1);
      add_moves(set, width_);
    });
    assert(moves_.size() <= std::numeric_limits<std::uint32_t>::max());
    starts_.push_back(static_cast<std::uint32_t>(moves_.size()));
  }

  // The region of each cell, by cell.
  const std::uint8_t* of(CellSet tiles) const { return region_.data() + std::size_t{rank(tiles)} * cells_; }

  // All moves within rows, and within columns.
  struct Moves {
    std::span<const Move> rows, columns;
  };
  Moves moves(CellSet tiles) const {
    const std::uint32_t* const start = &starts_[2 * std::size_t{rank(tiles)}];
    return {{&moves_[start[0]], start[1] - start[0]}, {&moves_[start[1]], start[2] - start[1]}};
  }

  int most() const { return most_; }  // regions of any set

 private:
  static std::uint64_t choose(int n, int k) {
    std::uint64_t result = 1;
    for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
    return k > n ? 0 : result;
  }

  std::uint32_t& part(int octet, int before, int bits) { return parts_[(octet * (tiles_ + 1) + before) * 256 + bits]; }

  std::uint32_t rank(CellSet tiles) const {
    assert(std::popcount(tiles) == tiles_ && (tiles & ~board()) == 0);
    const std::uint32_t* octet = parts_.data();
    std::uint32_t rank = 0;
    for (int before = 0; tiles != 0; tiles >>= 8, octet += 256 * (tiles_ + 1)) {
      rank += octet[before * 256 + (tiles & 255)];
      before += std::popcount(tiles & 255);
    }
    return rank;
  }

  void fill_parts() {
    for (int octet = 0; 8 * octet < cells_; ++octet) {
      for (int before = 0; before <= tiles_; ++before) {
        for (int bits = 0; bits < 256; ++bits) {
          std::uint64_t sum = 0;
          int count = before;
          for (int bit = 0; bit < 8; ++bit) {
            if (bits >> bit & 1) sum += choose(8 * octet + bit, ++count);
          }
          part(octet, before, bits) = count <= tiles_ ? static_cast<std::uint32_t>(sum) : 0;
        }
      }
    }
  }

  // Calls body(set, rank) for all sets in the order of their ranks, each made from the one before (Gosper).
  template <class Body>
  void for_all_sets(Control& control, Body&& body) {
    std::uint32_t rank = 0;
    for (CellSet set = one_cell(tiles_) - 1; (set & ~board()) == 0;) {
      assert(rank == this->rank(set));
      body(set, rank);
      if (++rank % 4096 == 0) control.poll();
      const CellSet low = set & -set, ripple = set + low;
      if (ripple == 0) break;
      set = ripple | (((set ^ ripple) >> 2) / low);
    }
  }

  CellSet board() const { return ~CellSet{0} >> (64 - cells_); }

  // Fills in the region of each free cell.
  void number(CellSet tiles, std::uint8_t* region) {
    const CellSet left = column(0), right = column(width_ - 1);
    int number = 0;
    for (CellSet free = board() & ~tiles; free != 0; ++number) {
      CellSet flood = free & -free, before = 0;
      while (flood != before) {
        before = flood;
        flood |= (flood << width_ | flood >> width_ | (flood & ~right) << 1 | (flood & ~left) >> 1) & free;
      }
      for (CellSet rest = flood; rest != 0; rest &= rest - 1) {
        region[std::countr_zero(rest)] = static_cast<std::uint8_t>(number);
      }
      free &= ~flood;
    }
    assert(number < occupied);
    most_ = std::max(most_, number);
  }

  CellSet column(int column) const {
    CellSet set = 0;
    for (int cell = column; cell < cells_; cell += width_) set |= one_cell(cell);
    return set;
  }

  // The moves by `step` cells forwards or backwards.
  void add_moves(CellSet tiles, int step) {
    starts_.push_back(static_cast<std::uint32_t>(moves_.size()));
    const std::uint8_t* const region = of(tiles);
    for (CellSet rest = tiles; rest != 0; rest &= rest - 1) {
      const int from = std::countr_zero(rest);
      for (const int to : {from - step, from + step}) {
        const bool in_line = step == width_ || to / width_ == from / width_;
        if (to < 0 || to >= cells_ || !in_line || region[to] == occupied) continue;
        const std::uint8_t after = of(tiles ^ one_cell(from) ^ one_cell(to))[from];
        moves_.push_back({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), region[to], after});
      }
    }
  }

  int width_, cells_, tiles_;
  int most_ = 0;
  Vector<std::uint32_t> parts_;   // by octet of cells, members below it, members in it
  Vector<std::uint8_t> region_;   // by rank of the set, cell
  Vector<std::uint32_t> starts_;  // of the moves in rows and those in columns, by rank of the set
  Vector<Move> moves_;
};

}  // namespace budge::patterns
