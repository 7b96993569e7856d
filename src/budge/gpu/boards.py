"""Puzzles as the device sees them: tiles named after the cells they belong in, the blank's home in the first corner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # numpy comes with the extra
    import numpy as np
    from numpy.typing import NDArray

LETTERS = b"ULRD"  # the directions of the blank, as the device numbers them


@dataclass(frozen=True)
class Orientation:
    """How boards of one goal are turned so that a blank that is at home in any corner is at home in the first."""

    width: int
    home: int  # of the blank
    cells: tuple[int, ...]  # where on a board as it was given each cell lies
    names: tuple[int, ...]  # by tile
    letters: bytes  # the directions of the blank on a board as it was given

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
        for cell, there in enumerate(cells):
            names[goal[there]] = cell
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
        """A row for each start."""
        import numpy as np

        given = np.frombuffer(b"".join(map(bytes, starts)), np.uint8).reshape(-1, len(self.cells))
        turned: NDArray[np.uint8] = np.array(self.names, np.uint8)[given[:, self.cells]]
        return turned

    def solvable(self, boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which boards can be solved: every move exchanges the blank with a tile and changes the blank's colour.

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
        """Moves on a board as it was given.

        >>> Orientation.of(2, 2, (1, 2, 3, 0)).plan(bytes([0, 1]))
        'DR'
        """
        return moves.translate(self.letters).decode()
