// The distance of a pattern's state from its goal, by descending one step at a time: a database stores one bit of each
// distance, and the parity of the cells gives the other bit modulo 4. The result is 255 if no path exists.
#pragma once

#include "node.cuh"

namespace budge::gpu {

struct Query {
  u32 cells, order, blank, goal, home, pattern;  // `goal`: cells of the goal; `home`: cell of the blank there
};

// One warp per query. A lane tests one step of a tile; the warp takes the first step that decreases the distance.
template <class V>
__global__ void __launch_bounds__(32) distances(const Tables<V>* given, const Query* queries, int view, u8* out) {
  using B = typename V::B;
  const Tables<V>& tables = *given;
  const auto& ranks = tables.ranks;
  const Query query = queries[blockIdx.x];
  const int lane = static_cast<int>(threadIdx.x), d = lane & 3;
  const int pattern = static_cast<int>(query.pattern), dummies = V::dummies >> (4 * pattern) & 15;
  const u32 parity = ones(query.goal & B::black) & 1;
  const auto distance_modulo_4 = [&](u32 cells, u32 order, int blank) {
    const u32 set = ranks.set(cells, V::groups >> (4 * pattern) & 15);
    const u32 row = ranks.row(set, ranks.regions[set], cells, blank);
    const u32 bit = *tables.word(view, pattern, ranks.order(order), row) >> (row & 31) & 1;
    return 2 * bit + ((ones(cells & B::black) & 1) ^ parity);
  };
  u32 cells = query.cells, order = query.order, goal_order = 0;
  for (int place = 0; place < V::largest; ++place) goal_order |= static_cast<u32>(place) << (3 * place);
  int blank = static_cast<int>(query.blank), steps = 0;
  u32 now = distance_modulo_4(cells, order, blank);
  for (; steps < 255; ++steps) {
    const u32 region = B::flood(1u << blank, B::all & ~cells);
    if (cells == query.goal && order == goal_order && (region >> query.home & 1)) break;
    u32 rest = cells, next = 0, next_order = 0;
    for (int skip = 0; skip < lane >> 2; ++skip) rest &= rest - 1;
    const int tile = rest ? lowest(rest) : 0;
    bool down = rest && B::legal(d, tile) && (region >> (tile + B::step(d)) & 1);
    if (down) {
      const int to = tile + B::step(d);
      next = cells ^ 1u << tile ^ 1u << to;
      next_order = shifted(order, dummies + (lane >> 2), dummies + ones(next & below(to)));
      down = distance_modulo_4(next, next_order, tile) == ((now + 3) & 3);
    }
    const u32 descending = __ballot_sync(~0u, down);
    if (!descending) {
      steps = 255;
      break;
    }
    const int first = lowest(descending);
    cells = __shfl_sync(~0u, next, first);
    order = __shfl_sync(~0u, next_order, first);
    blank = __shfl_sync(~0u, tile, first);
    now = (now + 3) & 3;
  }
  if (lane == 0) out[blockIdx.x] = static_cast<u8>(steps);
}

}  // namespace budge::gpu
