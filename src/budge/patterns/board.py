"""A board for pattern databases: its cells, symmetries, and the goal of the blank. Tiles are named by their goal
cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Symmetry:
    """An image of a board, `width` × `height`: cell `c` of the board maps to `image[c]`."""

    width: int
    height: int
    image: tuple[int, ...]

    def of(self, cells: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(self.image[cell] for cell in cells))


@dataclass(frozen=True)
class Board:
    """The part of a goal that a database depends on.

    >>> Board(3, 2, 0).size
    '3×2'
    """

    width: int
    height: int
    blank: int  # its goal cell

    @property
    def size(self) -> str:
        return f"{self.width}×{self.height}"

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def reflections(self) -> list[Symmetry]:
        """The symmetries that preserve the board and the goal of the blank, without the identity.

        >>> len(Board(4, 4, 0).reflections), len(Board(3, 3, 4).reflections), len(Board(4, 3, 0).reflections)
        (1, 7, 0)
        """
        found = symmetries(self.width, self.height)[1:]
        return [each for each in found if each.width == self.width and each.image[self.blank] == self.blank]

    def region(self, walls: Iterable[int]) -> set[int]:
        """The cells that the blank can reach from its goal if the tiles at `walls` stay.

        >>> sorted(Board(3, 3, 0).region([1, 4, 7]))
        [0, 3, 6]
        """
        closed, reached, queue = set(walls), {self.blank}, [self.blank]
        while queue:
            for cell in self.neighbours(queue.pop()):
                if cell not in closed and cell not in reached:
                    reached.add(cell)
                    queue.append(cell)
        return reached

    def neighbours(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.width)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [y * self.width + x for y, x in near if 0 <= y < self.height and 0 <= x < self.width]

    def winding(self) -> list[int]:
        """All cells along a path from the corner nearest to the goal of the blank, in bands of two rows (three in the
        last if their number is odd), so that segments of the path are compact.

        >>> Board(3, 2, 0).winding(), Board(1, 3, 2).winding()
        ([0, 3, 1, 4, 2, 5], [2, 1, 0])
        """
        bands = max(1, self.height // 2)
        path = []
        for band in range(bands):
            rows = range(2 * band, self.height if band == bands - 1 else 2 * band + 2)
            columns = range(self.width) if band % 2 == 0 else range(self.width - 1, -1, -1)
            path += [row * self.width + column for column in columns for row in rows]
        return [self.mirror.image[cell] for cell in path]

    @property
    def mirror(self) -> Symmetry:
        """The one of the four symmetries without transposition that maps the first corner nearest to the goal of the
        blank.

        >>> Board(2, 2, 3).mirror.image
        (3, 2, 1, 0)
        """
        row, column = divmod(self.blank, self.width)
        down, right = 2 * row > self.height - 1, 2 * column > self.width - 1
        return symmetries(self.width, self.height)[2 * down + right]


@cache
def symmetries(width: int, height: int) -> tuple[Symmetry, ...]:
    """The identity, the mirror images left-right, up-down and both; then the four with rows and columns exchanged.

    >>> [each.image for each in symmetries(2, 1)][:2]
    [(0, 1), (1, 0)]
    >>> symmetries(3, 2)[4].width
    2
    """
    found = []
    for turned in (False, True):
        wide, tall = (height, width) if turned else (width, height)
        for down in (False, True):
            for right in (False, True):
                image = []
                for row in range(height):
                    for column in range(width):
                        x, y = (row, column) if turned else (column, row)
                        image.append((tall - 1 - y if down else y) * wide + (wide - 1 - x if right else x))
                found.append(Symmetry(wide, tall, tuple(image)))
    return tuple(found)
