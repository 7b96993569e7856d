"""The interface of answer-set rules for one kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from budge.puzzles import Plan

LETTERS = {(0, -1): "u", (-1, 0): "l", (1, 0): "r", (0, 1): "d"}

Step = tuple[int, ...]  # (DX, DY) of a move, (X, Y, DX, DY) of a push


class Rules(ABC):
    """The rules of one kind, in `.lp` files."""

    metrics: ClassVar[tuple[str, ...]]

    def refuses(self, puzzle: Any) -> str | None:
        """None, or the reason why the rules do not fit a puzzle."""
        return None

    @abstractmethod
    def file(self, metric: str, encoding: str) -> str:
        """The name of the file with the rules."""

    def grows(self, metric: str, encoding: str) -> bool:
        """Whether clingo can ground the rules step by step for growing lengths."""
        return True

    @abstractmethod
    def lower_bound(self, puzzle: Any, metric: str) -> int:
        """A lower bound on the length of plans."""

    def stride(self, puzzle: Any, metric: str) -> int:
        """The lengths of plans differ by multiples of this: 2 if a chessboard colouring fixes their parity."""
        return 1

    @abstractmethod
    def plan(self, puzzle: Any, steps: list[Step]) -> Plan:
        """The plan of an answer set; raises `BadInput` for an impossible push."""
