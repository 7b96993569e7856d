// What the rules of the search say of a position, for people: dead squares, frozen boxes, corrals, and why it is lost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

// All cells are positions in the grid of the puzzle.
struct Explanation {
  std::vector<int> dead_squares;          // floor from which no box can reach a target
  std::vector<int> frozen;                // boxes that can never be pushed again
  std::vector<std::vector<int>> corrals;  // parts of the floor that the player is shut out of
  std::optional<std::string> rule;        // the rule that calls the position a deadlock, if one does
  std::vector<int> culprits;              // the boxes (or targets) that the rule points at
  std::optional<std::string> reason;      // the same in words
};

Explanation explain(const Puzzle& puzzle);

}  // namespace budge::sokoban
