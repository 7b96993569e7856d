// The tuning constants of sliding blocks.
//
// One line for each constant: name, default, range, effect. No value in range changes a plan's cost or what is proven.
// Tests and fuzzers set `tuning` before a search starts; nothing else writes it.
#pragma once

#include "support/tuning.hpp"

namespace budge::blocks {

// clang-format off
#define BUDGE_BLOCKS_TUNING(OPTION) \
  OPTION(goal_steps, 16, 1, 1'000, "steps for each goal state allowed, before their enumeration is abandoned on dense boards")
// clang-format on

BUDGE_TUNING(BUDGE_BLOCKS_TUNING)

inline Tuning tuning;

}  // namespace budge::blocks
