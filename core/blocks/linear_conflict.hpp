// Manhattan distance plus the conflicts of goal pieces: see conflicts.hpp.
#pragma once

#include "blocks/conflicts.hpp"
#include "blocks/manhattan.hpp"

namespace budge::blocks {

struct LinearConflict : Manhattan {
  static constexpr About about = shared::linear_conflict;
  static constexpr Blockers blockers = Blockers::with_goal;
};

}  // namespace budge::blocks
