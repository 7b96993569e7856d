"""Converts puzzles to the device's numbering and plans back. A tile has the number of its goal cell. If the blank's
goal is a corner, boards are reflected so that it is the first corner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # numpy comes with the extra
    import numpy as np
    from numpy.typing import NDArray

LETTERS = b"ULRD"  # the blank's directions in the device's numbering


@dataclass(frozen=True)
class Orientation:
    """Converts the boards of one goal, and reflects them if the blank's goal is a corner other than the first."""

    width: int
    home: int  # the blank's goal cell
    cells: tuple[int, ...]  # by cell: its cell on the original board
    names: tuple[int, ...]  # by tile: its goal cell
    letters: bytes  # by direction of the blank: its letter on the original board

    @classmethod
    def of(cls, width: int, height: int, goal: Sequence[int]) -> Orientation:
        row, column = divmod(goal.index(0), width)
        corner = row in (0, height - 1) and column in (0, width - 1)
        across, down = corner and column == width - 1, corner and row == height - 1
        cells = tuple(
            (height - 1 - row if down else row) * width + (width - 1 - column if across else column)
            for row in range(height)
            for column in range(width)
        )
        names = [0] * len(goal)
        for cell, original in enumerate(cells):
            names[goal[original]] = cell
        letters = LETTERS.translate(bytes.maketrans(b"LR", b"RL")) if across else LETTERS
        letters = letters.translate(bytes.maketrans(b"UD", b"DU")) if down else letters
        return cls(width, names[0], cells, tuple(names), letters.ljust(256))

    def board(self, start: Sequence[int]) -> tuple[int, ...]:
        """
        >>> Orientation.of(3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0)).board((1, 2, 3, 4, 5, 6, 7, 0, 8))
        (1, 0, 2, 3, 4, 5, 6, 7, 8)
        """
        return tuple(self.names[start[cell]] for cell in self.cells)

    def boards(self, starts: Iterable[Sequence[int]]) -> NDArray[np.uint8]:
        """The boards of these starts, one row each."""
        import numpy as np

        originals = np.frombuffer(b"".join(map(bytes, starts)), np.uint8).reshape(-1, len(self.cells))
        converted: NDArray[np.uint8] = np.array(self.names, np.uint8)[originals[:, self.cells]]
        return converted

    def solvable(self, boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which boards are solvable. Every move swaps the blank with a tile, so it changes both the parity of the
        permutation and the colour of the blank's cell.

        >>> Orientation.of(2, 2, (0, 1, 2, 3)).solvable(Orientation.of(2, 2, (0, 1, 2, 3)).boards([(0, 2, 1, 3)]))
        array([False])
        """
        import numpy as np

        odd: Any = np.zeros(len(boards), bool)
        for cell in range(len(self.cells) - 1):
            odd ^= ((boards[:, cell : cell + 1] > boards[:, cell + 1 :]).sum(1) & 1).astype(bool)
        blank = np.argmax(boards == self.home, axis=1)
        colour = blank // self.width + blank % self.width + self.home // self.width + self.home % self.width
        even: NDArray[np.bool_] = odd == (colour & 1).astype(bool)
        return even

    def plan(self, moves: bytes) -> str:
        """The moves as letters on the original board.

        >>> Orientation.of(2, 2, (1, 2, 3, 0)).plan(bytes([0, 1]))
        'DR'
        """
        return moves.translate(self.letters).decode()
