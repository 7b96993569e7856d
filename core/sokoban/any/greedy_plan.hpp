// A greedy plan, without search: for levels with many boxes on a wide floor, where a search takes long.
//
// Each target in turn gets a box that can be pushed there directly, and that box stays: first the box that the matching
// assigns to it (see bounds/matching.hpp), and if that one cannot reach it, the box that raises the matching least. The
// order of the targets is that in which boxes can be removed from the solved position, read backwards: a box is removed
// as soon as it can be pulled a few cells away from its target.
//
// A target that no box can reach waits until others are filled. If no box ever reaches it, the next attempt starts with
// that target, and with the boxes that remained. No push is ever taken back, so the time is bounded in advance: a few
// attempts of a few tours of single boxes for every target.
#pragma once

#include <optional>
#include <vector>

#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

// The steps of a plan, or nothing if all attempts fail. Throws Stopped.
std::optional<std::vector<int>> greedy_plan(const Level& level, Control& control);

}  // namespace budge::sokoban
