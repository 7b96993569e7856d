// The index of a pattern's state in its database.
//
// A state consists of the set of cells that the pattern's tiles occupy, the region of free cells that contains the
// blank, and the order of the tiles in their cells. A database has one row for each set and region and one column for
// each order. A word for each set stores the index of its first row and, in three bits a cell, the region of each free
// cell.
//
//   . a .    The set {1, 3, 4} of a 3×3 board cuts off cell 0, so it has two regions and two rows. Cell 2 is the second
//   b c .    free cell. The word stores 1 for it, so a blank there selects the second row. The order of the tiles is a, b,
//   . . .    c, in reading order; if b moved from cell 3 to cell 6, the order would be a, c, b.
//
// On a board that is not compact the word stores only the first row, and flooding the board finds the region.
//
// Horizontal moves do not change the order. An order has three bits a place. A pattern with fewer tiles than the largest
// pattern of the search fills its first places with dummies, so that one pair of tables ranks the orders of all patterns.
#pragma once

#include "board.cuh"

namespace budge::gpu {

BUDGE_BOTH constexpr u32 factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
constexpr int larger(int a, int b) { return a > b ? a : b; }
constexpr int smaller(int a, int b) { return a < b ? a : b; }

// The ranking tables of a search whose patterns have between `MinTiles` and `MaxTiles` tiles.
template <class B, int MinTiles, int MaxTiles>
struct Ranks {
  static constexpr int low_bits = (B::cells + 1) / 2, high_bits = B::cells - low_bits;
  static constexpr int offset_bits = B::compact ? smaller(16, 64 - 3 * (B::cells - MinTiles - 1)) : 32;
  static constexpr int order_bits = 3 * (MaxTiles - 4);  // of the low places; the last four places have twelve
  static_assert(MaxTiles >= 4 && MaxTiles <= 8 && offset_bits >= 8, "orders and regions fit in their words");

  const u16* low;       // by low half: its index among the low halves with the same number of cells
  const u32* high;      // by number of tiles and high half: the number of sets before it
  const u32* segments;  // the first row of each segment of 2^shift sets
  const u16* orders_low;
  const u8* orders_high;
  const u64* regions;  // by set: its word
  int shift;

  // The rank of a set of cells; `group` is its number of tiles minus `MinTiles`.
  BUDGE_BOTH u32 set(u32 cells, int group) const {
    return high[(static_cast<u32>(group) << high_bits) + (cells >> low_bits)] + low[cells & below(low_bits)];
  }
  static BUDGE_BOTH u32 region(u64 word, u32 cells, int blank) {
    if constexpr (B::compact) {
      const int before = ones(~cells & below(blank));
      return before ? static_cast<u32>(word >> (offset_bits - 3 + 3 * before)) & 7 : 0;
    } else {
      const u32 free = B::all & ~cells;
      u32 number = 0;
      for (u32 rest = free;; ++number) {
        const u32 found = B::flood(rest & (0u - rest), free);
        if (found >> blank & 1) return number;
        rest &= ~found;
      }
    }
  }
  BUDGE_BOTH u32 row(u32 set, u64 word, u32 cells, int blank) const {
    const u32 offset = static_cast<u32>(word & ((1ull << offset_bits) - 1)) + region(word, cells, blank);
    return B::compact ? segments[set >> shift] + offset : offset;
  }
  BUDGE_BOTH u32 order(u32 places) const {
    return orders_low[places & below(order_bits)] + orders_high[places >> order_bits];
  }
  static BUDGE_BOTH u64 read(const u64* word) {
#ifdef __CUDA_ARCH__  // every lookup reads one: keep them in the second-level cache
    u64 value, policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    asm("ld.global.nc.L2::cache_hint.u64 %0, [%1], %2;" : "=l"(value) : "l"(word), "l"(policy));
    return value;
#else
    return *word;
#endif
  }

  // The regions of a set in the format of its word, and their number.
  static BUDGE_BOTH u64 regions_of(u32 cells, int& count) {
    const u32 free = B::all & ~cells;
    u64 word = 0;
    count = 0;
    for (u32 rest = free; rest; ++count) {
      const u32 region = B::flood(rest & (0u - rest), free);
      rest &= ~region;
      for (u32 left = B::compact ? region : 0; left; left &= left - 1) {
        const int before = ones(free & below(lowest(left)));
        if (before) word |= static_cast<u64>(count) << (offset_bits - 3 + 3 * before);
      }
    }
    return word;
  }
};

// Moves the tile at place `from` to place `to`; the tiles between shift by one place.
BUDGE_BOTH u32 shifted(u32 places, int from, int to) {
  const u32 before_from = below(3 * from), before_to = below(3 * to), tile = places >> (3 * from) & 7;
  const u32 without = (places & before_from) | ((places >> 3) & ~before_from);
  return (without & before_to) | (tile << (3 * to)) | ((without & ~before_to) << 3);
}

template <class R>
__global__ void find_regions(const u32* sets, u64* words, u8* counts, u32 total) {
  const u32 at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= total) return;
  int count = 0;
  words[at] = R::regions_of(sets[at], count);
  counts[at] = static_cast<u8>(count);
}

}  // namespace budge::gpu
