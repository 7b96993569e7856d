// Explains a position to people: dead squares, frozen boxes, corrals, and which deadlock rule shows that it is lost.
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
  std::vector<std::vector<int>> corrals;  // regions of the floor that the player cannot enter
  std::optional<std::string> rule;        // the rule that shows a deadlock, if one does
  std::vector<int> culprits;              // the boxes (or targets) that the rule names
  std::optional<std::string> reason;      // the same as text
};

Explanation explain(const Puzzle& puzzle);

}  // namespace budge::sokoban
