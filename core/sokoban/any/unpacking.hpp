// The order in which boxes can be taken out of the solved position, found by pulls: a packing plan read backwards.
//
// Every cell where a box stands at first is a *sink* that takes one box. A box is taken away where it can be pulled
// to a sink that lies elsewhere, six or more pulls away or in another room: beside its target it would still be in the
// way. Only sinks of the largest group count that boxes can be pushed to and fro between, past the boxes still there,
// for then it does not matter which of them it was; and the player must be able to walk to all of them. The boxes left
// must still match the sinks left. Where some box can be taken away, nothing else is tried; elsewhere boxes are pulled
// aside, and a small feature space search finds out which: by boxes left, boxes on targets, regions and lost links.
// (After Shoham and Schaeffer, "The FESS Algorithm", 2020.)
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/any/rooms.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// A box comes to `to`: from outside, or from `from`, where it was put aside. In the order of play.
struct PackingStep {
  Level::Cell to, from;
};

// Which of the sinks within reach takes a box.
enum class Sink { farthest, nearest };

// How a packing plan is to be made. Of boxes that may be taken away next, the one nearest to its sink, or farthest from
// it, comes first; weights for distances, by the cell that a box is taken from, make another plan.
struct PackingWish {
  Sink sink = Sink::farthest;
  std::vector<std::uint8_t> weights = {};  // or none
};

// All steps that lead to the solved position from where boxes stand on `cells`, or those after the last position that
// was met before `until` seconds of the clock had passed; boxes that were never taken away then come first. Throws
// Stopped.
std::vector<PackingStep> unpack(const Level& level, Rooms& rooms, const std::vector<Level::Cell>& cells,
                                const PackingWish& wish, double until, Control& control);

}  // namespace budge::sokoban
