"""Pieces drawn in a grid of characters, the format of sliding blocks: `.` empty, `#` wall, any other character a piece.

Errors name row and column, both counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from budge.puzzles.base import BadInput, check_rows
from budge.puzzles.board import place

EMPTY, WALL = ".", "#"
MAX_SIDE = 32

Shape = tuple[int, ...]  # cells in reading order, ascending


def check_grid(rows: Sequence[str], what: str) -> None:
    """Checks that the rows have equal length and fit the largest board; raises `BadInput`."""
    check_rows(rows)
    if not rows or not rows[0]:
        raise BadInput(f"the {what} is empty; expected rows of characters, {EMPTY} for an empty cell")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            at = f"ends at column {len(row)}" if len(row) < len(rows[0]) else f"continues at column {len(rows[0]) + 1}"
            raise BadInput(f"the {what} is ragged: row {number} {at}, but row 1 has {len(rows[0])} cells")
    if len(rows) > MAX_SIDE or len(rows[0]) > MAX_SIDE:
        raise BadInput(f"the {what} is {len(rows[0])}×{len(rows)}; the largest board is {MAX_SIDE}×{MAX_SIDE}")


def shapes(rows: Sequence[str]) -> dict[str, Shape]:
    """The cells of every character but `.`, walls included, in order of appearance.

    >>> shapes(["AA", "B#"])
    {'A': (0, 1), 'B': (2,), '#': (3,)}
    """
    found: dict[str, list[int]] = {}
    for cell, sign in enumerate("".join(rows)):
        if sign != EMPTY:
            found.setdefault(sign, []).append(cell)
    return {sign: tuple(cells) for sign, cells in found.items()}


def apart(cells: Shape, width: int) -> list[int]:
    """The cells that are not connected to the first one; a polyomino has none.

    >>> apart((0, 1), 2), apart((0, 3), 2)
    ([], [3])
    """
    left, todo = set(cells[1:]), [cells[0]]
    while todo:
        cell = todo.pop()
        neighbours = {cell - width, cell + width}
        neighbours |= {cell - 1} if cell % width else set()
        neighbours |= {cell + 1} if (cell + 1) % width else set()
        todo += neighbours & left
        left -= neighbours
    return sorted(left)


def translated(cells: Shape, other: Shape, width: int) -> bool:
    """Whether two sets of cells are the same shape in the same orientation.

    >>> translated((0, 1), (2, 3), 2), translated((1, 2), (2, 3), 2)
    (True, False)
    """

    def from_anchor(shape: Shape) -> list[tuple[int, int]]:
        return [(cell // width - shape[0] // width, cell % width - shape[0] % width) for cell in shape]

    return from_anchor(cells) == from_anchor(other)


def goal_shapes(rows: Sequence[str], start: Mapping[str, Shape], width: int, height: int) -> dict[str, int]:
    """The anchors of the pieces that a goal grid shows; `start` gives their shapes."""
    check_grid(rows, "goal")
    if (len(rows[0]), len(rows)) != (width, height):
        raise BadInput(f"the goal is {len(rows[0])}×{len(rows)} but the board is {width}×{height}")
    anchors = {}
    for sign, cells in shapes(rows).items():
        if sign == WALL:
            for cell in cells:
                if cell not in start.get(WALL, ()):
                    raise BadInput(f"the goal has a wall at {place(cell, width)}, where the start has none")
        elif sign not in start:
            raise BadInput(f"the goal shows {sign} at {place(cells[0], width)}, but the start has no such piece")
        elif not translated(cells, start[sign], width):
            raise BadInput(f"the goal shows {sign} at {place(cells[0], width)} in another shape than the start does")
        else:
            anchors[sign] = cells[0]
    if not anchors:
        raise BadInput("the goal shows no piece; expected at least one piece at its goal")
    return anchors
