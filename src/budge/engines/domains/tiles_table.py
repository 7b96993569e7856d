"""Distances of many boards of tiles, looked up in the table of all positions of a small board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from budge.patterns import Board, Store, view_of
from budge.patterns.pattern import PLAIN, PatternView
from budge.puzzles import BadInput, Tiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_CELLS = 12
SMALL_CELLS = 9  # whose table is always used: it is built in milliseconds
MANY = 10_000  # positions for which a larger table is built
UNREACHED = 255  # in a table


def table_of(puzzle: Tiles) -> PatternView:
    """The pattern of all tiles: its database has the distance of every position."""
    blank = puzzle.goal.index(0)
    homes = (cell for cell in range(len(puzzle.goal)) if cell != blank)
    return view_of(Board(puzzle.width, puzzle.height, blank), homes, PLAIN)


def has_table(puzzle: Tiles, count: int) -> bool:
    """Whether to look `count` positions up in a table of all positions."""
    cells = len(puzzle.goal)
    if not 4 <= cells <= MAX_CELLS:
        return False
    return cells <= SMALL_CELLS or count >= MANY or table_of(puzzle).pattern in Store()


def looked_up(puzzle: Tiles, boards: NDArray[Any]) -> NDArray[Any]:
    """The distances of boards in the table; raises `BadInput` for a row that is no board."""
    import numpy

    seen = table_of(puzzle)
    there = {cell: index for index, cell in enumerate(seen.cells)}
    table = Store().fetch(seen.pattern).native
    objects = [0] * len(puzzle.goal)  # of each tile; the blank is object 0
    for cell, tile in enumerate(puzzle.goal):
        if tile:
            objects[tile] = 1 + seen.pattern.cells.index(there[cell])
    invalid = (boards < 0) | (boards >= len(objects))
    if invalid.any():
        raise BadInput(f"position {int(invalid.any(axis=1).argmax())} has a number that is no tile of {puzzle.size}")
    packed = numpy.ascontiguousarray(boards, dtype=numpy.uint8).tobytes()
    try:
        values = table.distances(packed, objects, [there[cell] for cell in range(len(puzzle.goal))])
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    found = numpy.frombuffer(values, dtype=numpy.uint8).astype(numpy.int64)
    found[found == UNREACHED] = -1
    return found
