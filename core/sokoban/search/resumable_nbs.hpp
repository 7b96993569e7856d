// NBS (near-optimal bidirectional search) for one player that runs a few nodes at a time, to take turns with A*.
#pragma once

#include <cstdint>
#include <memory>

#include "search/request.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

class ResumableNbs {
 public:
  ResumableNbs(const Level& level, Metric metric, Control& control);
  ~ResumableNbs();

  // Runs for about `nodes` nodes more. True if the search has ended; the answer is then in `result`. It ends sooner if
  // another search has proven that no plan is cheaper than `lower_bound`. Throws Stopped.
  bool resume(search::Solution& result, std::uint64_t nodes, Cost lower_bound);

  // The lower bound that this search has proven by itself.
  Cost bound() const;

 private:
  struct Search;
  template <int Words>
  struct OfWords;
  std::unique_ptr<Search> search_;
};

}  // namespace budge::sokoban
