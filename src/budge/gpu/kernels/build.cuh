// Builds a database with one bit per state, level by level from the goal, one row of orders at a time.
//
// One move of a pattern tile changes its distance by exactly 1. A search that knows the parent's distance therefore
// needs only bit 1 of the child's distance to know whether it rose or fell. The cells of a set fix the parity of the
// distances in its rows, so even and odd levels use different rows. A state that is not reached yet has the bit of the
// next level at which it may be reached. A level flips the states that have no neighbour with the bit of the level
// before, so that a build needs no memory except the bits (the argument, with an example, is in
// core/patterns/bits/levels.hpp). A horizontal move keeps the order, so the level ORs one row into another. A vertical
// move permutes the columns in a fixed way.
#pragma once

#include "ranks.cuh"

namespace budge::gpu {

template <int Tiles>
struct Row {
  static constexpr u32 columns = factorial(Tiles), quads = (columns + 127) / 128, words = quads * 4;
  static constexpr int threads = (quads + 31) / 32 * 32;
  static constexpr u32 slice = words % 63 == 0 ? 63 : 4;  // words of a row that one block transposes
};

// A database during its build. `reached` counts the states of a row by their bit. `maps` has the column permutations of
// vertical moves, and `map_starts` the start of each, indexed by the tile's places after and before the move.
template <class R>
struct Build {
  const R* ranks;
  uint4* bits;
  uint2* reached;
  const u16* maps;
  const u32* map_starts;
  u32 first_row, goal_row;  // the goal is in the first column of its row
  int group;
};

// The rows of a level's parity: their sets and regions, their indices, and counters of the states reached.
struct LevelRows {
  const u64* states;
  const u32* rows;
  u64* counts;
  int depth;
};

// The rows from which the tiles of a row can have come, by horizontal moves and by moves that shift a tile's place.
struct Sources {
  u32 level_rows[32], shifting_rows[32], places[32], level, shifting;
};

BUDGE_BOTH void merge(uint4& into, const uint4& more, u32 flip) {
  into.x |= more.x ^ flip, into.y |= more.y ^ flip, into.z |= more.z ^ flip, into.w |= more.w ^ flip;
}

// Finds the sources that have states of the level before. One lane per edge: a tile steps back over the blank.
template <class R, class B, int Tiles>
__device__ __forceinline__ void find_sources(const Build<R>& build, const R& ranks, u64 state, bool bit_before,
                                             Sources& from) {
  const int lane = static_cast<int>(threadIdx.x), place = lane >> 2, d = lane & 3;
  const u32 cells = static_cast<u32>(state), region = static_cast<u32>(state >> 32);
  u32 rest = cells;
  for (int skip = 0; skip < place; ++skip) rest &= rest - 1;
  bool open = place < Tiles;
  const int tile = open ? lowest(rest) : 0;
  open = open && B::legal(d, tile);
  const int blank = tile + B::step(d);
  open = open && !(cells >> blank & 1);
  open = open && R::region(ranks.regions[ranks.set(cells, build.group)], cells, blank) == region;
  u32 source = 0;
  int before = place;
  if (open) {
    const u32 moved = cells ^ 1u << tile ^ 1u << blank, set = ranks.set(moved, build.group);
    source = ranks.row(set, ranks.regions[set], moved, tile) - build.first_row;
    before = ones(moved & below(blank));
    open = (bit_before ? build.reached[source].y : build.reached[source].x) != 0;
  }
  const bool shifts = before != place;
  const u32 level = __ballot_sync(~0u, open && !shifts), shifting = __ballot_sync(~0u, open && shifts);
  const u32 lanes = below(lane);
  if (open && !shifts) from.level_rows[ones(level & lanes)] = source;
  if (open && shifts) {
    from.shifting_rows[ones(shifting & lanes)] = source;
    from.places[ones(shifting & lanes)] = static_cast<u32>(place << 4 | before);
  }
  if (lane == 0) from.level = ones(level), from.shifting = ones(shifting);
}

// The 128 columns of this thread after a tile came from place `before` to place `place`; `line` has the source row.
//
// A column is the rank of an order, whose first place is the highest digit. The move changes only the digits between
// the two places. Lower digits move along in runs, and higher digits repeat the permutation in blocks.
template <int Tiles>
__device__ __forceinline__ uint4 permuted(const u32* line, const u16* map, int place, int before) {
  using Line = Row<Tiles>;
  const u32 run = factorial(Tiles - 1 - max(place, before)), block = factorial(Tiles - min(place, before));
  const u32 runs = block / run, column = threadIdx.x * 128, inside = column % block;
  u32 base = column - inside, middle = inside / run, tail = inside - middle * run, out[4];
  BUDGE_UNROLL
  for (int w = 0; w < 4; ++w) {
    u32 gathered = 0;
    if (run == 1) {  // the last place changes: every bit has its own source
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
  return make_uint4(out[0], out[1], out[2], out[3]);
}

// The states of a row with a neighbour at the level before, 128 columns per thread. All threads of the block call it.
template <class R, int Tiles>
__device__ __forceinline__ uint4 neighbours_before(const Build<R>& build, const Sources& from, u32* line,
                                                   bool bit_before, uint4 found) {
  using Line = Row<Tiles>;
  const u32 thread = threadIdx.x, flip = bit_before ? 0 : ~0u;  // so that states of the level before are ones
  const bool busy = thread < Line::quads;
  for (u32 k = 0; busy && k < from.level; ++k) {
    merge(found, build.bits[static_cast<u64>(from.level_rows[k]) * Line::quads + thread], flip);
  }
  for (u32 k = 0; k < from.shifting; ++k) {
    uint4 source = make_uint4(0, 0, 0, 0);
    if (busy) merge(source, build.bits[static_cast<u64>(from.shifting_rows[k]) * Line::quads + thread], flip);
    if (k) __syncthreads();
    if (busy) *reinterpret_cast<uint4*>(&line[4 * thread]) = source;
    __syncthreads();
    if (!busy) continue;
    const int place = from.places[k] >> 4, before = from.places[k] & 15;
    merge(found, permuted<Tiles>(line, build.maps + build.map_starts[place * 8 + before], place, before), 0);
  }
  return found;
}

// Flips the bits of 32 states that have no neighbour at the level before. Returns how many have the bit of this level.
template <int Tiles>
BUDGE_BOTH u32 settle(u32& word, u32 found, u32 column, bool bit) {
  using Line = Row<Tiles>;
  const u32 valid = column >= Line::columns        ? 0
                    : Line::columns - column >= 32 ? ~0u
                                                   : below(Line::columns - column);
  word = (bit ? word & found : word | ~found) & valid;
  return ones((bit ? word : ~word) & valid);
}

// Builds one level. One block per row of the level's parity.
template <class R, class B, int Tiles>
__global__ void __launch_bounds__(Row<Tiles>::threads) build_level(Build<R> build, LevelRows level) {
  using Line = Row<Tiles>;
  const R ranks = *build.ranks;
  __shared__ Sources from;
  __shared__ u32 sum;
  __shared__ __align__(16) u32 line[Line::words + 4];
  const u32 thread = threadIdx.x, row = level.rows[blockIdx.x];
  const uint2 known = build.reached[row];
  if (known.x + known.y == Line::columns) return;
  const bool bit = level.depth >> 1 & 1, bit_before = (level.depth - 1) >> 1 & 1;
  const bool has_bits = known.x + known.y != 0, is_goal = row == build.goal_row && level.depth % 4 == 0;

  if (thread < 32) find_sources<R, B, Tiles>(build, ranks, level.states[blockIdx.x], bit_before, from);
  if (thread == 0) sum = 0;
  if (thread < 4) line[Line::words + thread] = 0;
  __syncthreads();
  if (!from.level && !from.shifting && !is_goal && !has_bits) return;

  const uint4 goal = make_uint4(is_goal && thread == 0, 0, 0, 0);
  const uint4 found = neighbours_before<R, Tiles>(build, from, line, bit_before, goal);
  if (thread < Line::quads) {
    const u64 index = static_cast<u64>(row) * Line::quads + thread;
    uint4 now = bit ? make_uint4(~0u, ~0u, ~0u, ~0u) : make_uint4(0, 0, 0, 0);
    if (has_bits) now = build.bits[index];
    const u32 column = 128 * thread;
    u32 total = settle<Tiles>(now.x, found.x, column, bit);
    total += settle<Tiles>(now.y, found.y, column + 32, bit);
    total += settle<Tiles>(now.z, found.z, column + 64, bit);
    total += settle<Tiles>(now.w, found.w, column + 96, bit);
    build.bits[index] = now;
    if (total) atomicAdd(&sum, total);
  }
  __syncthreads();
  if (thread != 0) return;
  const u32 fresh = sum - (bit ? known.y : known.x);
  build.reached[row] = bit ? make_uint2(known.x, sum) : make_uint2(sum, known.y);
  if (fresh) atomicAdd(&level.counts[blockIdx.x & 1023], static_cast<u64>(fresh));
}

// Searches read a database order by order: a memory sector holds one order of 256 neighbouring rows, so that a tile that
// moves horizontally in the upper rows of the board often stays in the sector. `transposed` transposes a 32×32 block of
// bits, one word per lane.
BUDGE_BOTH constexpr u32 stripes(int half) {
  return half == 16  ? 0x0000ffffu
         : half == 8 ? 0x00ff00ffu
         : half == 4 ? 0x0f0f0f0fu
         : half == 2 ? 0x33333333u
                     : 0x55555555u;
}
__device__ __forceinline__ u32 transposed(u32 word, int lane) {
  BUDGE_UNROLL
  for (int half = 16; half; half >>= 1) {
    const u32 keep = stripes(half), other = __shfl_xor_sync(~0u, word, half);
    word = lane & half ? (word & ~keep) | ((other >> half) & keep) : (word & keep) | ((other << half) & ~keep);
  }
  return word;
}

// One block of eight warps transposes 256 rows by `slice` words of orders.
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
    for (int s = 0; s < 8; ++s) part[s] = transposed(block[(s * 32 + lane) * stride + word], lane);
    const u32 order = (word0 + word) * 32 + lane;
    if (order >= Line::columns) continue;
    uint4* to = reinterpret_cast<uint4*>(out + static_cast<u64>(order) * width + blockIdx.x * 8);
    to[0] = make_uint4(part[0], part[1], part[2], part[3]);
    to[1] = make_uint4(part[4], part[5], part[6], part[7]);
  }
}

}  // namespace budge::gpu
