"""Puzzles of the program itself for the core, which calls their rules; see `core/custom`."""

from __future__ import annotations

from collections.abc import Mapping
from sys import getsizeof
from typing import Any, ClassVar

from budge.engines.base import Task
from budge.engines.domains.base import Domain, Explored
from budge.engines.domains.calls import Calls
from budge.model import Objective, as_pair
from budge.native import core
from budge.puzzles import BadInput, CustomPuzzle, Plan

TWO_SIDED = ("bidirectional", "nbs", "bae")
STATE_BYTES = 200  # of a state in the tables of the core


class CustomDomain(Domain[CustomPuzzle]):
    kind = "custom"
    counted_from: ClassVar[Mapping[str, str]] = {
        **Domain.counted_from,
        "goal": "all solvable states that the start can reach",
    }

    def refuses(self, algorithm: str, puzzle: CustomPuzzle, objective: Objective) -> str | None:
        name = type(puzzle).__name__
        if algorithm in TWO_SIDED and not puzzle.reversible:
            return f"{algorithm} undoes moves, and {name} does not say that all can be undone (reversible = True)"
        if algorithm in TWO_SIDED and puzzle.goals is None:
            return f"{algorithm} starts from all goal states, and {name} has no attribute goals"
        return None

    def choose(self, puzzle: CustomPuzzle, objective: Objective) -> str:
        """A* if the class has an estimate or any plan will do. Otherwise search from both ends if that is possible,
        else from the start."""
        if puzzle.has("estimate") or objective.quality != "optimal":
            return "astar"
        return "dijkstra" if self.refuses("bidirectional", puzzle, objective) else "bidirectional"

    def default_heuristic(self, puzzle: CustomPuzzle) -> str:
        return "estimate" if puzzle.has("estimate") else "zero"

    def heuristics(self, puzzle: CustomPuzzle) -> tuple[str, ...]:
        return ("estimate", "zero") if puzzle.has("estimate") else ("zero",)

    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        puzzle = task.puzzle
        assert isinstance(puzzle, CustomPuzzle)
        rules = calls(puzzle, task.metric, task.heuristic or "zero")
        answer = core.solve_custom(rules, algorithm, weight, run)
        if answer.plan and rules.estimate is not None:
            cost = puzzle.costs(self.plan(answer.plan, puzzle, task.metric))[task.metric]
            if as_pair(cost) < (answer.lower_bound, 0):
                raise BadInput(
                    f"{type(puzzle).__name__}.estimate is not a lower bound: a plan costs {cost}, and it proved that "
                    f"none is cheaper than {answer.lower_bound}"
                )
        return answer

    def calls(self, puzzle: CustomPuzzle, metric: str) -> Calls:
        return calls(puzzle, metric, "zero")

    def why_uncountable(self, puzzle: CustomPuzzle, metric: str) -> str | None:
        return "all does not count plans by rules in Python"

    def plan_of(self, numbers: list[int], puzzle: CustomPuzzle, metric: str) -> Plan:
        return self.plan(numbers, puzzle, metric)

    def plan(self, path: list[int], puzzle: CustomPuzzle, metric: str) -> Plan:
        state, moves = puzzle.initial, []
        for number in path:
            neighbours = list(puzzle.neighbours(state))
            move, state = neighbours[number]
            text = puzzle.move_text(move)
            same = [other for other, _ in neighbours if puzzle.move_text(other) == text]
            if len(same) > 1 or text.split() != [text]:
                why = f"is the text of {len(same)} moves" if len(same) > 1 else "is empty or has spaces"
                raise BadInput(f"{type(puzzle).__name__}.move_text: {text!r} {why}; each move needs its own word")
            moves.append(move)
        return puzzle.plan(moves)

    def evaluate(self, puzzle: CustomPuzzle, heuristic: str, metric: str) -> int:
        if heuristic != "estimate" or metric != puzzle.own_metrics[0]:
            return 0
        return core.evaluate_custom(calls(puzzle, metric, heuristic))

    def explore(self, puzzle: CustomPuzzle, source: str, metric: str, keep: int, run: core.Run) -> Explored:
        found = core.explore_custom(calls(puzzle, metric, "zero"), source == "goal", keep, run)
        by_depth, hardest, optimum, goal_states, stopped_by, peak_bytes = found
        return Explored(
            by_depth=by_depth,
            hardest=hardest,
            stopped_by=stopped_by,
            peak_bytes=peak_bytes,
            optimum=optimum if optimum >= 0 else None,
            goal_states=goal_states if stopped_by is None else None,
        )


def calls(puzzle: CustomPuzzle, metric: str, heuristic: str) -> Calls:
    """What the core calls to search a puzzle with costs of a metric."""
    first = metric == puzzle.own_metrics[0]
    guided = heuristic == "estimate" and first
    return Calls(
        start=checked(puzzle, "start", puzzle.initial),
        goals=None if puzzle.goals is None else [checked(puzzle, "goals", goal) for goal in puzzle.goals],
        moves=puzzle.moves,
        apply=puzzle.apply,
        neighbours=puzzle.neighbours if puzzle.has("neighbours") else None,
        cost=puzzle.cost if first else None,
        is_goal=puzzle.is_goal if puzzle.goals is None or puzzle.has("is_goal") else None,
        estimate=puzzle.estimate if guided else None,
        estimate_from_start=puzzle.estimate_from_start if guided else None,
        bytes=STATE_BYTES + bytes_of(puzzle.initial),
        failed=puzzle.failed,
    )


def checked(puzzle: CustomPuzzle, attribute: str, state: Any) -> Any:
    try:
        hash(state)
    except TypeError as problem:
        name = f"{type(puzzle).__name__}.{attribute}"
        raise BadInput(f"{name}: {problem}; states are hashable values, such as tuples") from None
    return state


def bytes_of(state: Any) -> int:
    """Memory of a state, roughly: parts that are numbers or short text are usually shared."""
    size = getsizeof(state)
    if isinstance(state, tuple | frozenset):
        size += sum(bytes_of(part) for part in state if isinstance(part, tuple | frozenset))
    return size
