"""Robots for the core: robots, walls and targets as cells. A step of a plan is the cell that a robot leaves and a
direction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from budge.engines.base import Task
from budge.engines.domains.base import AllPlans, Domain, Explored
from budge.model import Objective
from budge.native import core
from budge.puzzles import Plan, Robots
from budge.puzzles.robots import ANY, OPEN, STEPS, State

ANY_ROBOT = -1
DIRECTIONS = tuple(STEPS)  # in the order of the core


class RobotsDomain(Domain[Robots]):
    kind = "robots"
    counted_from: ClassVar[Mapping[str, str]] = {
        **Domain.counted_from,
        "goal": "all solvable states that the start can reach",  # not every slide can be undone
    }

    def refuses(self, algorithm: str, puzzle: Robots, objective: Objective) -> str | None:
        limit = core.MAX_GOAL_STATES
        if algorithm == "bidirectional" and to_native(puzzle).goal_states > limit:
            return (
                f"bidirectional starts from all goal arrangements, and robots without a target may be anywhere: "
                f"there are more than {limit:,}"
            )
        return None

    def choose(self, puzzle: Robots, objective: Objective) -> str:
        """A*: many paths lead to a position, so a closed list pays off, and the heuristic prunes most positions."""
        return "astar"

    def default_heuristic(self, puzzle: Robots) -> str:
        return "stoppers"

    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        puzzle = task.puzzle
        assert isinstance(puzzle, Robots)
        return core.solve_robots(to_native(puzzle), algorithm, task.heuristic or "zero", weight, run)

    def plan(self, path: list[int], puzzle: Robots, metric: str) -> Plan:
        """Identifies each robot by its cell, because the core does not distinguish robots without a target."""
        state: State = puzzle.initial
        moves = []
        for step in path:
            moves.append(puzzle.names[state.index(step // 4)] + DIRECTIONS[step % 4])
            state = puzzle.apply(state, moves[-1])
        return Plan(tuple(moves), " ")

    def all_plans(self, puzzle: Robots, metric: str, optimum: int, max_plans: int, run: core.Run) -> AllPlans:
        return core.all_plans_of_robots(to_native(puzzle), optimum, max_plans, run)

    def evaluate(self, puzzle: Robots, heuristic: str, metric: str) -> int:
        return core.evaluate_robots(to_native(puzzle), heuristic)

    def explore(self, puzzle: Robots, source: str, metric: str, keep: int, run: core.Run) -> Explored:
        found = core.explore_robots(to_native(puzzle), source == "goal", keep, run)
        return Explored(
            by_depth=found.by_depth,
            hardest=[self.state_of(cells, puzzle) for cells in found.hardest],
            stopped_by=found.stopped_by,
            peak_bytes=found.peak_bytes,
            optimum=found.optimum if found.optimum >= 0 else None,
            goal_states=found.goal_states if found.stopped_by is None else None,
        )


def to_native(puzzle: Robots) -> core.RobotsPuzzle:
    """The puzzle for the core."""
    number = {name: robot for robot, name in enumerate(puzzle.names)} | {ANY: ANY_ROBOT}
    return core.RobotsPuzzle(
        width=puzzle.width,
        height=puzzle.height,
        open=puzzle.edges == OPEN,
        walls=list(puzzle.walls),
        robots=list(puzzle.initial),
        goals=[(number[goal.robot], goal.cell) for goal in puzzle.goals],
    )
