"""The base class of generators: a frozen dataclass of parameters that draws puzzles from random numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from budge.native import core
from budge.puzzles import BadInput, Plan, Puzzle


@dataclass(frozen=True)
class TargetRange:
    """A range of optima or of search efforts.

    >>> TargetRange(10, 12).gap(14), TargetRange(10, 12).gap(9), TargetRange(10).gap(99)
    (2, 1, 0)
    """

    minimum: int = 1
    maximum: int | None = None
    what: str = "optimum"
    within: int | None = None  # maximum distance of the start from the goal, because farther starts were too hard

    def __post_init__(self) -> None:
        if self.maximum is not None and self.maximum < max(1, self.minimum):
            raise BadInput(f"{self.what} from {self.minimum} to {self.maximum}; expected minimum ≤ maximum, from 1 on")

    def gap(self, cost: int) -> int:
        """Distance of a value from the range."""
        return max(self.minimum - cost, cost - (cost if self.maximum is None else self.maximum), 0)

    @property
    def unrestricted(self) -> bool:
        return self.minimum <= 1 and self.maximum is None


ANY = TargetRange()

Check = Callable[[], None]  # raises when the time limit is reached


def no_check() -> None:
    """A check that never raises."""


@dataclass(frozen=True, kw_only=True)
class Generator(ABC):
    """Makes puzzles of one kind. Equal parameters and equal random numbers give equal puzzles."""

    kind: ClassVar[str]
    max_nodes: ClassVar[int] = 200_000  # node budget for solving a puzzle; harder ones are skipped
    choices: ClassVar[Mapping[str, Sequence[str]]] = {}  # valid values of the parameters that are names
    max_cluster: ClassVar[int | None] = None  # if the whole state space is explored: its size limit

    @abstractmethod
    def draw(self, random: Random, target: TargetRange = ANY, check: Check = no_check) -> Puzzle | None:
        """A puzzle that may have a solution; None if this attempt failed.

        An attempt that takes more than a moment calls `check` repeatedly, which raises when the time limit is reached.
        """

    def accepts(self, puzzle: Puzzle, plan: Plan | None) -> bool:
        """Whether a puzzle in the target range, with an optimal plan of it, meets what else was asked for."""
        return True

    @property
    def max_tries(self) -> int:
        """Maximum number of puzzles made to find one in the target range."""
        return 3_000

    def varied(self, puzzle: Puzzle, random: Random) -> Puzzle | None:
        """A small variation of a puzzle near the target range; None if this generator has none."""
        return None

    def grows(self, target: TargetRange) -> bool:
        """Whether `grown` reaches the target range more often than `draw`."""
        return False

    def grown(self, random: Random, target: TargetRange, run: core.Run) -> Puzzle | None:
        """A puzzle whose optimum is at least `target.minimum`, or else the longest one grown; may take seconds. None
        if the attempt failed."""
        return None

    @property
    def restarts(self) -> bool:
        """Whether `restarted` is supported with these parameters."""
        return True

    def restarted(self, puzzle: Puzzle, state: Any) -> Puzzle | None:
        """The puzzle started at another state; None if this generator does not support that."""
        return None
