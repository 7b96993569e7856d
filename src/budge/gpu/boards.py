"""A puzzle as the device sees it: tiles named after the cells they belong in, the blank's home in the first corner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LETTERS = "ULRD"  # the directions of the blank, as the device numbers them


@dataclass(frozen=True)
class Oriented:
    """A board turned so that a blank that is at home in any corner is at home in the first."""

    board: tuple[int, ...]
    home: int
    across: bool  # left and right are exchanged
    down: bool  # up and down are

    def plan(self, moves: Iterable[int]) -> str:
        """Moves on the puzzle as it was given.

        >>> oriented(2, 2, (0, 1, 3, 2), (1, 2, 3, 0)).plan([0, 1])
        'DR'
        """
        here = LETTERS
        if self.across:
            here = here.translate(str.maketrans("LR", "RL"))
        if self.down:
            here = here.translate(str.maketrans("UD", "DU"))
        return "".join(here[move] for move in moves)


def oriented(width: int, height: int, start: Sequence[int], goal: Sequence[int]) -> Oriented:
    """
    >>> oriented(3, 3, (1, 2, 3, 4, 5, 6, 7, 0, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0)).board
    (1, 0, 2, 3, 4, 5, 6, 7, 8)
    """
    row, column = divmod(goal.index(0), width)
    corner = row in (0, height - 1) and column in (0, width - 1)
    across, down = corner and column == width - 1, corner and row == height - 1

    def image(cell: int) -> int:
        row, column = divmod(cell, width)
        return (height - 1 - row if down else row) * width + (width - 1 - column if across else column)

    name = {tile: image(cell) for cell, tile in enumerate(goal)}
    board = [0] * len(start)
    for cell, tile in enumerate(start):
        board[image(cell)] = name[tile]
    return Oriented(tuple(board), name[0], across, down)
