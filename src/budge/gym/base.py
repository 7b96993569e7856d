"""Puzzles for reinforcement learning: numbered actions, and states as arrays or text. One file per kind."""

from __future__ import annotations

import string
from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from budge.puzzles import Puzzle


class StateEncoder(ABC):
    """Encodes the actions and states of one puzzle."""

    default: ClassVar[str]  # the default puzzle, as a source for `budge.load`
    metric: ClassVar[str]  # every action costs 1 in it

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.actions = self.all_actions()
        self.number = {move: action for action, move in enumerate(self.actions)}

    @abstractmethod
    def all_actions(self) -> tuple[str, ...]:
        """All moves that are legal in some state, in a fixed order."""

    @abstractmethod
    def array(self, state: Any) -> NDArray[np.uint16]:
        """A complete encoding of a state."""

    @property
    @abstractmethod
    def max_value(self) -> int:
        """The maximum value in the arrays of all states."""

    def legal(self, state: Any) -> list[str]:
        return self.puzzle.moves(state)

    def text(self, state: Any) -> str:
        return self.puzzle.grid_text(state)

    @property
    def letters(self) -> str:
        """The characters that may occur in states as text."""
        return "".join(sorted({*string.printable, *self.text(self.puzzle.initial)}))
