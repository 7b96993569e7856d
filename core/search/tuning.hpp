// The tuning constants of the searches: when an iteration is worth cutting, how work is shared out, table sizes.
//
// One line for each constant: name, default, range, effect. No value in range changes a plan's cost or what is proven;
// they decide how much time and memory a search takes. Tests and fuzzers set `tuning` to extremes before a search
// starts, so that small puzzles reach all code; nothing else writes it.
//
// Fixed when compiled: the children of a batch of A* (astar.hpp) and the states of a batch of a breadth-first search
// (breadth_first.hpp), both sizes of arrays.
#pragma once

#include "support/tuning.hpp"

namespace budge::search {

// clang-format off
#define BUDGE_SEARCH_TUNING(OPTION) \
  /* IDA*: `after` counts the nodes that the previous iteration generated. */ \
  OPTION(cut_after, 1'000, 1, Tuning::never, "nodes before an iteration is cut into subtrees") \
  OPTION(subtree_nodes, 300, 1, 1'000'000, "mean size of these subtrees: what spaces with loops of their own search fastest") \
  OPTION(max_subtrees, 1'000, 8, 1'000'000, "maximum subtrees of an iteration: enough to share, and cheap to search again") \
  OPTION(threads_after, 100'000, 0, Tuning::never, "nodes before an iteration uses several threads") \
  OPTION(waves_after, 4'000'000, 0, Tuning::never, "nodes before an iteration begins with waves (see wave.hpp)") \
  OPTION(crew_after, 4'000'000, 1, Tuning::never, "nodes before an iteration is shared with a crew (see crew.hpp)") \
  OPTION(crew_pieces, 4'000, 1, 1'000'000, "pieces of an iteration that a crew member searches without interruption") \
  OPTION(meter_stride, 1 << 16, 1, 1 << 30, "nodes between two reports of a thread") \
  OPTION(meter_sample, 1 << 8, 1, 1 << 30, "nodes between two sampled depths of a trace") \
  OPTION(replacing_places, 1 << 18, 1, 1 << 24, "places of a transposition table of fixed size, a power of two") \
  OPTION(replacing_bytes, 32 << 20, 1, 1 << 30, "memory of that table") \
  /* A* on several threads (see parallel_astar.hpp). */ \
  OPTION(astar_shared_after, 100'000, 0, Tuning::never, "nodes before A* continues on several threads") \
  OPTION(shards_per_thread, 4, 1, 64, "shards of the states, for each of these threads") \
  OPTION(shard_expansions, 512, 1, 1 << 20, "maximum expansions before a thread leaves a shard") \
  OPTION(min_shard_batches, 4, 0, 1 << 20, "batches that it expands there even if another shard has better nodes") \
  /* Breadth-first search. */ \
  OPTION(shared_after, 4'096, 1, Tuning::never, "states of a layer before several threads expand it") \
  OPTION(round_states, 1 << 14, 1, 1 << 24, "states that several threads expand in one round") \
  OPTION(round_bytes, 16 << 20, 1 << 10, 1 << 30, "memory for the children of a round") \
  /* Search on disk (see external/search.hpp). */ \
  OPTION(disk_partitions, 64, 1, 4096, "partitions of the states by hash") \
  OPTION(disk_shared_after, 20'000, 0, Tuning::never, "states of a bucket before several threads process it") \
  OPTION(chunk_bytes, 128 << 10, 8, 1 << 24, "states, before encoding, that are read and decoded together") \
  OPTION(checkpoint_ms, 10'000, 0, 1'000'000'000, "milliseconds between two checkpoints") \
  /* Searches from both ends. */ \
  OPTION(max_goal_states, 1'000'000, 1, 1'000'000, "goal states beyond which a search from both ends is refused")
// clang-format on

BUDGE_TUNING(BUDGE_SEARCH_TUNING)

inline Tuning tuning;

}  // namespace budge::search
