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

    def __init__(self, puzzle: Puzzle, top: int | None = None) -> None:
        self.puzzle = puzzle
        self.top = self.max_value if top is None else top  # the maximum of all levels of the environment
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

    @property
    def outside(self) -> NDArray[np.uint16] | int:
        """What fills the cells outside a level that is smaller than others, for each plane."""
        return self.top + 1

    def padded(self, state: Any, shape: tuple[int, ...]) -> NDArray[np.uint16]:
        """The encoding of a state, filled up to a shape at the right and below."""
        array = self.array(state)
        if array.shape == shape:
            return array
        whole = np.empty(shape, dtype=np.uint16)
        whole[:] = self.outside
        whole[tuple(map(slice, array.shape))] = array
        return whole

    def legal(self, state: Any) -> list[str]:
        return self.puzzle.moves(state)

    def text(self, state: Any) -> str:
        return self.puzzle.grid_text(state)

    @property
    def letters(self) -> str:
        """The characters that may occur in states as text."""
        return "".join(sorted({*string.printable, *self.text(self.puzzle.initial)}))
