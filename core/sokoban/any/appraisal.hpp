// What one plan tells of how hard a level is to a person: how often it turns to another box, and how many of the pushes
// that offer themselves on the way lose the level at once.
#pragma once

#include <vector>

#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

struct Appraisal {
  int rooms = 0;                // see Rooms
  int pushes = 0, changes = 0;  // of the plan; the first box it turns to is a change, too
  int choices = 0, traps = 0;   // pushes that were possible before each of its own, and those of them that lose
};

// The plan of one player, as directions, must be legal.
Appraisal appraise(const Puzzle& puzzle, const std::vector<int>& plan, Control& control);

}  // namespace budge::sokoban
