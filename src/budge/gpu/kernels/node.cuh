// A node of the search: the board seen in two views, and how much may still be spent.
//
// A view is a partition into patterns, one database each, and whether the board is reflected at its main diagonal: a
// search of a square board looks at the board itself (A) and at its reflection (B), one of an oblong board at two
// partitions. Slot 0 of a node is the view with less slack, where slack = (bound - g - h) / 2 is how often h may still
// rise. Children are looked up in slot 0 alone; what the last move did to slot 1 and to the machine of forbidden walks
// is looked up when the child is taken off the stack, which most never are.
//
//   words of a slot   the cells of each pattern but the last, whose cells are what is left; then the order of each
//   first word        blank in slot 0's view 0-4, slot 0 is B 5, slot 1 lags 6, last move 7-8, moves left 9-17,
//                     slack of slot 0 18-24, of slot 1 25-31
//   second word       state of the machine 0-15, then distances modulo 4 of the patterns of slot 0, of slot 1
//
// Sets of cells leave bits of their words free. These hold the number of the seed that a node descends from. On a board
// that is not compact the distances have a third word, and that number a fourth.
#pragma once

#include "ranks.cuh"

namespace budge::gpu {

// `Mirrored`: B is the reflection of A. `Tiles`: the sizes of the patterns.
template <int Width, int Height, bool Mirrored, int... Tiles>
struct Views {
  using B = Board<Width, Height>;
  static constexpr int patterns = sizeof...(Tiles);
  static constexpr bool mirrored = Mirrored;
  static_assert(patterns >= 2 && patterns <= (B::compact ? 4 : 7) && (Tiles + ...) == B::cells - 1 &&
                (!Mirrored || Width == Height));

  static constexpr int extreme(bool smallest) {
    constexpr int sizes[] = {Tiles...};
    int found = sizes[0];
    for (int k = 1; k < patterns; ++k) found = smallest ? least(found, sizes[k]) : most(found, sizes[k]);
    return found;
  }
  static constexpr int fewest = extreme(true), largest = extreme(false);
  using R = Ranks<B, fewest, largest>;

  // By pattern, four bits each: the dummies before its tiles in an order, and which sets of cells are its own.
  static constexpr u32 packed(bool group) {
    constexpr int sizes[] = {Tiles...};
    u32 word = 0;
    for (int k = 0; k < patterns; ++k) {
      word |= static_cast<u32>(group ? sizes[k] - fewest : largest - sizes[k]) << (4 * k);
    }
    return word;
  }
  static constexpr u32 dummies = packed(false), groups = packed(true);
  static constexpr int group_count = largest - fewest + 1;

  static constexpr int slot = 2 * patterns - 1, first = 2 * slot, last = first + (B::compact ? 2 : 4);
  static constexpr int quads = (last + 3) / 4, words = 4 * quads;
  static constexpr int distance_bits = 2 * patterns;
  static constexpr int spare = least(16, 32 - B::cells);
  static constexpr int seed_bits = B::compact ? least(31, 2 * (patterns - 1) * spare) : 31;

  static BUDGE_BOTH int other_view(int cell) { return Mirrored ? B::transposed(cell) : cell; }
  static BUDGE_BOTH int other_direction(int d) { return Mirrored ? d ^ 1 : d; }

  static BUDGE_BOTH u32 distances(const u32 (&node)[words]) {
    return B::compact ? node[first + 1] >> 16 : node[last - 2];
  }
  static BUDGE_BOTH void set_state(u32 (&node)[words], u32 state, u32 distances) {
    if constexpr (B::compact) {
      node[first + 1] = state | distances << 16;
    } else {
      node[first + 1] = state;
      node[last - 2] = distances;
    }
  }

  // The seed's number; on a compact board `spare` bits in each set of cells, those of view A first.
  static BUDGE_BOTH void set_seed(u32 (&node)[words], u32 seed) {
    if constexpr (B::compact) {
      const bool turned = node[first] >> 5 & 1;
      BUDGE_UNROLL
      for (int k = 0; k < patterns - 1; ++k) {
        const u32 in_a = seed >> (k * spare),
                  in_b = (patterns - 1 + k) * spare < 32 ? seed >> ((patterns - 1 + k) * spare) : 0;
        node[k] = (node[k] & B::all) | ((turned ? in_b : in_a) & below(spare)) << B::cells;
        node[slot + k] = (node[slot + k] & B::all) | ((turned ? in_a : in_b) & below(spare)) << B::cells;
      }
    } else {
      node[last - 1] = seed;
    }
  }
  static BUDGE_BOTH u32 seed(const u32 (&node)[words], bool turned) {
    if constexpr (B::compact) {
      u32 number = 0;
      BUDGE_UNROLL
      for (int k = 0; k < patterns - 1; ++k) {
        const u32 zero = node[k] >> B::cells & below(spare), one = node[slot + k] >> B::cells & below(spare);
        number |= (turned ? one : zero) << (k * spare);
        if ((patterns - 1 + k) * spare < 32) number |= (turned ? zero : one) << ((patterns - 1 + k) * spare);
      }
      return number;
    } else {
      return node[last - 1];
    }
  }
};

// What a search reads: ranks, the databases of both views, the machine.
template <class V>
struct Tables {
  typename V::R ranks;
  const u32* bits[2 * V::patterns];  // order by order, so that row 0 of the ranks is at 0
  u32 width[V::patterns];            // words an order
  const u32* machine;                // by state and move: the next state, and 16 bits above the moves allowed there

  BUDGE_BOTH const u32* at(int view, int pattern, u32 order, u32 row) const {
    return bits[view * V::patterns + pattern] + (static_cast<u64>(order) * width[pattern] + (row >> 5));
  }
};

// Whether a distance rises (1) or falls (0), from bit 1 of the child's and the parent's modulo 4.
BUDGE_BOTH u32 rises(u32 bit, u32 parent) { return (bit ^ parent ^ (parent >> 1) ^ 1) & 1; }

BUDGE_BOTH u32 with_distance(u32 distances, int pattern, u32 risen) {
  const u32 next = ((distances >> (2 * pattern)) + (risen ? 1 : 3)) & 3;
  return (distances & ~(3u << (2 * pattern))) | next << (2 * pattern);
}

// Makes the children of a node that slot 0 lets live. `push(live, d, child)` is called for all four directions by all
// lanes of a warp; `child(out)` writes the node. Gives whether the node itself lives, now that slot 1 is known.
template <class V, class Push>
__device__ __forceinline__ bool expand(const Tables<V>& tables, u32 (&node)[V::words], bool live, const u8* curve,
                                       u32& generated, Push&& push) {
  using B = typename V::B;
  constexpr int slot = V::slot, patterns = V::patterns;
  constexpr u32 distances = (1u << V::distance_bits) - 1;
  const auto& ranks = tables.ranks;
  const u32 one = node[V::first], both = V::distances(node);
  int blank = one & 31, moves_left = one >> 9 & 511, slack = one >> 18 & 127, other_slack = one >> 25;
  u32 turned = one >> 5 & 1, allowed = 15, state = node[V::first + 1] & 0xffff;
  u32 distance = both & distances, other_distance = both >> V::distance_bits & distances;
  int other_blank = V::other_view(blank);

  if (live && (one >> 6 & 1)) {  // what lags: the machine and slot 1
    const int d = one >> 7 & 3;
    const u32 step = __ldg(tables.machine + 4 * state + (V::mirrored ? d ^ static_cast<int>(turned) : d));
    const int tile = V::other_view(blank - B::step(d));
    u32 cells = B::all ^ 1u << other_blank, order = node[2 * slot - 1];
    int pattern = patterns - 1;
    BUDGE_UNROLL
    for (int k = 0; k < patterns - 1; ++k) cells ^= node[slot + k];
    BUDGE_UNROLL
    for (int k = 0; k < patterns - 1; ++k) {
      if (node[slot + k] >> tile & 1) cells = node[slot + k], order = node[slot + patterns - 1 + k], pattern = k;
    }
    cells &= B::all;
    const u32 set = ranks.set(cells, V::groups >> (4 * pattern) & 15);
    const u32 row = ranks.row(set, ranks.read(ranks.regions + set), cells, other_blank);
    const u32 word = __ldg(tables.at(turned ? 0 : 1, pattern, ranks.order(order), row));
    const u32 risen = rises(word >> (row & 31), other_distance >> (2 * pattern));
    other_slack -= static_cast<int>(risen);
    live = other_slack >= 0;
    other_distance = with_distance(other_distance, pattern, risen);
    state = step & 0xffff;
    allowed = step >> 16 & 15;
  }
  if (min(slack, other_slack) < static_cast<int>(curve[moves_left & 255])) live = false;
  if (other_slack < slack) {
    int swap = blank;
    blank = other_blank, other_blank = swap;
    swap = slack, slack = other_slack, other_slack = swap;
    u32 word = distance;
    distance = other_distance, other_distance = word;
    turned ^= 1;
    BUDGE_UNROLL
    for (int k = 0; k < slot; ++k) word = node[k], node[k] = node[slot + k], node[slot + k] = word;
  }
  if (V::mirrored && turned) allowed = (allowed & 5) << 1 | (allowed & 10) >> 1;
  --moves_left;

  // All addresses, then all loads, then the tests: four look-ups wait together.
  const u32 here = 1u << blank;
  u32 cells[4], order[4], sets[4], words[4], shifts[4], last = B::all ^ here;
  int pattern[4];
  u64 regions[4];
  bool open[4];
  BUDGE_UNROLL
  for (int k = 0; k < patterns - 1; ++k) last ^= node[k];
  BUDGE_UNROLL
  for (int d = 0; d < 4; ++d) {
    open[d] = live && (allowed >> d & 1) && B::legal(d, blank);
    generated += open[d];
    const u32 there = 1u << (open[d] ? blank + B::step(d) : blank);
    u32 from = last, tiles = node[slot - 1];
    int mine = patterns - 1;
    BUDGE_UNROLL
    for (int k = 0; k < patterns - 1; ++k) {
      if (node[k] & there) from = node[k], tiles = node[patterns - 1 + k], mine = k;
    }
    const u32 to = from ^ there ^ here;
    if (d == 0 || d == 3) {
      const int before = V::dummies >> (4 * mine) & 15;
      tiles = shifted(tiles, before + ones(from & (there - 1)), before + ones(to & (here - 1)));
    }
    cells[d] = to, order[d] = tiles, pattern[d] = mine;
    sets[d] = ranks.set(to & B::all, V::groups >> (4 * mine) & 15);
    regions[d] = open[d] ? ranks.read(ranks.regions + sets[d]) : 0;
  }
  BUDGE_UNROLL
  for (int d = 0; d < 4; ++d) {
    words[d] = shifts[d] = 0;
    const u32 rank = ranks.order(order[d]);
    if (open[d]) {
      const u32 row = ranks.row(sets[d], regions[d], cells[d] & B::all, blank + B::step(d));
      shifts[d] = row & 31;
      words[d] = __ldg(tables.at(turned ? 1 : 0, pattern[d], rank, row));
    }
  }
  const u32 other_here = 1u << other_blank;
  u32 other_last = B::all ^ other_here;
  BUDGE_UNROLL
  for (int k = 0; k < patterns - 1; ++k) other_last ^= node[slot + k];
  BUDGE_UNROLL
  for (int d = 0; d < 4; ++d) {
    const u32 risen = rises(words[d] >> shifts[d], distance >> (2 * pattern[d]));
    const int left = slack - static_cast<int>(risen);
    push(open[d] && left >= 0, d, moves_left, turned, [&](u32(&child)[V::words]) {
      // (Written as choices of values: of stores to one of several words, the compiler makes one to memory.)
      BUDGE_UNROLL
      for (int k = 0; k < patterns; ++k) {
        if (k < patterns - 1) child[k] = pattern[d] == k ? cells[d] : node[k];
        child[patterns - 1 + k] = pattern[d] == k ? order[d] : node[patterns - 1 + k];
      }
      // The same move in slot 1; what it is worth there waits.
      const int other = V::other_direction(d);
      const u32 there = 1u << (other_blank + B::step(other));
      u32 from = other_last, tiles = node[2 * slot - 1];
      int mine = patterns - 1;
      BUDGE_UNROLL
      for (int k = 0; k < patterns - 1; ++k) {
        if (node[slot + k] & there) from = node[slot + k], tiles = node[slot + patterns - 1 + k], mine = k;
      }
      const u32 to = from ^ there ^ other_here;
      if (other == 0 || other == 3) {
        const int before = V::dummies >> (4 * mine) & 15;
        tiles = shifted(tiles, before + ones(from & (there - 1)), before + ones(to & (other_here - 1)));
      }
      BUDGE_UNROLL
      for (int k = 0; k < patterns; ++k) {
        if (k < patterns - 1) child[slot + k] = mine == k ? to : node[slot + k];
        child[slot + patterns - 1 + k] = mine == k ? tiles : node[slot + patterns - 1 + k];
      }
      child[V::first] = static_cast<u32>(blank + B::step(d)) | turned << 5 | 1u << 6 | static_cast<u32>(d) << 7 |
                        static_cast<u32>(moves_left) << 9 | static_cast<u32>(left) << 18 |
                        static_cast<u32>(other_slack) << 25;
      V::set_state(child, state, with_distance(distance, pattern[d], risen) | other_distance << V::distance_bits);
      if constexpr (!B::compact) child[V::last - 1] = node[V::last - 1];
      BUDGE_UNROLL
      for (int k = V::last; k < V::words; ++k) child[k] = 0;
    });
  }
  return live;
}

// The distance of a pattern's state from its goal, by walking down; 255 if there is no way.
struct Query {
  u32 cells, order, blank, goal, home, pattern;  // `home`: the blank's
};

// A warp a query: a lane a step of a tile, and the first that leads down is taken.
template <class V>
__global__ void __launch_bounds__(32) distances(const Tables<V>* given, const Query* queries, int view, u8* out) {
  using B = typename V::B;
  const Tables<V>& tables = *given;
  const auto& ranks = tables.ranks;
  const Query query = queries[blockIdx.x];
  const int lane = static_cast<int>(threadIdx.x), d = lane & 3;
  const int pattern = static_cast<int>(query.pattern), dummies = V::dummies >> (4 * pattern) & 15;
  const u32 parity = ones(query.goal & B::black) & 1;
  const auto modulo_4 = [&](u32 cells, u32 order, int blank) {
    const u32 set = ranks.set(cells, V::groups >> (4 * pattern) & 15);
    const u32 row = ranks.row(set, ranks.regions[set], cells, blank);
    const u32 bit = *tables.at(view, pattern, ranks.order(order), row) >> (row & 31) & 1;
    return 2 * bit + ((ones(cells & B::black) & 1) ^ parity);
  };
  u32 cells = query.cells, order = query.order, home = 0;
  for (int place = 0; place < V::largest; ++place) home |= static_cast<u32>(place) << (3 * place);
  int blank = static_cast<int>(query.blank), steps = 0;
  u32 now = modulo_4(cells, order, blank);
  for (; steps < 255; ++steps) {
    const u32 region = B::flood(1u << blank, B::all & ~cells);
    if (cells == query.goal && order == home && (region >> query.home & 1)) break;
    u32 rest = cells, next = 0, tiles = 0;
    for (int skip = 0; skip < lane >> 2; ++skip) rest &= rest - 1;
    const int tile = rest ? lowest(rest) : 0;
    bool down = rest && B::legal(d, tile) && (region >> (tile + B::step(d)) & 1);
    if (down) {
      const int to = tile + B::step(d);
      next = cells ^ 1u << tile ^ 1u << to;
      tiles = shifted(order, dummies + (lane >> 2), dummies + ones(next & below(to)));
      down = modulo_4(next, tiles, tile) == ((now + 3) & 3);
    }
    const u32 ways = __ballot_sync(~0u, down);
    if (!ways) {
      steps = 255;
      break;
    }
    const int first = lowest(ways);
    cells = __shfl_sync(~0u, next, first);
    order = __shfl_sync(~0u, tiles, first);
    blank = __shfl_sync(~0u, tile, first);
    now = (now + 3) & 3;
  }
  if (lane == 0) out[blockIdx.x] = static_cast<u8>(steps);
}

}  // namespace budge::gpu
