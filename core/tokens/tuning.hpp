// The tuning constants of tokens: how an exploration stores its layers and shares their expansion.
//
// One line for each constant: name, default, range, effect. No value in range changes a result; they decide how much
// time and memory it takes. Tests and fuzzers set `tuning` before an exploration starts; nothing else writes it.
//
// Not in the table: the intervals between two checks for a stop, which only keep limits exact.
#pragma once

#include "support/tuning.hpp"

namespace budge::tokens {

// clang-format off
#define BUDGE_TOKENS_TUNING(OPTION) \
  OPTION(words_per_sort, 100, 1, 1'000'000'000, "words of a bitmap scanned in the time that sorting one state takes; decides when arrays become bitmaps") \
  OPTION(shared_after, 50'000, 0, Tuning::never, "successors of a layer before several threads expand it") \
  OPTION(rotation_entries, 1 << 17, 2, 1 << 24, "entries of a table that rotates ranks; longer rotations take several tables")
// clang-format on

BUDGE_TUNING(BUDGE_TOKENS_TUNING)

inline Tuning tuning;

}  // namespace budge::tokens
