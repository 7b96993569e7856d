// Where a state of a pattern stands in its database.
//
// A state is the set of cells of the pattern's tiles, the region of free cells that holds the blank, and the order of
// the tiles in those cells. A row of a database is a set and a region, a column an order. A word for each set says
// where its rows begin and, three bits a cell, to which of its regions each free cell belongs.
//
//   . a .    The set {1, 3, 4} of a 3×3 board cuts off cell 0: two regions, so two rows. Cell 2 is the second free
//   cell; b c .    the word says "1" for it, so a blank there means the second row. The tiles stand in the order a, b,
//   c; moved . . .    from cell 3 to cell 6, b would be the last: places are counted in reading order.
//
// On a board that is not compact the word says where the rows begin, and the region is found by flooding the board.
//
// Horizontal moves keep the order. An order is three bits a place; patterns with fewer tiles than the largest of a
// search leave the first places to dummies, so that one pair of tables ranks the orders of all of them.
#pragma once

#include "board.cuh"

namespace budge::gpu {

BUDGE_BOTH constexpr u32 factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
constexpr int most(int a, int b) { return a > b ? a : b; }
constexpr int least(int a, int b) { return a < b ? a : b; }

// The tables of a search: all of its sets of cells have between `Fewest` and `Most` tiles.
template <class B, int Fewest, int Most>
struct Ranks {
  static constexpr int low_bits = (B::cells + 1) / 2, high_bits = B::cells - low_bits;
  static constexpr int offset_bits = B::compact ? least(16, 64 - 3 * (B::cells - Fewest - 1)) : 32;
  static constexpr int order_bits = 3 * (Most - 4);  // of the low places; the others have twelve
  static_assert(Most >= 4 && Most <= 8 && offset_bits >= 8, "orders and regions fit in their words");

  const u16* low;       // the number of a low half among those with as many cells
  const u32* high;      // the sets before a high half, for each number of tiles
  const u32* segments;  // the row at which each segment of 2^shift sets begins
  const u16* orders_low;
  const u8* orders_high;
  const u64* regions;  // by set
  int shift;

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
#ifdef __CUDA_ARCH__  // read at every lookup: worth its place in the second-level cache
    u64 value, policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    asm("ld.global.nc.L2::cache_hint.u64 %0, [%1], %2;" : "=l"(value) : "l"(word), "l"(policy));
    return value;
#else
    return *word;
#endif
  }

  // The regions of a set, as in its word, and how many they are.
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

// The tile at place `from` goes to place `to`; those between close up.
BUDGE_BOTH u32 shifted(u32 places, int from, int to) {
  const u32 until = below(3 * from), up_to = below(3 * to), tile = places >> (3 * from) & 7;
  const u32 without = (places & until) | ((places >> 3) & ~until);
  return (without & up_to) | (tile << (3 * to)) | ((without & ~up_to) << 3);
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
