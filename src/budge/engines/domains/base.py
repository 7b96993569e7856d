"""A kind of puzzle as the native core knows it: how it goes in, and how plans and positions come out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from budge.engines.base import Task
from budge.model import REASONS, Objective
from budge.native import core
from budge.patterns import Pattern
from budge.puzzles import BadInput, Plan, Puzzle

P = TypeVar("P", bound=Puzzle)


@dataclass(frozen=True)
class Explored:
    """What an exploration found; of the goal, only where the kind counts that."""

    by_depth: list[int]
    hardest: list[Any]
    stopped_by: str | None
    peak_bytes: int
    optimum: int | None = None  # from the start to the nearest goal
    solutions: int | None = None  # ways of that length
    goal_states: int | None = None


@dataclass(frozen=True)
class Graph:
    """Positions, the start first, and the moves between them by number."""

    states: list[Any]
    edges: list[tuple[int, int]]
    directed: bool = False  # if not, each edge goes both ways and stands here once

    def depths(self) -> list[int]:
        """How many moves each position is from the start.

        >>> Graph(["a", "b", "c"], [(0, 1), (1, 2)]).depths()
        [0, 1, 2]
        """
        beside: list[list[int]] = [[] for _ in self.states]
        for one, other in self.edges:
            beside[one].append(other)
            if not self.directed:
                beside[other].append(one)
        found = {0: 0}
        for node in (queue := [0]):
            for other in beside[node]:
                if other not in found:
                    found[other] = found[node] + 1
                    queue.append(other)
        return [found[node] for node in range(len(self.states))]


class GraphStopped(BadInput):
    """A limit came before the graph was whole."""

    def __init__(self, stopped_by: str) -> None:
        super().__init__(f"the graph is not whole: {REASONS[stopped_by]}")
        self.stopped_by = stopped_by


@dataclass(frozen=True)
class Step:
    """A heuristic that a search goes on with once the one before has generated so many nodes."""

    nodes: int
    heuristic: str
    fewer: int  # times fewer nodes than by the one before, roughly


class Explanation(ABC):
    """Why a position is lost, or where it may be."""

    reason: str | None  # why it is lost, in words

    @property
    @abstractmethod
    def map(self) -> str:
        """The board with all of it marked, and the key to the marks."""

    @abstractmethod
    def cells(self) -> dict[str, Any]:
        """For the page: `dead` squares, `frozen` pieces with the reason, `corrals`, `culprits`, `deadlock`."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Plain data, cells as [row, column] counted from 1."""


class Difficulty(ABC):
    """How hard a person will find a puzzle, as far as can be told without people."""

    @property
    @abstractmethod
    def grade(self) -> int:
        """From 1 to 10; a puzzle of the next grade is about twice as hard."""

    @property
    @abstractmethod
    def rows(self) -> list[tuple[str, str]]:
        """The grade in words, what it rests on, and what else a player wants to know."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Plain data, the `grade` among it."""


class Domain(ABC, Generic[P]):
    """One kind, whose puzzles are `P`, for the searches of the core."""

    kind: ClassVar[str]
    algorithms: ClassVar[tuple[str, ...]] = ("dijkstra", "astar", "ida", "sma", "bidirectional", "nbs")  # of the core
    cuts_iterations: ClassVar[bool] = False  # whether `ida` searches subtrees, which others can do for it
    counted_from: ClassVar[Mapping[str, str]] = {  # what `explore` finds if nothing stops it, in words
        "goal": "all that can be reached from the goal",
        "start": "all that can be reached from the start",
    }

    def refuses(self, algorithm: str, puzzle: P, objective: Objective) -> str | None:
        """None, or why this algorithm cannot serve this objective on this puzzle."""
        return None

    @abstractmethod
    def choose(self, puzzle: P, objective: Objective) -> str:
        """The engine that `auto` picks: rules to read, stated in the docstring."""

    @abstractmethod
    def default_heuristic(self, puzzle: P) -> str:
        """The heuristic of a search that follows one, when none is named."""

    def steps_when_long(self, puzzle: P, heuristic: str | None) -> tuple[Step, ...]:
        """Where a search by this default takes long: what it had better go on with, though it has to be built first."""
        return ()

    def reproducible_heuristic(self, puzzle: P) -> str | None:
        """The default where that may depend on what lies in the store of databases: one that does not."""
        return None

    def refuses_heuristic(self, heuristic: str, puzzle: P) -> str | None:
        """None, or what a heuristic of this kind needs that this puzzle lacks: "needs …"."""
        return None

    def databases(self, puzzle: P, heuristic: str, options: Mapping[str, Any]) -> list[Pattern]:
        """The pattern databases that a search by this heuristic looks into."""
        return []

    @abstractmethod
    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        """Run a search; `weight` is numerator and denominator of how far above the optimum a plan may be."""

    @abstractmethod
    def plan(self, path: list[int], puzzle: P, metric: str) -> Plan:
        """The core's plan in the notation of the kind, in moves that the metric counts."""

    @abstractmethod
    def evaluate(self, puzzle: P, heuristic: str, metric: str) -> int:
        """The value of a heuristic at the start."""

    def why_unsolvable(self, puzzle: P) -> str | None:
        """Why a puzzle has no solution where the core needed no search to see it; None says nothing."""
        return None

    def explain(self, puzzle: P, state: Any) -> Explanation | None:
        """What can be said of a position; None for a kind in which nothing is ever lost."""
        return None

    def difficulty(self, puzzle: P, plan: Plan | None = None) -> Difficulty | None:
        """By this plan, or by one that is soon found; None where nothing is known of what people find hard."""
        return None

    @abstractmethod
    def explore(self, puzzle: P, source: str, metric: str, keep: int, run: core.Run) -> Explored:
        """Everything that `source` (`goal` or `start`) can reach, and at most `keep` of the hardest states."""

    def graph(self, puzzle: P, metric: str, most: int, run: core.Run, check: Callable[[Any], None]) -> Graph | None:
        """All positions that the start can reach and the moves between them; None if they are more than `most`.

        `check` is shown every position that is met, and raises `GraphStopped` where a limit is passed.
        """
        number = {puzzle.initial: 0}
        steps = set()
        for state in (queue := [puzzle.initial]):
            check(state)
            for move in puzzle.moves(state):
                there = puzzle.apply(state, move)
                if there not in number:
                    if len(number) == most:
                        return None
                    number[there] = len(number)
                    queue.append(there)
                steps.add((number[state], number[there]))
        directed = any((there, here) not in steps for here, there in steps)
        return Graph(queue, sorted(step for step in steps if directed or step[0] < step[1]), directed)
