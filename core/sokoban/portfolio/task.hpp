// A task: a search that takes turns with A* on the same level, to end the proof sooner.
//
// A* calls every task before each expansion, and most calls return at once: a task takes a turn only when it is due,
// and then for a share of the nodes that its own file states. What a task proves raises `lower_bound` of the Control
// that it shares with A*. The first answer ends A* and all tasks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "search/request.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

class Task {
 public:
  struct Incumbent {
    const std::vector<int>& plan;
    std::int64_t cost;
  };

  virtual ~Task() = default;

  // Takes a turn if one is due, given that A* has proven that no plan costs less than `lower_bound`. Returns the answer
  // that ends the search, if the task has found it: an optimal plan, or that there is none. Throws Stopped.
  virtual std::optional<search::Solution> take_turn(Cost lower_bound) = 0;

  // The best plan that the task has found, if any: the result keeps it if the search stops before an answer.
  virtual std::optional<Incumbent> incumbent() const { return std::nullopt; }
};

using Tasks = std::vector<std::unique_ptr<Task>>;

}  // namespace budge::sokoban
