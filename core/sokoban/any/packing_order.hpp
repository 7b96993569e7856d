// Packing orders: a search that removes boxes from the solved position by pulls. Read backwards, its path is a packing
// plan (after Shoham and Schaeffer, "The FESS Algorithm", 2020).
//
// Every start cell of a box is a *sink* that takes one box. A box is removed if it can be pulled to a sink in another
// room, or at least `removal_pulls` pulls away: next to its target it would still be in the way. Only the largest group
// of sinks counts between which boxes can be pushed to and fro past the remaining boxes, because then it does not
// matter which of them takes the box; and the player must be able to reach all of them. The remaining boxes must still
// match the remaining sinks. If some box can be removed, the search tries nothing else. Otherwise it parks boxes, and a
// small feature space search decides which: by remaining boxes, boxes on targets, regions and lost links.
//
// The order is a heuristic: it guarantees nothing about the level.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/any/rooms.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// One step of a packing plan, in the order of play: a box comes to `to`, from `from` if it was parked there, or else
// from outside().
struct PackingStep {
  Level::Cell to, from;
};

// Which of the reachable sinks takes a box.
enum class SinkChoice { farthest, nearest };

// Of the boxes that can be removed next, the one nearest to its sink, or farthest from it, is removed first. Weights of
// these distances, by the cell that a box leaves, vary the plan.
struct PackingOptions {
  SinkChoice sink = SinkChoice::farthest;
  std::vector<std::uint8_t> weights = {};  // empty: all equal
};

// The steps to the solved position from boxes on `cells`. If the search reaches its budget or the deadline, in seconds
// of the clock, the boxes that it has not removed come first, in any order. Throws Stopped.
std::vector<PackingStep> find_packing_order(const Level& level, Rooms& rooms, const std::vector<Level::Cell>& cells,
                                            const PackingOptions& options, double deadline, Control& control);

}  // namespace budge::sokoban
