// Solves boards of tiles: what the grid adds to tokens on a graph.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/request.hpp"
#include "support/heuristic_list.hpp"
#include "tiles/instance.hpp"
#include "tokens/space.hpp"

namespace budge::tiles {

// One of the heuristics listed in heuristics.hpp.
class Heuristic : public ListedHeuristic {
 public:
  explicit Heuristic(std::string_view name) : ListedHeuristic(all(), name) {}
  static std::span<const About> all();

  // The reason why it does not serve boards of this size; empty if it does.
  std::string refuses(int width, int height) const;

  // Whether its tables for boards of this size may take seconds.
  bool is_costly(int width, int height) const;
};

// The board as a puzzle of tokens; `order` lists the directions U, L, R, D in the operator order.
tokens::Puzzle board(const Instance& instance, const char* order = "ULRD");

// The searches that serve tiles, by name.
std::vector<std::string_view> searches();

// The plan is the sequence of cells that the blank visits; the heuristic must not refuse the board. IDA* leaves out
// moves that an automaton for strings of `fsm` moves refuses (see automaton.hpp); 0 forbids the inverse move only.
search::Solution solve(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request, int fsm,
                       Control& control);

// IDA* on the 15-puzzle, by its own loops, with one of the heuristics that these support.
bool is_fifteen(const tokens::Puzzle& puzzle, Heuristic heuristic);
search::Solution solve_fifteen(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request,
                               int fsm, Control& control);

// IDA* with an automaton on boards without faster loops.
search::Solution solve_pruned(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request,
                              int fsm, Control& control);

int evaluate(const tokens::Puzzle& puzzle, Heuristic heuristic);

// The same with pattern databases; the guide has been checked for this puzzle.
struct Guide;
search::Solution solve(const tokens::Puzzle& puzzle, const Guide& guide, const search::Request& request, int fsm,
                       Control& control);
int evaluate(const tokens::Puzzle& puzzle, const Guide& guide);

}  // namespace budge::tiles
