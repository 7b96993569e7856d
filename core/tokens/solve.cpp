#include "tokens/solve.hpp"

#include "search/run.hpp"
#include "tokens/heuristics.hpp"
#include "tokens/kit.hpp"

namespace budge::tokens {

namespace {

Sum sum_named(Heuristic heuristic) {
  return with_heuristic(All(), heuristic.place(), []<class H>() -> Sum { return sum_of<H>; });
}

}  // namespace

std::vector<std::string_view> searches() { return search::served_by<decltype(kit_of_sum<Nibbles>({}, {}))>(); }

std::span<const About> Heuristic::all() { return All::about; }

search::Solution solve(const Puzzle& puzzle, Heuristic heuristic, const search::Request& request, Control& control) {
  return with_cells(puzzle.start.size(), [&]<class Cells>() {
    return search::run(kit_of_sum<Cells>(puzzle, sum_named(heuristic)), request, control);
  });
}

int evaluate(const Puzzle& puzzle, Heuristic heuristic) {
  const TokenSpace<Array<std::uint16_t, 4096>, PerToken> space(puzzle, sum_named(heuristic)(puzzle));
  return space.h(space.start());
}

}  // namespace budge::tokens
