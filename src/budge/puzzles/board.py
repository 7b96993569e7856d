"""Puzzles on a rectangular board. Its cells are numbered in reading order, from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from budge.puzzles.base import Puzzle


@dataclass(frozen=True, kw_only=True)
class BoardPuzzle(Puzzle):
    """A puzzle on a board of `width` × `height` cells."""

    directions: ClassVar[Mapping[str, tuple[int, int]]]  # by name: rows down and columns right

    width: int
    height: int

    @property
    def size(self) -> str:
        return f"{self.width}×{self.height}"

    def neighbour(self, cell: int, direction: str) -> int | None:
        """The cell next to `cell`, or None beyond the edge."""
        down, right = self.directions[direction]
        row, column = cell // self.width + down, cell % self.width + right
        inside = 0 <= row < self.height and 0 <= column < self.width
        return row * self.width + column if inside else None

    def where(self, cell: int) -> str:
        return place(cell, self.width)


def place(cell: int, width: int) -> str:
    """A cell as text, for messages.

    >>> place(5, 4)
    'row 2, column 2'
    """
    return f"row {cell // width + 1}, column {cell % width + 1}"
