// The portfolio that proves optimality: A*, and a list of tasks that take turns with it (see task.hpp).
//
//   NbsTask       two-way search on the same level (nbs_task.hpp)
//   BoundedFess   searches for a plan whose cost equals the lower bound (bounded_fess.hpp)
//   PlanSearch    finds a plan and improves it (plan_search.hpp)
//
// A* alone decides every level in the end; it expands the same nodes in the same order whatever the tasks do. A task
// helps on levels where A* proves the right bound early but takes long to reach a goal, or where two-way search needs
// fewer nodes. Each task starts only after A* has generated many nodes, so short searches do without.
#pragma once

#include "search/request.hpp"
#include "sokoban/portfolio/task.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"

namespace budge::sokoban {

// The tasks that can help A* with the matching heuristic to prove an optimum, except for those that improve a plan.
Tasks proof_tasks(const Level& level, Metric metric, Control& control);

// An optimal plan for one player. If it is stopped, the result keeps the best plan that a task has found.
search::Solution prove(const Level& level, Metric metric, Tasks tasks, int threads, bool trace, Control& control);

}  // namespace budge::sokoban
