// Depth-first search below one bound of IDA*: thousands of warps search the subtrees of the seeds.
//
// Each warp keeps a stack of whole nodes in a ring in shared memory. It pops 32 nodes, expands one per lane, and pushes
// the children that live. No move is ever undone, all lanes run the same code although their moves differ, and siblings
// share cache lines. When the ring is full, its oldest nodes move to the warp's store in global memory.
//
// Load balancing: a warp that finds the queue of seeds empty raises the flag `dry`. All warps then hand over their
// nodes, which become the queue of the next round, so that no warp works alone on a large subtree. A round also ends
// when the host must check the time. Its warps then pause: they keep their nodes in their stores and resume in the next
// round, because handing over would make the queue grow from round to round.
#pragma once

#include "grow.cuh"

namespace budge::gpu {

constexpr u64 by_search = 1ull << 63;  // the flag of a hit with a seed's number; other hits have a level and an origin

// The queue of a round: seeds, or nodes handed over in the previous round. A warp fetches `fetch` nodes at a time.
struct Queue {
  const uint4* in;
  uint4* out;
  u32 count, fetch, capacity;
};

// Per warp: room for `chunks` × 32 nodes and for a paused ring. `held` has the nodes in the paused ring and the chunks.
struct Stores {
  uint4* nodes;
  uint2* held;
  u32 chunks;
};

// Rules of a round. If there are many puzzles, the nodes of solved puzzles are dropped; if there is one, its first plan
// ends the round. A warp hands over after at least `min_turns` and pauses after `max_turns`.
struct Rules {
  const u32* puzzles;  // by seed
  u32 segments, many, min_turns, max_turns;
};

// The use of a block's shared memory.
template <class V, int Warps, int Ring>
struct Layout {
  static constexpr int threads = 32 * Warps, stride = V::quads | 1;  // an odd stride avoids bank conflicts
  using R = typename V::R;
  static constexpr bool compact = V::B::compact;
  static constexpr u32 low = compact ? 2u << R::low_bits : 0, segments = compact ? 4096 : 0;
  static constexpr u32 high = compact ? (4u << R::high_bits) * V::group_count : 0;
  static constexpr u32 orders_low = 2u << R::order_bits, orders_high = 4096, min_slack = 256;
  static constexpr u32 tables = (low + high + orders_low + orders_high + segments + min_slack + 15) / 16 * 16;
  static constexpr u32 bytes = tables + Warps * Ring * stride * 16;
};

template <class T>
__device__ __forceinline__ const T* copied(const T* from, u32 count, u8*& to) {
  T* const copy = reinterpret_cast<T*>(to);
  for (u32 i = threadIdx.x; i < count; i += blockDim.x) copy[i] = from[i];
  to += count * sizeof(T);
  return copy;
}

// Copies the ranking tables to shared memory. Returns the copy of `min_slack`; `tables` refers to the other copies.
template <class L, class V>
__device__ __forceinline__ const u8* copy_tables(const Pass<V>& pass, u32 segments, uint4* memory, Tables<V>& tables) {
  using R = typename V::R;
  u8* free = reinterpret_cast<u8*>(memory);
  const R ranks = pass.tables->ranks;
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
  const u8* const min_slack = copied(pass.min_slack, 256, free);
  if (threadIdx.x == 0) {
    tables = *pass.tables;
    tables.ranks = R{low, high, segment_rows, orders_low, orders_high, ranks.regions, ranks.shift};
  }
  return min_slack;
}

// The nodes of a warp: a ring in shared memory, and chunks of 32 nodes in its store.
template <class V, int Ring>
struct WarpStack {
  static constexpr int stride = V::quads | 1;
  const Queue& queue;
  Round* const round;
  uint4 *const ring, *const store, *const paused;
  uint2* const held;
  const u32 max_chunks;
  const int lane = threadIdx.x & 31;
  u32 top = 0, bottom = 0, chunks = 0;

  __device__ __forceinline__ WarpStack(const Queue& nodes, const Stores& stores, Round* counters, uint4* memory,
                                       u32 warp)
      : queue(nodes),
        round(counters),
        ring(memory),
        store(stores.nodes + static_cast<u64>(warp) * (stores.chunks * 32 + Ring) * V::quads),
        paused(store + stores.chunks * 32 * V::quads),
        held(stores.held + warp),
        max_chunks(stores.chunks) {
    top = held->x, chunks = held->y;
    for (u32 index = lane; index < top; index += 32) copy(paused + index * V::quads, slot(index));
  }

  __device__ __forceinline__ u32 size() const { return top - bottom; }
  __device__ __forceinline__ uint4* slot(u32 number) const { return ring + (number & (Ring - 1)) * stride; }

  // Refills a ring with fewer than 32 nodes: from the store, or else from the queue. Sets `dry` if the queue is empty.
  __device__ __forceinline__ void refill(bool& dry) {
    if (chunks) {
      restore();
    } else if (!dry) {
      u32 from = 0;
      if (lane == 0) from = atomicAdd(&round->head, queue.fetch);
      from = __shfl_sync(~0u, from, 0);
      if (from >= queue.count) {
        dry = true;
        if (lane == 0) *static_cast<volatile u32*>(&round->dry) = 1;
      } else {
        const u32 fetched = min(queue.fetch, queue.count - from);
        if (static_cast<u32>(lane) < fetched) {
          copy(queue.in + static_cast<u64>(from + lane) * V::quads, slot(top + lane));
        }
        top += fetched;
        __syncwarp();
      }
    }
  }

  // Pops up to 32 nodes, one per lane. Returns whether this lane has one.
  __device__ __forceinline__ bool pop(u32 (&node)[V::words]) {
    const u32 popped = min(32u, size());
    const bool live = static_cast<u32>(lane) < popped;
    top -= popped;
    BUDGE_UNROLL
    for (int k = 0; k < V::words; ++k) node[k] = 0;
    if (live) load<V>(node, slot(top + lane));
    __syncwarp();
    return live;
  }

  // Pushes the children that live. All lanes call it.
  __device__ __forceinline__ void push(const Child<V>& child) {
    const u32 lanes = __ballot_sync(~0u, child.live);
    if (!lanes) return;
    const u32 count = ones(lanes);
    while (size() + count > Ring) spill();
    if (child.live) {
      u32 made[V::words];
      child.write(made);
      gpu::store<V>(made, slot(top + ones(lanes & below(lane))));
    }
    top += count;
    __syncwarp();
  }

  __device__ __forceinline__ void pause() {
    for (u32 index = lane; index < size(); index += 32) copy(slot(bottom + index), paused + index * V::quads);
    if (lane == 0) {
      *held = make_uint2(size(), chunks);
      atomicAdd(&round->held, size() + 32 * chunks);
    }
  }

  __device__ __forceinline__ void hand_over_all() {
    for (;;) {
      while (size()) {
        const u32 count = min(32u, size());
        hand_over(count);
        bottom += count;
      }
      if (!chunks) break;
      restore();
    }
  }

 private:
  static __device__ __forceinline__ void copy(const uint4* from, uint4* to) {
    for (int k = 0; k < V::quads; ++k) to[k] = from[k];
  }

  // Copies the oldest nodes of the ring to the queue of the next round.
  __device__ __forceinline__ void hand_over(u32 count) {
    u32 to = 0;
    if (lane == 0) to = atomicAdd(&round->out, count);
    to = __shfl_sync(~0u, to, 0) + lane;
    if (static_cast<u32>(lane) < count && to < queue.capacity) {
      copy(slot(bottom + lane), queue.out + static_cast<u64>(to) * V::quads);
    }
    __syncwarp();
  }

  // Moves the oldest 32 nodes of the ring to the store, or to the next round's queue if the store is full.
  __device__ __forceinline__ void spill() {
    if (chunks < max_chunks) {
      copy(slot(bottom + lane), store + (chunks * 32 + lane) * V::quads);
      ++chunks;
      __syncwarp();
    } else {
      hand_over(32);
    }
    bottom += 32;
  }

  __device__ __forceinline__ void restore() {
    --chunks;
    copy(store + (chunks * 32 + lane) * V::quads, slot(top + lane));
    top += 32;
    __syncwarp();
  }
};

// What a warp must do after 16 turns: stop because a plan was found, hand over its nodes, or pause.
constexpr u32 plan_found = 1, must_hand_over = 2, must_pause = 4;

__device__ __forceinline__ u32 read_signals(const Round* round, const Rules& rules, u32 turn, int lane) {
  u32 signals = 0;
  if (lane == 0) {
    if (!rules.many && *static_cast<const volatile u32*>(&round->found)) signals = plan_found;
    if (turn >= rules.min_turns && *static_cast<const volatile u32*>(&round->dry)) {
      signals |= must_hand_over;
    } else if (turn >= rules.max_turns) {
      signals |= must_pause;
    }
  }
  return __shfl_sync(~0u, signals, 0);
}

template <class V, int Warps, int Ring>
__global__ void __launch_bounds__(Warps * 32, 1) search(Pass<V> pass, Queue queue, Stores stores, Rules rules) {
  using L = Layout<V, Warps, Ring>;
  BUDGE_SHARED(memory);
  __shared__ Tables<V> tables;
  const u8* const min_slack = copy_tables<L>(pass, rules.segments, memory, tables);
  const int warp = threadIdx.x >> 5;
  WarpStack<V, Ring> stack(queue, stores, pass.round, memory + L::tables / 16 + warp * Ring * L::stride,
                           blockIdx.x * Warps + warp);
  __syncthreads();
  if (stack.lane == 0) *stack.held = make_uint2(0, 0);

  u32 generated = 0, expanded = 0;
  u64 all_generated = 0, all_expanded = 0;
  bool dry = false;
  for (u32 turn = 0;; ++turn) {
    if (stack.size() < 32) stack.refill(dry);
    if (!stack.size()) break;
    if ((turn & 15) == 15) {
      all_generated += generated, all_expanded += expanded;
      generated = expanded = 0;
      const u32 signals = read_signals(pass.round, rules, turn, stack.lane);
      if (signals && !(signals & plan_found)) signals & must_pause ? stack.pause() : stack.hand_over_all();
      if (signals) break;
    }
    u32 node[V::words];
    bool live = stack.pop(node);
    if (rules.many && live) live = !pass.solved[rules.puzzles[V::seed(node, node[V::first] >> 5 & 1)]];
    live = expand<V>(tables, node, live, min_slack, generated, [&](const Child<V>& child) {
      stack.push(child);
      if (child.live && child.parent.moves_left == 0) {
        const u32 seed = V::seed(node, child.parent.swapped);
        pass.report(rules.puzzles[seed], by_search | seed);
      }
    });
    expanded += live;
  }
  all_generated = sum_of_warp(all_generated + generated);
  all_expanded = sum_of_warp(all_expanded + expanded);
  if (stack.lane == 0) {
    atomicAdd(&pass.round->generated, all_generated);
    atomicAdd(&pass.round->expanded, all_expanded);
  }
}

}  // namespace budge::gpu
