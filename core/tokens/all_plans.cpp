#include "tokens/all_plans.hpp"

#include "tokens/manhattan.hpp"
#include "tokens/solve.hpp"

namespace budge::tokens {

search::PlansFound all_plans(const Puzzle& puzzle, std::int64_t optimum, std::size_t max_plans, Control& control) {
  return with_cells(puzzle.start.size(), [&]<class Cells>() {
    const TokenSpace<Cells, PerToken> space(puzzle, sum_of<Manhattan>(puzzle));
    return search::AllPlans<TokenSpace<Cells, PerToken>>(space, control).run(optimum, max_plans);
  });
}

}  // namespace budge::tokens
