#include "tiles/solve.hpp"

#include <algorithm>
#include <cassert>
#include <string>

#include "search/run.hpp"
#include "tiles/heuristics.hpp"
#include "tokens/kit.hpp"

namespace budge::tiles {

namespace {

[[maybe_unused]] int height(const tokens::Puzzle& puzzle) {
  return static_cast<int>(puzzle.goal.size()) / puzzle.width;
}

// The kit of tokens, with the faster versions of IDA* that exist for tiles.
template <class Base>
class Kit : public Base {
 public:
  Kit(Base base, const tokens::Puzzle& puzzle, Heuristic heuristic, int fsm)
      : Base(std::move(base)), puzzle_(puzzle), heuristic_(heuristic), fsm_(fsm) {}

  search::Solution run(search::IdaSearch, const search::Request& request, Control& control) const {
    if (is_fifteen(puzzle_, heuristic_)) return solve_fifteen(puzzle_, heuristic_, request, fsm_, control);
    if (fsm_ > 0) return solve_pruned(puzzle_, heuristic_, request, fsm_, control);
    return search::IdaSearch::run(static_cast<const Base&>(*this), request, control);
  }

 private:
  const tokens::Puzzle& puzzle_;
  Heuristic heuristic_;
  int fsm_;
};

template <class Cells>
using SumKit = Kit<decltype(tokens::kit_of_sum<Cells>({}, {}))>;
static_assert(search::RunsItself<SumKit<tokens::Nibbles>, search::IdaSearch>);

}  // namespace

tokens::Puzzle board(const Instance& instance, const char* order) {
  const int width = instance.width, height = instance.height;
  assert(static_cast<int>(instance.start.size()) == width * height && instance.goal.size() == instance.start.size());
  tokens::Puzzle puzzle{tokens::grid(width, height), instance.start, instance.goal, width};
  for (int cell = 0; cell < width * height; ++cell) {
    auto rank = [&](int neighbour) {
      const int step = neighbour - cell;
      // On a board one column wide up and left are the same step: it is up.
      const char direction = step == -width ? 'U' : step == width ? 'D' : step < 0 ? 'L' : 'R';
      return std::string(order).find(direction);
    };
    std::sort(puzzle.graph[cell].begin(), puzzle.graph[cell].end(), [&](int a, int b) { return rank(a) < rank(b); });
  }
  return puzzle;
}

std::vector<std::string_view> searches() { return search::served_by<SumKit<tokens::Nibbles>>(); }

search::Solution solve(const tokens::Puzzle& puzzle, Heuristic heuristic, const search::Request& request, int fsm,
                       Control& control) {
  assert(heuristic.refuses(puzzle.width, height(puzzle)).empty());
  const auto search = [&]<class H>(Tables& tables) {
    return with_cells<H>(puzzle.start.size(), [&]<class Cells>() {
      if constexpr (std::derived_from<H, tokens::PerToken>) {
        return search::run(SumKit<Cells>(tokens::kit_of_sum<Cells>(puzzle, tokens::sum_of<H>), puzzle, heuristic, fsm),
                           request, control);
      } else {
        const auto make = [&](const tokens::Puzzle& from) {
          if (&from != &puzzle) tables.prepare<H>(from);  // the search from the goal
          return tokens::TokenSpace<Cells, H>(from);
        };
        using Base = tokens::Kit<Cells, decltype(make)>;
        return search::run(Kit<Base>(Base(puzzle, make), puzzle, heuristic, fsm), request, control);
      }
    });
  };
  search::Solution solution;
  search::guarded(solution, [&] {
    Tables tables(control);
    solution = with_heuristic(All(), heuristic.place(), [&]<class H>() {
      tables.prepare<H>(puzzle);
      return search.template operator()<H>(tables);
    });
  });
  return solution;
}

}  // namespace budge::tiles
