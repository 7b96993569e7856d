// The heuristics of blocks.
//
// A class in this list has `about` and
//
//   distances(layout, group, home, metric)  of a piece of the group alone, by place; without it they are zero
//   blockers                                which pieces cause conflicts, added to the distances; without it none do
#pragma once

#include "blocks/distance.hpp"
#include "blocks/linear_conflict.hpp"
#include "blocks/manhattan.hpp"
#include "blocks/modified_linear_conflict.hpp"
#include "blocks/zero.hpp"

namespace budge::blocks {

using All = HeuristicList<Zero, Distance, Manhattan, LinearConflict, ModifiedLinearConflict>;

}  // namespace budge::blocks
