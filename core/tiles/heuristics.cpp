#include "tiles/heuristics.hpp"

#include <cassert>
#include <vector>

#include "tiles/solve.hpp"

namespace budge::tiles {

namespace {

struct Cells {
  const std::vector<int>& tokens;

  int operator[](int cell) const { return tokens[cell]; }
};

}  // namespace

std::span<const About> Heuristic::all() { return All::about; }

std::string Heuristic::refuses(int width, int height) const {
  return with_heuristic(All(), place(), [&]<class H>() { return why_not<H>(width, height); });
}

bool Heuristic::is_costly(int width, int height) const {
  return with_heuristic(All(), place(), [&]<class H>() {
    if constexpr (HasTables<H>) return H::is_large(width, height);
    return false;
  });
}

int evaluate(const tokens::Puzzle& puzzle, Heuristic heuristic) {
  assert(heuristic.refuses(puzzle.width, static_cast<int>(puzzle.goal.size()) / puzzle.width).empty());
  return with_heuristic(All(), heuristic.place(), [&]<class H>() {
    const H each(puzzle);
    return each.h(each.evaluate(Cells{puzzle.start}));
  });
}

}  // namespace budge::tiles
