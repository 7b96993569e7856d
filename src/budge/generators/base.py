"""What a generator is: a frozen dataclass of wishes that draws puzzles from random numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from budge.native import core
from budge.puzzles import BadInput, Puzzle


@dataclass(frozen=True)
class Wanted:
    """The optima, or the efforts, that will do.

    >>> Wanted(10, 12).gap(14), Wanted(10, 12).gap(9), Wanted(10).gap(99)
    (2, 1, 0)
    """

    least: int = 1
    most: int | None = None
    what: str = "optimum"
    within: int | None = None  # no farther than this from its end, where puzzles farther away were too hard to solve

    def __post_init__(self) -> None:
        if self.most is not None and self.most < max(1, self.least):
            raise BadInput(f"an {self.what} from {self.least} to {self.most}; expected at least 1, and the least first")

    def gap(self, cost: int) -> int:
        """How far an optimum is from these."""
        return max(self.least - cost, cost - (cost if self.most is None else self.most), 0)

    @property
    def everything(self) -> bool:
        return self.least <= 1 and self.most is None


ANY = Wanted()

Check = Callable[[], None]  # raises when the time is over


def go_on() -> None:
    """The check of work that nothing ends early."""


@dataclass(frozen=True, kw_only=True)
class Generator(ABC):
    """Makes puzzles of one kind. Equal wishes and equal random numbers give equal puzzles."""

    kind: ClassVar[str]
    nodes: ClassVar[int] = 200_000  # a puzzle that takes more to solve is passed over
    choices: ClassVar[Mapping[str, Sequence[str]]] = {}  # the words that a wish can be
    cluster: ClassVar[int | None] = None  # where all that a puzzle can reach is looked through: up to so many positions

    @abstractmethod
    def draw(self, random: Random, wanted: Wanted = ANY, check: Check = go_on) -> Puzzle | None:
        """A puzzle that has a solution, or may have one; None where this attempt came to nothing.

        Where that may take more than a moment `check` is called again and again: it raises when the time is over.
        """

    @property
    def tries(self) -> int:
        """Puzzles made, at most, for one that is as wanted."""
        return 3_000

    def varied(self, puzzle: Puzzle, random: Random) -> Puzzle | None:
        """A puzzle much like one that is nearly as wanted; None if this generator knows none."""
        return None

    def grows(self, wanted: Wanted) -> bool:
        """Whether puzzles as they are drawn are seldom so, and those grown are."""
        return False

    def grown(self, random: Random, wanted: Wanted, run: core.Run) -> Puzzle | None:
        """A puzzle of the least optimum wanted or more, which may take seconds; None where it came to nothing."""
        return None

    def restarted(self, puzzle: Puzzle, state: Any) -> Puzzle | None:
        """The puzzle that begins at another state; None if this generator does not make such."""
        return None
