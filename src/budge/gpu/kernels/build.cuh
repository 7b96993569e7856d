// Builds a database of one bit a state, level by level from the goal, whole rows of orders at a time.
//
// One move of a pattern tile changes a distance by exactly one, so a searcher who knows the parent's distance needs one
// bit of the child's, bit 1, to know whether it went up or down. And the cells of a set fix the parity of its
// distances: levels of even and of odd rows take turns. A state that is not reached yet has the bit of the next level
// at which it may be: with it goes whoever has no neighbour with the bit of the level before, so that the bits are all
// that a build keeps (why, with an example: core/patterns/bits/levels.hpp). A horizontal move keeps the order, so a row
// is OR-ed into another; a vertical one permutes the columns in a fixed way.
#pragma once

#include "ranks.cuh"

namespace budge::gpu {

template <int Tiles>
struct Row {
  static constexpr u32 columns = factorial(Tiles), quads = (columns + 127) / 128, words = quads * 4;
  static constexpr int threads = (quads + 31) / 32 * 32;
  static constexpr u32 slice = words % 63 == 0 ? 63 : 4;  // words of a row that one block transposes
};

struct Sources {  // rows from which a row's tiles can have come
  u32 level_rows[32], shifting_rows[32], places[32], level, shifting;
};

// One block a row of this level's parity. `reached` counts the states of a row by their bit; home is the first column
// of its row.
template <class R, class B, int Tiles>
__global__ void __launch_bounds__(Row<Tiles>::threads)
    build_level(const R* tables, int group, u32 first_row, const u64* states, const u32* rows, uint4* bits,
                uint2* reached, int depth, u32 home_row, const u16* maps, const u32* map_of, u64* counts) {
  using Line = Row<Tiles>;
  const R ranks = *tables;
  __shared__ Sources from;
  __shared__ u32 sum;
  __shared__ __align__(16) u32 line[Line::words + 4];
  const int thread = static_cast<int>(threadIdx.x);
  const u32 row = rows[blockIdx.x], cells = static_cast<u32>(states[blockIdx.x]);
  const u32 region = static_cast<u32>(states[blockIdx.x] >> 32);
  const uint2 known = reached[row];
  if (known.x + known.y == Line::columns) return;
  const bool bit = depth >> 1 & 1, before = (depth - 1) >> 1 & 1;
  const bool begun = known.x + known.y != 0, is_home = row == home_row && depth % 4 == 0;

  if (thread < 32) {  // a lane an edge: tile `place` steps back over the blank in direction d
    const int place = thread >> 2, d = thread & 3;
    u32 rest = cells;
    for (int skip = 0; skip < place; ++skip) rest &= rest - 1;
    bool open = place < Tiles;
    const int tile = open ? lowest(rest) : 0;
    open = open && B::legal(d, tile);
    const int blank = tile + B::step(d);
    open = open && !(cells >> blank & 1);
    open = open && R::region(ranks.regions[ranks.set(cells, group)], cells, blank) == region;
    u32 source = 0;
    int there = place;
    if (open) {
      const u32 moved = cells ^ 1u << tile ^ 1u << blank, set = ranks.set(moved, group);
      source = ranks.row(set, ranks.regions[set], moved, tile) - first_row;
      there = ones(moved & below(blank));
      open = (before ? reached[source].y : reached[source].x) != 0;
    }
    const bool shifts = there != place;
    const u32 level = __ballot_sync(~0u, open && !shifts), shifting = __ballot_sync(~0u, open && shifts);
    const u32 lanes = below(thread);
    if (open && !shifts) from.level_rows[ones(level & lanes)] = source;
    if (open && shifts) {
      from.shifting_rows[ones(shifting & lanes)] = source;
      from.places[ones(shifting & lanes)] = static_cast<u32>(place << 4 | there);
    }
    if (thread == 0) {
      from.level = ones(level);
      from.shifting = ones(shifting);
      sum = 0;
    }
  }
  if (thread < 4) line[Line::words + thread] = 0;
  __syncthreads();

  if (!from.level && !from.shifting && !is_home && !begun) return;

  const bool busy = thread < static_cast<int>(Line::quads);
  const u64 at = static_cast<u64>(row) * Line::quads + thread;
  const u32 flip = before ? 0 : ~0u;  // then those with the bit of the level before are ones
  uint4 found = make_uint4(is_home && thread == 0, 0, 0, 0);
  for (u32 k = 0; busy && k < from.level; ++k) {
    const uint4 word = bits[static_cast<u64>(from.level_rows[k]) * Line::quads + thread];
    found.x |= word.x ^ flip, found.y |= word.y ^ flip, found.z |= word.z ^ flip, found.w |= word.w ^ flip;
  }
  for (u32 k = 0; k < from.shifting; ++k) {
    uint4 word = make_uint4(0, 0, 0, 0);
    if (busy) word = bits[static_cast<u64>(from.shifting_rows[k]) * Line::quads + thread];
    word.x ^= flip, word.y ^= flip, word.z ^= flip, word.w ^= flip;
    if (k) __syncthreads();
    if (busy) *reinterpret_cast<uint4*>(&line[4 * thread]) = word;
    __syncthreads();
    if (!busy) continue;
    // Columns are ranks of orders, the first place the highest digit: a move between two places changes the digits from
    // the first of them to the second. What lies behind goes along in runs, what lies before repeats in blocks.
    const int here = from.places[k] >> 4, there = from.places[k] & 15;
    const u32 run = factorial(Tiles - 1 - max(here, there)), block = factorial(Tiles - min(here, there));
    const u16* map = maps + map_of[here * 8 + there];
    const u32 runs = block / run, column = thread * 128, inside = column % block;
    u32 base = column - inside, middle = inside / run, tail = inside - middle * run, out[4];
    BUDGE_UNROLL
    for (int w = 0; w < 4; ++w) {
      u32 gathered = 0;
      if (run == 1) {  // the last place takes part: every bit goes its own way
        for (u32 bit = 0; bit < 32 && base < Line::columns; ++bit) {
          const u32 source = base + map[middle];
          gathered |= (line[source >> 5] >> (source & 31) & 1) << bit;
          if (++middle == runs) middle = 0, base += block;
        }
      }
      for (u32 bit = 0; run > 1 && bit < 32 && base < Line::columns;) {
        const u32 length = min(run - tail, 32u - bit), source = base + map[middle] * run + tail;
        u32 taken = __funnelshift_r(line[source >> 5], line[(source >> 5) + 1], source & 31);
        if (length < 32) taken &= below(length);
        gathered |= taken << bit;
        bit += length;
        tail += length;
        if (tail == run) {
          tail = 0;
          if (++middle == runs) middle = 0, base += block;
        }
      }
      out[w] = gathered;
    }
    found.x |= out[0], found.y |= out[1], found.z |= out[2], found.w |= out[3];
  }
  if (busy) {
    uint4 now = bit ? make_uint4(~0u, ~0u, ~0u, ~0u) : make_uint4(0, 0, 0, 0);
    if (begun) now = bits[at];
    u32 total = 0;  // with the bit of this level
    const auto keep = [&](u32& word, u32 kept, u32 first) {
      const u32 valid = first >= Line::columns ? 0 : Line::columns - first >= 32 ? ~0u : below(Line::columns - first);
      word = (bit ? word & kept : word | ~kept) & valid;
      total += ones((bit ? word : ~word) & valid);
    };
    const u32 first = 128 * thread;
    keep(now.x, found.x, first), keep(now.y, found.y, first + 32), keep(now.z, found.z, first + 64);
    keep(now.w, found.w, first + 96);
    bits[at] = now;
    if (total) atomicAdd(&sum, total);
  }
  __syncthreads();
  if (thread != 0) return;
  const u32 fresh = sum - (bit ? known.y : known.x);
  reached[row] = bit ? make_uint2(known.x, sum) : make_uint2(sum, known.y);
  if (fresh) atomicAdd(&counts[blockIdx.x & 1023], static_cast<u64>(fresh));
}

// Searches read a database order by order: a sector of the memory holds one order in 256 neighbouring rows, so that a
// tile that steps sideways in the upper rows of the board often stays in it. A 32×32 block of bits, a word a lane:
BUDGE_BOTH constexpr u32 stripes(int half) {
  return half == 16  ? 0x0000ffffu
         : half == 8 ? 0x00ff00ffu
         : half == 4 ? 0x0f0f0f0fu
         : half == 2 ? 0x33333333u
                     : 0x55555555u;
}
__device__ __forceinline__ u32 turned(u32 word, int lane) {
  BUDGE_UNROLL
  for (int half = 16; half; half >>= 1) {
    const u32 keep = stripes(half), other = __shfl_xor_sync(~0u, word, half);
    word = lane & half ? (word & ~keep) | ((other >> half) & keep) : (word & keep) | ((other << half) & ~keep);
  }
  return word;
}

// One block: 256 rows by `slice` words of orders. Eight warps.
template <int Tiles>
__global__ void __launch_bounds__(256) transpose(const u32* in, u32* out, u32 rows, u32 width) {
  using Line = Row<Tiles>;
  constexpr u32 slice = Line::slice, stride = slice | 1;
  BUDGE_SHARED(memory);
  u32* block = reinterpret_cast<u32*>(memory);
  const u32 first = blockIdx.x * 256, word0 = blockIdx.y * slice;
  const int lane = threadIdx.x & 31;
  for (u32 i = threadIdx.x; i < 256 * slice; i += 256) {
    const u32 row = i / slice, word = i % slice;
    block[row * stride + word] =
        first + row < rows ? in[static_cast<u64>(first + row) * Line::words + word0 + word] : 0;
  }
  __syncthreads();
  for (u32 word = threadIdx.x >> 5; word < slice; word += 8) {
    u32 part[8];
    BUDGE_UNROLL
    for (int s = 0; s < 8; ++s) part[s] = turned(block[(s * 32 + lane) * stride + word], lane);
    const u32 order = (word0 + word) * 32 + lane;
    if (order >= Line::columns) continue;
    uint4* to = reinterpret_cast<uint4*>(out + static_cast<u64>(order) * width + blockIdx.x * 8);
    to[0] = make_uint4(part[0], part[1], part[2], part[3]);
    to[1] = make_uint4(part[4], part[5], part[6], part[7]);
  }
}

}  // namespace budge::gpu
