// Proves that tokens on a graph have no plan of some length: the states that A* with the Manhattan distance expands,
// written as a proof by cutting planes (the idea of Dold and others, ICAPS 2025).
//
// Layer t has the states after t moves that no clause of the formula excludes. The formula counts the moves that lead
// away from the goal, so these are the states with g + h at most the length. From the last layer to the first, the
// proof derives a clause for each state of layer t: its literals do not hold together at step t. Each move leads to a
// state of layer t + 1, whose clause is already derived, or a clause of the formula excludes it. The first layer has
// only the start, which the formula states.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "support/control.hpp"

namespace budge::proofs {

// The tokens, and the variables of the formula (DIMACS), numbered as in the encoding.
struct TokensFormula {
  std::vector<std::vector<int>> graph;  // the neighbours of each vertex
  std::vector<int> start;               // the token on each vertex; 0 is the blank
  int length = 0;
  std::vector<int> blank;  // [step][vertex]
  std::vector<int> at;     // [step][vertex][token]
  std::vector<int> waste;  // [step][n - 1]: the move to this step wastes at least n units
  std::vector<int> spent;  // [step][n - 1]: at least n units are wasted up to this step
  int max_waste = 0;       // of one move
  int capacity = 0;        // of all moves
};

// Passes the text of the proof to `write` in parts. False if there is a plan, and then writes nothing. A limit on nodes
// limits the states. Throws Stopped, and std::invalid_argument if the puzzle is too large or the formula lacks an
// expected clause.
bool refute_by_layers(const TokensFormula& tokens, std::string_view cnf,
                      const std::function<void(std::string_view)>& write, Control& control);

}  // namespace budge::proofs
