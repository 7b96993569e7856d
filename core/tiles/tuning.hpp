// The tuning constants of tiles: the beams that construct and improve plans.
//
// One line for each constant: name, default, range, effect. Plans stay legal under any values in range; their length,
// time and memory change. Tests and fuzzers set `tuning` before a search starts; nothing else writes it.
//
// Fixed when compiled, because they are sizes of arrays or of loops that the compiler unrolls: the boards in a batch of
// a sweep (64 in fifteen_sweep.hpp, 32 in pattern_sweep.hpp), the sums and look-ups of pattern databases that fit into
// its nodes (pattern_sweep.hpp, pattern_tables.hpp, solve_guided.cpp), and the side of the boards that construction
// solves by table (construct.hpp). The weights of the beam's prices (construct.cpp) are a formula of real numbers. When
// IDA* begins with waves is a constant of search/tuning.hpp.
#pragma once

#include "support/tuning.hpp"

namespace budge::tiles {

// clang-format off
#define BUDGE_TILES_TUNING(OPTION) \
  /* Construction. The beam's default width is beam_cells divided by the cells of the board, within these limits. */ \
  OPTION(beam_cells, 8'000, 1, 1 << 24, "cells of all boards in the beam") \
  OPTION(min_beam, 4, 1, 1 << 10, "least boards in the beam") \
  OPTION(max_beam, 100, 1, 1 << 14, "maximum boards in the beam") \
  OPTION(done_boards, 2, 1, 100, "boards kept after each step, for each board of the beam's width") \
  OPTION(patience, 64, 0, 1'000'000, "moves of the beam before it carries a tile by a shortest path") \
  OPTION(line_patience, 6, 0, 1'000, "such moves added for each row and column") \
  /* Improvement. */ \
  OPTION(improve_max_beam, 1 << 14, 1, 1 << 20, "maximum boards in the beam") \
  OPTION(improve_max_cells, 1 << 23, 1, 1 << 30, "maximum cells of all boards in the beam") \
  OPTION(short_window, 40, 2, 1'000, "moves between the ends of a short shortcut") \
  OPTION(long_window, 60, 2, 1'000, "moves between the ends of a long shortcut")
// clang-format on

BUDGE_TUNING(BUDGE_TILES_TUNING)

inline Tuning tuning;

}  // namespace budge::tiles
