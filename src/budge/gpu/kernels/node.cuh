// A node of the search: the board in two views, and the slack of each.
//
// A view is a partition of the tiles into patterns, with one database each, and a flag for a reflection at the main
// diagonal. A search of a square board uses the board (view A) and its reflection (view B); a search of an oblong board
// uses two partitions. The slack of a view is (bound - g - h) / 2: the number of times that h may still rise. Slot 0 of
// a node is the view with less slack. A child is looked up in slot 0 only. Its lookups in slot 1 and in the FSM, the
// finite-state machine of duplicate walks, are pending until the child is popped; most children are never popped.
//
//   words of a slot   the cells of each pattern except the last, which has the remaining cells; then the order of each
//   first word        bits 0-4 the blank in slot 0's view, 5 slot 0 is view B, 6 lookups are pending, 7-8 last move,
//                     9-17 moves left, 18-24 slack of slot 0, 25-31 slack of slot 1
//   second word       bits 0-15 state of the FSM, then the distances modulo 4 of the patterns of slots 0 and 1
//
// The unused bits in the words of the sets store the number of the seed that the node descends from. On a board that is
// not compact the distances are in a third word and that number is in a fourth.
#pragma once

#include "ranks.cuh"

namespace budge::gpu {

// `Mirrored`: view B is the reflection of view A. `Tiles`: the sizes of the patterns.
template <int Width, int Height, bool Mirrored, int... Tiles>
struct Views {
  using B = Board<Width, Height>;
  static constexpr int patterns = sizeof...(Tiles);
  static constexpr bool mirrored = Mirrored;
  static_assert(patterns >= 2 && patterns <= (B::compact ? 4 : 7) && (Tiles + ...) == B::cells - 1 &&
                (!Mirrored || Width == Height));

  static constexpr int extreme(bool minimum) {
    constexpr int sizes[] = {Tiles...};
    int found = sizes[0];
    for (int k = 1; k < patterns; ++k) found = minimum ? smaller(found, sizes[k]) : larger(found, sizes[k]);
    return found;
  }
  static constexpr int smallest = extreme(true), largest = extreme(false);
  using R = Ranks<B, smallest, largest>;

  // In four bits a pattern: the number of dummies before its tiles in an order, and the group of its sets.
  static constexpr u32 packed(bool group) {
    constexpr int sizes[] = {Tiles...};
    u32 word = 0;
    for (int k = 0; k < patterns; ++k) {
      word |= static_cast<u32>(group ? sizes[k] - smallest : largest - sizes[k]) << (4 * k);
    }
    return word;
  }
  static constexpr u32 dummies = packed(false), groups = packed(true);
  static constexpr int group_count = largest - smallest + 1;

  static constexpr int slot = 2 * patterns - 1, first = 2 * slot, last = first + (B::compact ? 2 : 4);
  static constexpr int quads = (last + 3) / 4, words = 4 * quads;
  static constexpr int distance_bits = 2 * patterns;
  static constexpr int spare = smaller(16, 32 - B::cells);
  static constexpr int seed_bits = B::compact ? smaller(31, 2 * (patterns - 1) * spare) : 31;

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

  // The number of the seed. A compact board has `spare` bits of it in each set of cells, view A's first.
  static BUDGE_BOTH void set_seed(u32 (&node)[words], u32 seed) {
    if constexpr (B::compact) {
      const bool swapped = node[first] >> 5 & 1;
      BUDGE_UNROLL
      for (int k = 0; k < patterns - 1; ++k) {
        const u32 in_a = seed >> (k * spare),
                  in_b = (patterns - 1 + k) * spare < 32 ? seed >> ((patterns - 1 + k) * spare) : 0;
        node[k] = (node[k] & B::all) | ((swapped ? in_b : in_a) & below(spare)) << B::cells;
        node[slot + k] = (node[slot + k] & B::all) | ((swapped ? in_a : in_b) & below(spare)) << B::cells;
      }
    } else {
      node[last - 1] = seed;
    }
  }
  static BUDGE_BOTH u32 seed(const u32 (&node)[words], bool swapped) {
    if constexpr (B::compact) {
      u32 number = 0;
      BUDGE_UNROLL
      for (int k = 0; k < patterns - 1; ++k) {
        const u32 zero = node[k] >> B::cells & below(spare), one = node[slot + k] >> B::cells & below(spare);
        number |= (swapped ? one : zero) << (k * spare);
        if ((patterns - 1 + k) * spare < 32) number |= (swapped ? zero : one) << ((patterns - 1 + k) * spare);
      }
      return number;
    } else {
      return node[last - 1];
    }
  }
};

// The tables of a search: ranks, the databases of both views, the FSM of duplicate walks.
template <class V>
struct Tables {
  typename V::R ranks;
  const u32* bits[2 * V::patterns];  // one array of rows for each order, shifted so that the index is a row's rank
  u32 width[V::patterns];            // words per order
  const u32* fsm;                    // by state and move: the next state, and the moves it allows 16 bits above

  BUDGE_BOTH const u32* word(int view, int pattern, u32 order, u32 row) const {
    return bits[view * V::patterns + pattern] + (static_cast<u64>(order) * width[pattern] + (row >> 5));
  }
};

// Whether a distance rises (1) or falls (0), from bit 1 of the child's distance and the parent's modulo 4.
BUDGE_BOTH u32 rises(u32 bit, u32 parent) { return (bit ^ parent ^ (parent >> 1) ^ 1) & 1; }

// The packed distances after one of them rose or fell by 1.
BUDGE_BOTH u32 with_distance(u32 distances, int pattern, u32 risen) {
  const u32 next = ((distances >> (2 * pattern)) + (risen ? 1 : 3)) & 3;
  return (distances & ~(3u << (2 * pattern))) | next << (2 * pattern);
}

template <class V>
BUDGE_BOTH void load(u32 (&node)[V::words], const uint4* from) {
  BUDGE_UNROLL
  for (int k = 0; k < V::quads; ++k) {
    const uint4 quad = from[k];
    node[4 * k] = quad.x, node[4 * k + 1] = quad.y, node[4 * k + 2] = quad.z, node[4 * k + 3] = quad.w;
  }
}

template <class V>
BUDGE_BOTH void store(const u32 (&node)[V::words], uint4* to) {
  BUDGE_UNROLL
  for (int k = 0; k < V::quads; ++k) {
    to[k] = make_uint4(node[4 * k], node[4 * k + 1], node[4 * k + 2], node[4 * k + 3]);
  }
}

}  // namespace budge::gpu
