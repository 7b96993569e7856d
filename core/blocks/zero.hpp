// The zero heuristic: without distances.
#pragma once

#include "support/heuristic_list.hpp"

namespace budge::blocks {

struct Zero {
  static constexpr About about = shared::zero;
};

}  // namespace budge::blocks
