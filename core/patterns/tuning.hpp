// The tuning constants of pattern databases: how a build is shared among threads and fits the processor's cache.
//
// One line for each constant: name, default, range, effect. No value in range changes a table. Tests and fuzzers set
// `tuning` before a build starts; nothing else writes it.
//
// Fixed when compiled: the boards and tiles up to which tables give ranks (bits/sets.hpp, bits/orders.hpp), which are
// sizes of arrays and choose the format of a stored state, the block of a transposition (bits/transpose.hpp), and the
// entries that share a mark (build.cpp), a shift.
#pragma once

#include "support/tuning.hpp"

namespace budge::patterns {

// clang-format off
#define BUDGE_PATTERNS_TUNING(OPTION) \
  OPTION(share_marks, 1 << 10, 1, 1 << 20, "marks of a plain database, 256 entries each, that a thread takes at a time") \
  OPTION(share_rows, 64, 1, 1 << 20, "rows of an additive database that a thread takes at a time") \
  OPTION(listed_tiles, 7, 4, 9, "last tiles of an order whose moves are listed as pieces; for more, the pieces would leave the cache")
// clang-format on

BUDGE_TUNING(BUDGE_PATTERNS_TUNING)

inline Tuning tuning;

}  // namespace budge::patterns
