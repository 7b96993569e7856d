// Sokoban from level to plan.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "search/request.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

// The searches that serve Sokoban, by name.
std::vector<std::string_view> searches();

// One player: the plan is a direction for each step (up 0, left 1, right 2, down 3), walks included.
// Another search may take turns with A*: it is told that no plan is cheaper than so much, and its answer, if it has
// one, ends both.
using TakeTurn = std::function<std::optional<search::Solution>(Cost least)>;
search::Solution solve(const Puzzle& puzzle, Metric metric, Heuristic heuristic, const search::Request& request,
                       Control& control, const Patience& patience = {}, const TakeTurn& other = {});

// Lower bounds on the pushes and moves of any plan; nothing if there is none. Several players: on its steps, as both.
std::optional<Bounds> evaluate(const Puzzle& puzzle, Metric metric, Heuristic heuristic, Control* control = nullptr);

}  // namespace budge::sokoban
