"""Histogram of an additive pattern by placements: the minimum over all positions of the blank.

A database has a value for each placement of its tiles and each region of the other cells that may hold the blank, as in
its own histogram. Tables that ignore the blank have one value per placement, the smallest; studies plot these.

A breadth-first search from home over moves of pattern tiles, with the blank free between them. For every placement a
bit mask holds the cells that the blank has reached. A placement is a number: its digits are the cells of its tiles.
"""

from __future__ import annotations

from typing import Any

from budge.patterns.pattern import Pattern
from budge.puzzles import BadInput

MAX_NUMBERS = 20_000_000  # 8 bytes each: six tiles on 4×4, five on 5×5


def placement_histogram(pattern: Pattern) -> tuple[int, ...]:
    """Placements by value; raises `BadInput` for plain patterns and for large ones.

    >>> from budge.patterns import Board
    >>> from budge.patterns.pattern import ADDITIVE, view_of
    >>> placement_histogram(view_of(Board(2, 2, 3), [0], ADDITIVE).pattern)
    (1, 2, 1)
    """
    if not pattern.additive:
        raise BadInput("--placements is for additive databases; the blank is a part of plain patterns")
    if not counts_placements(pattern):
        raise BadInput(
            f"--placements is for up to six tiles on 4×4 and five on 5×5, not {len(pattern.cells)} on "
            f"{pattern.width}×{pattern.height}"
        )
    return tuple(_Search(pattern).run())


def counts_placements(pattern: Pattern) -> bool:
    """Whether the histogram by placements is within reach."""
    cells = pattern.width * pattern.height
    return pattern.additive and cells <= 64 and cells ** len(pattern.cells) <= MAX_NUMBERS


class _Search:
    def __init__(self, pattern: Pattern) -> None:
        try:
            import numpy
        except ImportError:
            raise BadInput("--placements needs numpy: pip install 'budge[plots]'") from None
        self.np: Any = numpy
        self.pattern = pattern
        self.cells = pattern.width * pattern.height
        self.steps = [(1, self._columns(range(pattern.width - 1))), (-1, self._columns(range(1, pattern.width)))]
        below = numpy.uint64((1 << (self.cells - pattern.width)) - 1)
        self.steps += [(pattern.width, below), (-pattern.width, below << numpy.uint64(pattern.width))]

    def _columns(self, columns: range) -> Any:
        width = self.pattern.width
        return self.np.uint64(sum(1 << cell for cell in range(self.cells) if cell % width in columns))

    def run(self) -> list[int]:
        np, homes = self.np, self.pattern.cells
        reached = np.zeros(self.cells ** len(homes), np.uint64)
        numbers = np.array([sum(cell * self.cells**tile for tile, cell in enumerate(homes))], np.int64)
        masks = np.array([1 << self.pattern.blank], np.uint64)
        found = []
        while len(numbers):
            fresh = reached[numbers] == 0
            masks = self._flooded(numbers, masks) & ~reached[numbers]
            numbers, masks, fresh = numbers[masks != 0], masks[masks != 0], fresh[masks != 0]
            reached[numbers] |= masks
            found.append(int(fresh.sum()))
            numbers, masks = self._successors(numbers, masks)
        while not found[-1]:
            found.pop()
        return found

    def _tiles(self, numbers: Any) -> list[Any]:
        """The cell of every tile."""
        return [numbers // self.cells**tile % self.cells for tile in range(len(self.pattern.cells))]

    def _flooded(self, numbers: Any, masks: Any) -> Any:
        """All cells that the blank can reach from the cells of the masks without moving a tile of the pattern."""
        np = self.np
        free = np.full(len(numbers), (1 << self.cells) - 1, np.uint64)
        for cell in self._tiles(numbers):
            free &= ~(np.uint64(1) << cell.astype(np.uint64))
        while True:
            wider = masks.copy()
            for by, able in self.steps:
                wider |= self._shifted(masks & able, by)
            wider &= free
            if (wider == masks).all():
                return masks
            masks = wider

    def _shifted(self, masks: Any, by: int) -> Any:
        return masks << self.np.uint64(by) if by > 0 else masks >> self.np.uint64(-by)

    def _successors(self, numbers: Any, masks: Any) -> tuple[Any, Any]:
        """The placements after a tile has moved to a cell of the mask, each with the cells that become blank."""
        np = self.np
        moved, blanks = [], []
        for tile, cell in enumerate(self._tiles(numbers)):
            here = np.uint64(1) << cell.astype(np.uint64)
            for by, able in self.steps:
                goes = (self._shifted(here & able, by) & masks) != 0
                moved.append(numbers[goes] + by * self.cells**tile)
                blanks.append(here[goes])
        every, bits = np.concatenate(moved), np.concatenate(blanks)
        if not len(every):
            return every, bits
        order = np.argsort(every, kind="stable")
        every, bits = every[order], bits[order]
        first = np.flatnonzero(np.r_[True, every[1:] != every[:-1]])
        return every[first], np.bitwise_or.reduceat(bits, first)
