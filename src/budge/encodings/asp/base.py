"""What answer-set rules know of a kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from budge.puzzles import Plan

LETTERS = {(0, -1): "u", (-1, 0): "l", (1, 0): "r", (0, 1): "d"}
OWN = ("anonymous",)

Step = tuple[int, ...]  # DX and DY; of a push X and Y before them


class Rules(ABC):
    """The rules of one kind, in `.lp` files."""

    metrics: ClassVar[tuple[str, ...]]

    def refuses(self, puzzle: Any) -> str | None:
        """None, or why the rules do not fit a puzzle."""
        return None

    def encodings(self, metric: str) -> tuple[str, ...]:
        """The sets of rules to choose from; the first is the default."""
        return OWN

    @abstractmethod
    def file(self, metric: str, encoding: str) -> str:
        """The name of the file that says how the puzzle is played."""

    def grows(self, metric: str, encoding: str) -> bool:
        """Whether the rules can be grounded step by step."""
        return True

    @abstractmethod
    def least(self, puzzle: Any, metric: str) -> int:
        """No plan is shorter."""

    def stride(self, puzzle: Any, metric: str) -> int:
        """The lengths of all plans differ by multiples of it: the colours of a chessboard tell."""
        return 1

    @abstractmethod
    def plan(self, puzzle: Any, steps: list[Step]) -> Plan:
        """The plan of an answer set; raises `BadInput` where a push cannot be."""
