"""What a generator is: a frozen dataclass of wishes that draws puzzles from random numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from budge.puzzles import Puzzle


@dataclass(frozen=True, kw_only=True)
class Generator(ABC):
    """Makes puzzles of one kind. Equal wishes and equal random numbers give equal puzzles."""

    kind: ClassVar[str]

    @abstractmethod
    def draw(self, random: Random) -> Puzzle | None:
        """A puzzle that has a solution; None where this attempt came to nothing."""
