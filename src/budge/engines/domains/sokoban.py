"""Sokoban for the core: walls, players, boxes and targets as cells. A plan is a list of steps; with several players
each joint step has one number per player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from budge.engines.base import Refusal, Task
from budge.engines.domains.base import AllPlans, Difficulty, Domain, Explanation, Explored
from budge.engines.domains.calls import Calls
from budge.model import Objective
from budge.native import core
from budge.puzzles import BadInput, Plan, Sokoban
from budge.puzzles.sokoban import STEPS, WAIT, State

BACKWARD = ("bidirectional", "nbs", "bae")  # algorithms that also search backward from the solved positions
LETTERS = [*STEPS, WAIT]  # in the order of the core's numbers


class SokobanDomain(Domain[Sokoban]):
    kind = "sokoban"
    counted_from: ClassVar[Mapping[str, str]] = {
        "goal": "all solvable states",  # no push can be undone
        "start": "all states that the start can reach, no box on a dead square",
    }

    def refuses(self, algorithm: str, puzzle: Sokoban, objective: Objective) -> str | None:
        if algorithm in BACKWARD and len(puzzle.boxes) > len(puzzle.targets):
            return f"{algorithm} needs to know where every box ends, and there are more boxes than targets"
        return None

    def choose(self, puzzle: Sokoban, objective: Objective) -> str:
        """Quality `any` and one player: feature space search. Otherwise A*, because many paths lead to a position and a
        closed list pays off."""
        return "fess" if objective.quality == "any" and len(puzzle.players) == 1 else "astar"

    def default_heuristic(self, puzzle: Sokoban) -> str:
        return "matching"

    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        puzzle = task.puzzle
        assert isinstance(puzzle, Sokoban)
        metric = task.metric
        try:
            return core.solve_sokoban(to_native(puzzle), metric, algorithm, task.heuristic or "zero", weight, run)
        except ValueError as problem:  # only the core knows the number of solved positions
            if algorithm not in BACKWARD:
                raise
            raise Refusal(f"{algorithm} starts from the solved positions, and there are {problem}") from None

    def plan(self, path: list[int], puzzle: Sokoban, metric: str) -> Plan:
        size = len(puzzle.players)
        steps = [path[start : start + size] for start in range(0, len(path), size)]
        return puzzle.plan([",".join(LETTERS[number] for number in step) for step in steps])

    def calls(self, puzzle: Sokoban, metric: str) -> Calls:
        found = super().calls(puzzle, metric)
        return replace(found, cost=lambda state, move: int(move.isupper())) if metric == "pushes" else found

    def written(self, moves: list[str], puzzle: Sokoban) -> Plan:
        return puzzle.plan(moves)

    def why_uncountable(self, puzzle: Sokoban, metric: str) -> str | None:
        return "all counts the plans of one player, not of several" if metric == "makespan" else None

    def all_plans(self, puzzle: Sokoban, metric: str, optimum: int, max_plans: int, run: core.Run) -> AllPlans:
        return core.all_plans_of_sokoban(to_native(puzzle), metric, optimum, max_plans, run)

    def evaluate(self, puzzle: Sokoban, heuristic: str, metric: str) -> int:
        return core.evaluate_sokoban(to_native(puzzle), metric, heuristic)

    def why_unsolvable(self, puzzle: Sokoban) -> str | None:
        return self.explain(puzzle, puzzle.initial).reason

    def explain(self, puzzle: Sokoban, state: Any) -> Explanation:
        from budge.engines.domains.sokoban_deadlocks import explain

        return explain(puzzle, state)

    def difficulty(self, puzzle: Sokoban, plan: Plan | None = None) -> Difficulty | None:
        from budge.engines.domains.sokoban_difficulty import difficulty

        return difficulty(puzzle, plan)

    def state_of(self, listed: list[int], puzzle: Sokoban) -> State:
        player, *boxes = listed
        return (player,), tuple(boxes if puzzle.assigned else sorted(boxes))

    def explore(self, puzzle: Sokoban, source: str, metric: str, keep: int, run: core.Run) -> Explored:
        if metric not in ("pushes", "moves"):
            raise BadInput(f"explore counts pushes or moves of one player, not {metric}")
        if source == "goal" and len(puzzle.boxes) > len(puzzle.targets):
            raise BadInput("more boxes than targets: the goal leaves open where boxes are; explore from the start")
        try:
            found = core.explore_sokoban(to_native(puzzle), metric, source == "goal", keep, run)
        except ValueError as error:
            raise BadInput(f"no position to count: {error}") from None
        return Explored(
            by_depth=found.by_depth,
            hardest=[self.state_of(pieces, puzzle) for pieces in found.hardest],
            stopped_by=found.stopped_by,
            peak_bytes=found.peak_bytes,
            optimum=found.optimum if found.optimum >= 0 else None,
            goal_states=found.goal_states if found.stopped_by is None else None,
        )


def to_native(level: Sokoban, state: State | None = None) -> core.SokobanPuzzle:
    """The level for the core, starting in a state (by default its start)."""
    players, boxes = state or level.initial
    walls = [cell for cell in range(level.width * level.height) if cell not in level.floor]
    assigned = [list(cells) for cells in level.allowed] if level.assigned else []
    return core.SokobanPuzzle(level.width, level.height, walls, players, boxes, level.targets, assigned)
