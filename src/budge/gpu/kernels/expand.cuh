// Expands a node: makes the children whose slack in slot 0 is not negative.
#pragma once

#include "node.cuh"

namespace budge::gpu {

// A pattern after one of its tiles has moved.
struct Step {
  u32 cells, order;
  int pattern;
};

// The fields of a node, unpacked. They describe slot 0's view; the names of slot 1's begin with `other`.
template <class V>
struct Node {
  using B = typename V::B;
  static constexpr int slot = V::slot, patterns = V::patterns;

  u32 (&words)[V::words];
  int blank, other_blank, moves_left, slack, other_slack;
  u32 swapped, pending, last_move, allowed = 15, state, distance, other_distance;

  __device__ __forceinline__ explicit Node(u32 (&node)[V::words]) : words(node) {
    constexpr u32 mask = (1u << V::distance_bits) - 1;
    const u32 first = node[V::first], distances = V::distances(node);
    blank = first & 31, other_blank = V::other_view(blank);
    swapped = first >> 5 & 1, pending = first >> 6 & 1, last_move = first >> 7 & 3;
    moves_left = first >> 9 & 511, slack = first >> 18 & 127, other_slack = first >> 25;
    state = node[V::first + 1] & 0xffff;
    distance = distances & mask, other_distance = distances >> V::distance_bits & mask;
  }

  // The cells of the last pattern of a slot: all that the other patterns and the blank leave.
  template <int Slot>
  __device__ __forceinline__ u32 last_pattern(int of_blank) const {
    u32 cells = B::all ^ 1u << of_blank;
    BUDGE_UNROLL
    for (int k = 0; k < patterns - 1; ++k) cells ^= words[Slot + k];
    return cells;
  }

  // The tile on `there` moves to `here`, the blank in direction d.
  template <int Slot>
  __device__ __forceinline__ Step step(int d, u32 here, u32 there, u32 last) const {
    u32 from = last, order = words[Slot + slot - 1];
    int pattern = patterns - 1;
    BUDGE_UNROLL
    for (int k = 0; k < patterns - 1; ++k) {
      if (words[Slot + k] & there) from = words[Slot + k], order = words[Slot + patterns - 1 + k], pattern = k;
    }
    const u32 to = from ^ there ^ here;
    if (d == 0 || d == 3) {
      const int dummies = V::dummies >> (4 * pattern) & 15;
      order = shifted(order, dummies + ones(from & (there - 1)), dummies + ones(to & (here - 1)));
    }
    return {to, order, pattern};
  }

  // The pending lookups of the last move, in the FSM and in slot 1. False if slot 1 prunes the node.
  __device__ __forceinline__ bool look_up_pending(const Tables<V>& tables) {
    const auto& ranks = tables.ranks;
    const int d = last_move;
    const u32 next = __ldg(tables.fsm + 4 * state + (V::mirrored ? d ^ static_cast<int>(swapped) : d));
    const int tile = V::other_view(blank - B::step(d));
    u32 cells = last_pattern<slot>(other_blank), order = words[2 * slot - 1];
    int pattern = patterns - 1;
    BUDGE_UNROLL
    for (int k = 0; k < patterns - 1; ++k) {
      if (words[slot + k] >> tile & 1) cells = words[slot + k], order = words[slot + patterns - 1 + k], pattern = k;
    }
    cells &= B::all;
    const u32 set = ranks.set(cells, V::groups >> (4 * pattern) & 15);
    const u32 row = ranks.row(set, ranks.read(ranks.regions + set), cells, other_blank);
    const u32 word = __ldg(tables.word(swapped ? 0 : 1, pattern, ranks.order(order), row));
    const u32 risen = rises(word >> (row & 31), other_distance >> (2 * pattern));
    other_slack -= static_cast<int>(risen);
    other_distance = with_distance(other_distance, pattern, risen);
    state = next & 0xffff;
    allowed = next >> 16 & 15;
    return other_slack >= 0;
  }

  __device__ __forceinline__ void swap_slots() {
    exchange(blank, other_blank);
    exchange(slack, other_slack);
    exchange(distance, other_distance);
    swapped ^= 1;
    BUDGE_UNROLL
    for (int k = 0; k < slot; ++k) exchange(words[k], words[slot + k]);
  }

  // The moves that the FSM allows, as directions of slot 0's view.
  __device__ __forceinline__ u32 allowed_moves() const {
    return V::mirrored && swapped ? (allowed & 5) << 1 | (allowed & 10) >> 1 : allowed;
  }

 private:
  template <class T>
  static __device__ __forceinline__ void exchange(T& one, T& other) {
    const T kept = one;
    one = other, other = kept;
  }
};

// A child of a node, not written yet.
template <class V>
struct Child {
  const Node<V>& parent;
  const Step& step;  // in slot 0
  int d, slack;      // the move of the blank, the slack of slot 0
  u32 risen, other_last;
  bool live;

  __device__ __forceinline__ int move_in_view_a() const { return V::mirrored && parent.swapped ? d ^ 1 : d; }

  __device__ __forceinline__ void write(u32 (&child)[V::words]) const {
    using B = typename V::B;
    constexpr int slot = V::slot, patterns = V::patterns;
    const u32(&node)[V::words] = parent.words;
    // (Choices of values, because the compiler moves an array to memory if a store may go to one of several words.)
    BUDGE_UNROLL
    for (int k = 0; k < patterns; ++k) {
      if (k < patterns - 1) child[k] = step.pattern == k ? step.cells : node[k];
      child[patterns - 1 + k] = step.pattern == k ? step.order : node[patterns - 1 + k];
    }
    const int other = V::other_direction(d);  // the same move in slot 1, where its lookup stays pending
    const u32 here = 1u << parent.other_blank, there = 1u << (parent.other_blank + B::step(other));
    const Step second = parent.template step<slot>(other, here, there, other_last);
    BUDGE_UNROLL
    for (int k = 0; k < patterns; ++k) {
      if (k < patterns - 1) child[slot + k] = second.pattern == k ? second.cells : node[slot + k];
      child[slot + patterns - 1 + k] = second.pattern == k ? second.order : node[slot + patterns - 1 + k];
    }
    child[V::first] = static_cast<u32>(parent.blank + B::step(d)) | parent.swapped << 5 | 1u << 6 |
                      static_cast<u32>(d) << 7 | static_cast<u32>(parent.moves_left) << 9 |
                      static_cast<u32>(slack) << 18 | static_cast<u32>(parent.other_slack) << 25;
    V::set_state(child, parent.state,
                 with_distance(parent.distance, step.pattern, risen) | parent.other_distance << V::distance_bits);
    if constexpr (!B::compact) child[V::last - 1] = node[V::last - 1];
    BUDGE_UNROLL
    for (int k = V::last; k < V::words; ++k) child[k] = 0;
  }
};

// The four children of a node in slot 0: all addresses are computed before the first load, and all loads are issued
// before the first test, so that the four lookups overlap.
template <class V>
struct Lookups {
  using B = typename V::B;
  Step steps[4];
  u32 words[4], shifts[4];
  bool open[4];

  __device__ __forceinline__ Lookups(const Tables<V>& tables, const Node<V>& node, bool live) {
    const auto& ranks = tables.ranks;
    const u32 allowed = node.allowed_moves(), last = node.template last_pattern<0>(node.blank);
    u32 sets[4];
    u64 regions[4];
    BUDGE_UNROLL
    for (int d = 0; d < 4; ++d) {
      open[d] = live && (allowed >> d & 1) && B::legal(d, node.blank);
      const u32 there = 1u << (open[d] ? node.blank + B::step(d) : node.blank);
      steps[d] = node.template step<0>(d, 1u << node.blank, there, last);
      sets[d] = ranks.set(steps[d].cells & B::all, V::groups >> (4 * steps[d].pattern) & 15);
      regions[d] = open[d] ? ranks.read(ranks.regions + sets[d]) : 0;
    }
    BUDGE_UNROLL
    for (int d = 0; d < 4; ++d) {
      words[d] = shifts[d] = 0;
      const u32 order = ranks.order(steps[d].order);
      if (!open[d]) continue;
      const u32 row = ranks.row(sets[d], regions[d], steps[d].cells & B::all, node.blank + B::step(d));
      shifts[d] = row & 31;
      words[d] = __ldg(tables.word(node.swapped ? 1 : 0, steps[d].pattern, order, row));
    }
  }
};

// Expands a node. All lanes of a warp call `push(child)` for all four directions, also for children that are not live.
// A node lives if its pending lookups leave slot 1 enough slack, and both slots the slack that `min_slack` demands for
// the moves left. Returns whether the node lives; `generated` grows by the number of its children.
template <class V, class Push>
__device__ __forceinline__ bool expand(const Tables<V>& tables, u32 (&words)[V::words], bool live, const u8* min_slack,
                                       u32& generated, Push&& push) {
  Node<V> node(words);
  if (live && node.pending) live = node.look_up_pending(tables);
  if (min(node.slack, node.other_slack) < static_cast<int>(min_slack[node.moves_left & 255])) live = false;
  if (node.other_slack < node.slack) node.swap_slots();
  --node.moves_left;
  const Lookups<V> found(tables, node, live);
  const u32 other_last = node.template last_pattern<V::slot>(node.other_blank);
  BUDGE_UNROLL
  for (int d = 0; d < 4; ++d) {
    const Step& step = found.steps[d];
    const u32 risen = rises(found.words[d] >> found.shifts[d], node.distance >> (2 * step.pattern));
    const int slack = node.slack - static_cast<int>(risen);
    generated += found.open[d];
    push(Child<V>{node, step, d, slack, risen, other_last, found.open[d] && slack >= 0});
  }
  return live;
}

}  // namespace budge::gpu
