"""Sliding blocks for the core: pieces as the cells that they cover, goals as anchors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from budge.engines.base import Task
from budge.engines.domains.base import AllPlans, Domain, Explored, Graph, GraphStopped
from budge.engines.domains.calls import Calls
from budge.model import Objective
from budge.native import core
from budge.puzzles import Blocks, Plan
from budge.puzzles.blocks_plans import DIRECTIONS, join

ANYWHERE = -1  # the anchor of a piece that a goal leaves free
STEPS = tuple(DIRECTIONS)  # in the order of the core


class BlocksDomain(Domain[Blocks]):
    kind = "blocks"
    explores_on_threads = True

    def refuses(self, algorithm: str, puzzle: Blocks, objective: Objective) -> str | None:
        if algorithm in ("bidirectional", "nbs", "bae") and goal_states(puzzle) > core.MAX_GOAL_STATES:
            return f"{algorithm} starts from all goal arrangements, and there are more than {core.MAX_GOAL_STATES:,}"
        return None

    def choose(self, puzzle: Blocks, objective: Objective) -> str:
        """Quality below optimal: weighted A*. If every goal fixes all pieces but at most one, there are few goal
        states: bidirectional breadth-first search. Otherwise breadth-first search from the start: the distances of a
        few goal pieces are such a weak heuristic that A* expands almost as many states and takes longer."""
        if objective.quality != "optimal":
            return "astar"
        return "bidirectional" if all(len(goal) >= len(puzzle.blocks) - 1 for goal in puzzle.goals) else "dijkstra"

    def default_heuristic(self, puzzle: Blocks) -> str:
        return "distance"

    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        puzzle = task.puzzle
        assert isinstance(puzzle, Blocks)
        metric = task.metric
        return core.solve_blocks(to_native(puzzle), metric, algorithm, task.heuristic or "zero", weight, run)

    def plan(self, path: list[int], puzzle: Blocks, metric: str) -> Plan:
        """Joins the core's unit steps to moves."""
        return join(((puzzle.blocks[step // 4].name, STEPS[step % 4]) for step in path), metric)

    def calls(self, puzzle: Blocks, metric: str) -> Calls:
        return replace(super().calls(puzzle, metric), moves=partial(puzzle.moves, metric=metric))

    def all_plans(self, puzzle: Blocks, metric: str, optimum: int, max_plans: int, run: core.Run) -> AllPlans:
        heuristic = self.default_heuristic(puzzle)
        return core.all_plans_of_blocks(to_native(puzzle), metric, heuristic, optimum, max_plans, run)

    def evaluate(self, puzzle: Blocks, heuristic: str, metric: str) -> int:
        return core.evaluate_blocks(to_native(puzzle), metric, heuristic)

    def explore(self, puzzle: Blocks, source: str, metric: str, keep: int, run: core.Run) -> Explored:
        found = core.explore_blocks(to_native(puzzle), metric, source == "goal", keep, 0, run)
        solvable = found.optimum >= 0
        return Explored(
            by_depth=found.by_depth,
            hardest=[self.state_of(anchors, puzzle) for anchors in found.hardest],
            stopped_by=found.stopped_by,
            peak_bytes=found.peak_bytes,
            optimum=found.optimum if solvable else None,
            solutions=found.solutions if found.stopped_by is None else None,
            goal_states=found.goal_states if found.stopped_by is None else None,
        )

    def graph(
        self, puzzle: Blocks, metric: str, max_states: int, run: core.Run, check: Callable[[Any], None]
    ) -> Graph | None:
        found = core.explore_blocks(to_native(puzzle), metric, False, 0, max_states, run)
        if found.stopped_by is not None:
            raise GraphStopped(found.stopped_by)
        return Graph([tuple(anchors) for anchors in found.states], found.edges) if found.states else None


@lru_cache(maxsize=16)
def goal_states(puzzle: Blocks) -> int:
    """The number of goal arrangements. The core stops counting above the maximum that a search accepts, within a third
    of a second."""
    return core.count_goal_states_of_blocks(to_native(puzzle))


def to_native(puzzle: Blocks) -> core.BlocksPuzzle:
    """The puzzle for the core: size, walls, and for each piece its cells, axis, forbidden cells and goal anchors."""
    goals = [dict(goal) for goal in puzzle.goals]
    return core.BlocksPuzzle(
        puzzle.width,
        puzzle.height,
        puzzle.walls,
        [list(piece.cells) for piece in puzzle.blocks],
        [(piece.axis or "")[:1] for piece in puzzle.blocks],
        [sorted(cells) for cells in puzzle.forbidden],
        [[goal.get(piece.name, ANYWHERE) for piece in puzzle.blocks] for goal in goals],
    )
