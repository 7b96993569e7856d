// Solving a board of tiles: what the grid adds to tokens on a graph.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/request.hpp"
#include "support/heuristic_list.hpp"
#include "tiles/instance.hpp"
#include "tokens/space.hpp"

namespace budge::tiles {

// One of those that heuristics.hpp lists.
class Heuristic : public ListedHeuristic {
 public:
  explicit Heuristic(std::string_view name) : ListedHeuristic(all(), name) {}
  static std::span<const About> all();

  // Why it does not serve boards of this size; empty where it does.
  std::string refuses(int width, int height) const;
};

// The board as a puzzle of tokens; `order` lists the directions U, L, R, D in the operator order.
tokens::Puzzle board(const Instance& instance, const char* order = "ULRD");

// The searches that serve tiles, by name.
std::vector<std::string_view> searches();

// The plan is the sequence of cells the blank goes to; the heuristic must not refuse the board. IDA* leaves out moves
// that an automaton for strings of `fsm` moves refuses; see automaton.hpp. With 0 it is the inverse move only.
search::Solution solve(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request, int fsm,
                       Control& control);

// IDA* on the 15-puzzle, whose loops are its own, by one of the heuristics that they know.
bool is_fifteen(const tokens::Puzzle& puzzle, Heuristic heuristic);
search::Solution solve_fifteen(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request,
                               int fsm, Control& control);

// IDA* with such an automaton on boards that have no faster loops of their own.
search::Solution solve_pruned(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request,
                              int fsm, Control& control);

int evaluate(const tokens::Puzzle& puzzle, Heuristic heuristic);

// The same guided by pattern databases; the guide has been checked for this puzzle.
struct Guide;
search::Solution solve(const tokens::Puzzle& puzzle, const Guide& guide, const search::Request& request, int fsm,
                       Control& control);
int evaluate(const tokens::Puzzle& puzzle, const Guide& guide);

}  // namespace budge::tiles
