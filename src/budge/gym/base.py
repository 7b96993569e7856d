"""A puzzle as learners see it: numbered actions, and states as arrays or as text. One kind a file."""

from __future__ import annotations

import string
from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from budge.puzzles import Puzzle


class View(ABC):
    """One puzzle, in numbers."""

    usual: ClassVar[str]  # the puzzle that is played where none is named, as `budge.load` reads it
    metric: ClassVar[str]  # in which every action costs one

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.actions = self.all_actions()
        self.number = {move: action for action, move in enumerate(self.actions)}

    @abstractmethod
    def all_actions(self) -> tuple[str, ...]:
        """Every move that is legal in some state, in an order that never changes."""

    @abstractmethod
    def array(self, state: Any) -> NDArray[np.uint16]:
        """All that there is to know of a state."""

    @property
    @abstractmethod
    def highest(self) -> int:
        """The highest number in such an array."""

    def legal(self, state: Any) -> list[str]:
        return self.puzzle.moves(state)

    def text(self, state: Any) -> str:
        return self.puzzle.grid_text(state)

    @property
    def letters(self) -> str:
        """The characters of such texts."""
        return "".join(sorted({*string.printable, *self.text(self.puzzle.initial)}))
