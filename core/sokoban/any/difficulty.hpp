// How difficult a level is for a person, measured along one plan: how often the plan turns to another box, and how many
// of the pushes that are possible on the way make the level unsolvable at once.
#pragma once

#include <vector>

#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

struct Difficulty {
  int rooms = 0;                // see Rooms
  int pushes = 0, changes = 0;  // of the plan; its first push is a change, too
  int moved = 0;                // boxes that it pushes
  int choices = 0, traps = 0;   // the pushes possible before each push of the plan, and those that are deadlocks
};

// The plan, as directions of one player, must be legal.
Difficulty measure_difficulty(const Puzzle& puzzle, const std::vector<int>& plan, Control& control);

}  // namespace budge::sokoban
