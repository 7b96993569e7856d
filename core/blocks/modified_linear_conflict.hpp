// Linear conflict plus the conflicts with pieces without a goal: see conflicts.hpp.
#pragma once

#include "blocks/conflicts.hpp"
#include "blocks/manhattan.hpp"

namespace budge::blocks {

struct ModifiedLinearConflict : Manhattan {
  static constexpr About about{"modified-linear-conflict",
                               "linear-conflict, and pieces without a goal that are in the way"};
  static constexpr Blockers blockers = Blockers::all;
};

}  // namespace budge::blocks
