// Breadth-first growth of the roots into seeds. Each level stores the origin of its nodes: the index of the parent and
// the move. A plan found below a seed is read off the origins up to that seed.
#pragma once

#include "expand.cuh"

namespace budge::gpu {

// Counters and flags that the kernels of a round share with the host.
struct Round {
  u32 head, out, found, dry;
  u64 generated, expanded;
  u32 held, unused;  // `held`: nodes that paused warps keep for the next round
};

// The arguments that all kernels of a pass share. Arrays by puzzle: where its plan was found, and whether it is solved.
template <class V>
struct Pass {
  const Tables<V>* tables;
  const u8* min_slack;  // by moves left
  u64* hits;
  u8* solved;
  Round* round;

  __device__ __forceinline__ void report(u32 puzzle, u64 hit) const {
    hits[puzzle] = hit;
    solved[puzzle] = 1;
    *static_cast<volatile u32*>(&round->found) = 1;
  }
};

// One level of growth: nodes and their puzzles in, children with their puzzles and origins out. `counts` has the number
// of nodes in this level and, after the kernel, in the next.
struct Level {
  const uint4* nodes;
  const u32* puzzles;
  u32* counts;
  uint4* children;
  u32 *child_puzzles, *origins;
  u32 number, enough, capacity;
};

template <class T>
__device__ __forceinline__ T sum_of_warp(T value) {
  BUDGE_UNROLL
  for (int half = 16; half; half >>= 1) value += __shfl_xor_sync(~0u, value, half);
  return value;
}

// A level with `enough` nodes does not grow. The host launches several levels at once and need not wait for each.
template <class V>
__global__ void __launch_bounds__(128) grow(Pass<V> pass, Level level) {
  const u32 count = level.counts[0];
  if (count >= level.enough) return;
  const int lane = threadIdx.x & 31;
  for (u32 first = blockIdx.x * 128; first < count; first += gridDim.x * 128) {
    const u32 index = first + threadIdx.x, puzzle = index < count ? level.puzzles[index] : 0;
    bool live = index < count && !pass.solved[puzzle];
    u32 node[V::words] = {}, generated = 0;
    if (live) load<V>(node, level.nodes + static_cast<u64>(index) * V::quads);
    live = expand<V>(*pass.tables, node, live, pass.min_slack, generated, [&](const Child<V>& child) {
      const u32 lanes = __ballot_sync(~0u, child.live);
      if (!lanes) return;
      u32 to = 0;
      if (lane == 0) to = atomicAdd(&level.counts[1], static_cast<u32>(ones(lanes)));
      to = __shfl_sync(~0u, to, 0) + ones(lanes & below(lane));
      if (!child.live) return;
      const u32 origin = index << 2 | static_cast<u32>(child.move_in_view_a());
      if (child.parent.moves_left == 0) pass.report(puzzle, static_cast<u64>(level.number + 1) << 40 | origin);
      if (to >= level.capacity) return;
      u32 made[V::words];
      child.write(made);
      level.origins[to] = origin;
      level.child_puzzles[to] = puzzle;
      store<V>(made, level.children + static_cast<u64>(to) * V::quads);
    });
    generated = sum_of_warp(generated);
    const u32 expanded = ones(__ballot_sync(~0u, live));
    if (lane == 0) {
      atomicAdd(&pass.round->generated, static_cast<u64>(generated));
      atomicAdd(&pass.round->expanded, static_cast<u64>(expanded));
    }
  }
}

// Reads the moves that lead to some nodes off the origins of all levels, one thread per node. `codes` are the origins
// of these nodes and `levels` their levels.
static __global__ void read_moves(const u32* const* origins, const u32* codes, const u32* levels, u32 count, u8* moves,
                                  u32 stride) {
  const u32 index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  u32 code = codes[index];
  for (u32 level = levels[index]; level > 0; --level) {
    moves[static_cast<u64>(index) * stride + level - 1] = static_cast<u8>(code & 3);
    if (level > 1) code = origins[level - 2][code >> 2];
  }
}

// Writes its number into every seed.
template <class V>
__global__ void __launch_bounds__(128) number_seeds(uint4* seeds, u32 count) {
  const u32 number = blockIdx.x * 128 + threadIdx.x;
  if (number >= count) return;
  u32 node[V::words];
  uint4* const seed = seeds + static_cast<u64>(number) * V::quads;
  load<V>(node, seed);
  V::set_seed(node, number);
  store<V>(node, seed);
}

}  // namespace budge::gpu
