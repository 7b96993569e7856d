// IDA* below one bound. `grow` makes seeds, level by level, and remembers where each came from; `search` goes through
// all that lies below them.
//
// A warp owns a ring of whole nodes in shared memory, takes 32 off its end, expands one a lane and puts the children
// that live back. There is nothing to undo, lanes do the same whatever their moves, and cousins share cache lines. What
// does not fit in the ring waits in the warp's store. A warp that finds the queue dry makes all others hand over what
// they have for the next round, so that none is left alone with a large subtree. When a round has lasted so long that
// the host wants to look at the clock, warps put all they have into their stores and go on from there in the next: to
// hand it over then would make the queue longer from round to round.
#pragma once

#include "node.cuh"

namespace budge::gpu {

struct Round {
  u32 head, out, found, dry;
  u64 generated, expanded;
  u32 held, unused;  // nodes that warps go on with
};

constexpr u64 by_search = 1ull << 63;  // a hit: this and the seed's number, or a level, the parent's index and the move

// One level. `counts` is how many nodes there are in this level and, when it is done, in the next. A level that has
// `enough` is where growing stops: the launches that follow do nothing, so that the host need not wait for each.
template <class V>
__global__ void __launch_bounds__(128)
    grow(const Tables<V>* given, const u8* curve, const uint4* in, const u32* owners, u32* counts, u32 level,
         u32 enough, uint4* out, u32* out_owners, u32* origins, u32 room, u64* hits, u8* done, Round* round) {
  const u32 count = counts[0];
  if (count >= enough) return;
  const int lane = threadIdx.x & 31;
  for (u32 first = blockIdx.x * 128; first < count; first += gridDim.x * 128) {
    const u32 at = first + threadIdx.x, owner = at < count ? owners[at] : 0;
    bool live = at < count && !done[owner];
    u32 node[V::words], generated = 0;
    BUDGE_UNROLL
    for (int k = 0; k < V::quads; ++k) {
      const uint4 quad = live ? in[static_cast<u64>(at) * V::quads + k] : make_uint4(0, 0, 0, 0);
      node[4 * k] = quad.x, node[4 * k + 1] = quad.y, node[4 * k + 2] = quad.z, node[4 * k + 3] = quad.w;
    }
    const auto keep = [&](bool lives, int d, int moves_left, u32 turned, auto&& child) {
      const u32 lives_in = __ballot_sync(~0u, lives);
      if (!lives_in) return;
      u32 to = 0;
      if (lane == 0) to = atomicAdd(&counts[1], static_cast<u32>(ones(lives_in)));
      to = __shfl_sync(~0u, to, 0) + ones(lives_in & below(lane));
      if (!lives) return;
      const u32 origin = at << 2 | static_cast<u32>(V::mirrored && turned ? d ^ 1 : d);
      if (moves_left == 0) {
        hits[owner] = static_cast<u64>(level + 1) << 40 | origin;
        done[owner] = 1;
        round->found = 1;
      }
      if (to >= room) return;
      u32 made[V::words];
      child(made);
      origins[to] = origin;
      out_owners[to] = owner;
      BUDGE_UNROLL
      for (int k = 0; k < V::quads; ++k) {
        out[static_cast<u64>(to) * V::quads + k] =
            make_uint4(made[4 * k], made[4 * k + 1], made[4 * k + 2], made[4 * k + 3]);
      }
    };
    live = expand<V>(*given, node, live, curve, generated, keep);
    for (int half = 16; half; half >>= 1) generated += __shfl_xor_sync(~0u, generated, half);
    const u32 expanded = ones(__ballot_sync(~0u, live));
    if (lane == 0) {
      atomicAdd(&round->generated, static_cast<u64>(generated));
      atomicAdd(&round->expanded, static_cast<u64>(expanded));
    }
  }
}

// The moves that lead to nodes of some levels, from the origins of every level: a thread a node. `codes` are origins,
// that is a parent's index and a move, and `levels` the levels that they lead to.
static __global__ void read_moves(const u32* const* origins, const u32* codes, const u32* levels, u32 count, u8* moves,
                                  u32 stride) {
  const u32 at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= count) return;
  u32 code = codes[at];
  for (u32 level = levels[at]; level > 0; --level) {
    moves[static_cast<u64>(at) * stride + level - 1] = static_cast<u8>(code & 3);
    if (level > 1) code = origins[level - 2][code >> 2];
  }
}

// Numbers the seeds.
template <class V>
__global__ void __launch_bounds__(128) mark(uint4* seeds, u32 count) {
  const u32 at = blockIdx.x * 128 + threadIdx.x;
  if (at >= count) return;
  u32 node[V::words];
  BUDGE_UNROLL
  for (int k = 0; k < V::quads; ++k) {
    const uint4 quad = seeds[static_cast<u64>(at) * V::quads + k];
    node[4 * k] = quad.x, node[4 * k + 1] = quad.y, node[4 * k + 2] = quad.z, node[4 * k + 3] = quad.w;
  }
  V::set_seed(node, at);
  BUDGE_UNROLL
  for (int k = 0; k < V::quads; ++k) {
    seeds[static_cast<u64>(at) * V::quads + k] =
        make_uint4(node[4 * k], node[4 * k + 1], node[4 * k + 2], node[4 * k + 3]);
  }
}

// How a search is laid out on a multiprocessor.
template <class V, int Warps, int Ring>
struct Layout {
  static constexpr int threads = 32 * Warps, stride = V::quads | 1;  // an odd stride: no two lanes meet in a bank
  using R = typename V::R;
  static constexpr bool compact = V::B::compact;
  static constexpr u32 low = compact ? 2u << R::low_bits : 0, segments = compact ? 4096 : 0;
  static constexpr u32 high = compact ? (4u << R::high_bits) * V::group_count : 0;
  static constexpr u32 orders_low = 2u << R::order_bits, orders_high = 4096, curve = 256;
  static constexpr u32 tables = (low + high + orders_low + orders_high + segments + curve + 15) / 16 * 16;
  static constexpr u32 bytes = tables + Warps * Ring * stride * 16;
};

template <class T>
__device__ __forceinline__ const T* copied(const T* from, u32 count, u8*& to) {
  T* const here = reinterpret_cast<T*>(to);
  for (u32 i = threadIdx.x; i < count; i += blockDim.x) here[i] = from[i];
  to += count * sizeof(T);
  return here;
}

// `many`: nodes of puzzles that are solved are dropped; else the first plan ends the round. A warp works at least
// `least_turns` before it hands over because the queue is dry, and pauses after `most_turns` in any case. `held` has
// two words a warp: what it left when it paused, in its ring and in chunks of 32 in its store. A store has room for
// both.
template <class V, int Warps, int Ring>
__global__ void __launch_bounds__(Warps * 32, 1)
    search(const Tables<V>* given, u32 segments, const u8* curve, const u32* owners, u64* hits, u8* done, u32 many,
           const uint4* in, u32 count, u32 fetch, u32 least_turns, u32 most_turns, uint4* out, u32 capacity,
           uint4* stores, u32 chunks_each, uint2* held, Round* round) {
  using L = Layout<V, Warps, Ring>;
  using R = typename V::R;
  BUDGE_SHARED(memory);
  __shared__ Tables<V> tables;
  u8* free = reinterpret_cast<u8*>(memory);
  const R ranks = given->ranks;
  const u16* low = ranks.low;
  const u32 *high = ranks.high, *segment_rows = ranks.segments;
  if constexpr (L::compact) {
    high = copied(ranks.high, V::group_count << R::high_bits, free);
    segment_rows = copied(ranks.segments, segments, free);
    free = reinterpret_cast<u8*>(memory) + L::high + L::segments;
    low = copied(ranks.low, 1u << R::low_bits, free);
  }
  const u16* const orders_low = copied(ranks.orders_low, 1u << R::order_bits, free);
  const u8* const orders_high = copied(ranks.orders_high, 4096, free);
  const u8* const slack_wanted = copied(curve, 256, free);
  if (threadIdx.x == 0) {
    tables = *given;
    tables.ranks = R{low, high, segment_rows, orders_low, orders_high, ranks.regions, ranks.shift};
  }
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  uint4* const ring = memory + L::tables / 16 + warp * Ring * L::stride;
  const u32 me = blockIdx.x * Warps + warp;
  uint4* const store = stores + static_cast<u64>(me) * (chunks_each * 32 + Ring) * V::quads;
  uint4* const paused = store + chunks_each * 32 * V::quads;  // the ring's
  const auto slot = [&](u32 number) { return ring + (number & (Ring - 1)) * L::stride; };
  u32 top = held[me].x, bottom = 0, chunks = held[me].y, turn = 0, generated = 0, expanded = 0;
  u64 all_generated = 0, all_expanded = 0;
  bool dry = false;
  for (u32 at = lane; at < top; at += 32) {
    for (int k = 0; k < V::quads; ++k) slot(at)[k] = paused[at * V::quads + k];
  }
  __syncthreads();
  if (lane == 0) held[me] = make_uint2(0, 0);

  const auto hand_over = [&](u32 from, u32 size) {
    u32 to = 0;
    if (lane == 0) to = atomicAdd(&round->out, size);
    to = __shfl_sync(~0u, to, 0) + lane;
    if (static_cast<u32>(lane) < size && to < capacity) {
      for (int k = 0; k < V::quads; ++k) out[static_cast<u64>(to) * V::quads + k] = slot(from + lane)[k];
    }
    __syncwarp();
  };
  const auto put_away = [&] {  // the oldest 32 nodes leave the ring
    if (chunks < chunks_each) {
      for (int k = 0; k < V::quads; ++k) store[(chunks * 32 + lane) * V::quads + k] = slot(bottom + lane)[k];
      ++chunks;
      __syncwarp();
    } else {
      hand_over(bottom, 32);
    }
    bottom += 32;
  };
  const auto take_back = [&] {
    --chunks;
    for (int k = 0; k < V::quads; ++k) slot(top + lane)[k] = store[(chunks * 32 + lane) * V::quads + k];
    top += 32;
    __syncwarp();
  };

  for (;;) {
    if (top - bottom < 32) {
      if (chunks) {
        take_back();
      } else if (!dry) {
        u32 from = 0;
        if (lane == 0) from = atomicAdd(&round->head, fetch);
        from = __shfl_sync(~0u, from, 0);
        if (from >= count) {
          dry = true;
          if (lane == 0) *static_cast<volatile u32*>(&round->dry) = 1;
        } else {
          const u32 size = min(fetch, count - from);
          if (static_cast<u32>(lane) < size) {
            for (int k = 0; k < V::quads; ++k) slot(top + lane)[k] = in[static_cast<u64>(from + lane) * V::quads + k];
          }
          top += size;
          __syncwarp();
        }
      }
      if (top == bottom) break;
    }
    if ((turn & 15) == 15) {
      u32 say = 0;
      if (lane == 0) {
        if (!many && *static_cast<volatile u32*>(&round->found)) say = 1;
        if (turn >= least_turns && *static_cast<volatile u32*>(&round->dry)) {
          say |= 2;
        } else if (turn >= most_turns) {
          say |= 4;
        }
      }
      say = __shfl_sync(~0u, say, 0);
      all_generated += generated, all_expanded += expanded;
      generated = expanded = 0;
      if (say & 1) break;
      if (say & 4) {
        for (u32 at = lane; at < top - bottom; at += 32) {
          for (int k = 0; k < V::quads; ++k) paused[at * V::quads + k] = slot(bottom + at)[k];
        }
        if (lane == 0) {
          held[me] = make_uint2(top - bottom, chunks);
          atomicAdd(&round->held, top - bottom + 32 * chunks);
        }
        break;
      }
      if (say & 2) {
        for (;;) {
          while (top != bottom) {
            const u32 size = min(32u, top - bottom);
            hand_over(bottom, size);
            bottom += size;
          }
          if (!chunks) break;
          take_back();
        }
        break;
      }
    }
    ++turn;
    const u32 size = min(32u, top - bottom);
    bool live = static_cast<u32>(lane) < size;
    top -= size;
    u32 node[V::words];
    BUDGE_UNROLL
    for (int k = 0; k < V::quads; ++k) {
      const uint4 quad = live ? slot(top + lane)[k] : make_uint4(0, 0, 0, 0);
      node[4 * k] = quad.x, node[4 * k + 1] = quad.y, node[4 * k + 2] = quad.z, node[4 * k + 3] = quad.w;
    }
    __syncwarp();
    if (many && live) live = !done[owners[V::seed(node, node[V::first] >> 5 & 1)]];
    live = expand<V>(tables, node, live, slack_wanted, generated,
                     [&](bool lives, int, int moves_left, u32 turned, auto&& child) {
                       const u32 lives_in = __ballot_sync(~0u, lives);
                       if (!lives_in) return;
                       const u32 more = ones(lives_in);
                       while (top - bottom + more > Ring) put_away();
                       if (lives) {
                         if (moves_left == 0) {
                           const u32 seed = V::seed(node, turned), owner = owners[seed];
                           hits[owner] = by_search | seed;
                           done[owner] = 1;
                           *static_cast<volatile u32*>(&round->found) = 1;
                         }
                         u32 made[V::words];
                         child(made);
                         uint4* const to = slot(top + ones(lives_in & below(lane)));
                         BUDGE_UNROLL
                         for (int k = 0; k < V::quads; ++k) {
                           to[k] = make_uint4(made[4 * k], made[4 * k + 1], made[4 * k + 2], made[4 * k + 3]);
                         }
                       }
                       top += more;
                       __syncwarp();
                     });
    expanded += live;
  }
  all_generated += generated, all_expanded += expanded;
  for (int half = 16; half; half >>= 1) {
    all_generated += __shfl_xor_sync(~0u, all_generated, half);
    all_expanded += __shfl_xor_sync(~0u, all_expanded, half);
  }
  if (lane == 0) atomicAdd(&round->generated, all_generated), atomicAdd(&round->expanded, all_expanded);
}

}  // namespace budge::gpu
