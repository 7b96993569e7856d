"""A kind of puzzle as the native core knows it: how it goes in, and how plans and positions come out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from budge.engines.base import Task
from budge.engines.model import Objective
from budge.native import core
from budge.puzzles import Plan, Puzzle


class Domain(ABC):
    """One kind, for the searches of the core. The puzzle handed to a method is always of this kind."""

    kind: ClassVar[str]

    def refuses(self, algorithm: str, puzzle: Puzzle, objective: Objective) -> str | None:
        """None, or why this algorithm cannot serve this objective on this puzzle."""
        return None

    @abstractmethod
    def choose(self, puzzle: Puzzle, objective: Objective) -> str:
        """The engine that `auto` picks: rules to read, stated in the docstring."""

    @abstractmethod
    def default_heuristic(self, puzzle: Puzzle) -> str:
        """The heuristic of a search that follows one, when none is named."""

    @abstractmethod
    def search(self, task: Task, algorithm: str, weight: tuple[int, int], run: core.Run) -> core.Answer:
        """Run a search; `weight` is numerator and denominator of how far above the optimum a plan may be."""

    @abstractmethod
    def plan(self, path: list[int], puzzle: Puzzle, metric: str) -> Plan:
        """The core's plan in the notation of the kind."""

    @abstractmethod
    def evaluate(self, puzzle: Puzzle, heuristic: str, metric: str) -> int:
        """The value of a heuristic at the start."""

    @abstractmethod
    def explore(
        self, puzzle: Puzzle, source: str, metric: str, keep: int, run: core.Run
    ) -> tuple[core.Explored, list[Any]]:
        """Everything that `source` (`goal` or `start`) can reach, and at most `keep` of the hardest states."""
