"""Normal form of Sokoban boards, so that equivalent texts give equal levels.

Floor is every cell connected to a player, a box or a target; pieces outside the walls of a closed level are decoration
and are ignored. Only walls adjacent to floor are kept, and the board is cut to them. Rows have no trailing spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from budge.puzzles.base import BadInput

WALL, FLOOR, PLAYER, BOX, TARGET = "#", " ", "@", "$", "."
PLAYER_ON_TARGET, BOX_ON_TARGET = "+", "*"
ALIASES = {"-": FLOOR, "_": FLOOR, "p": PLAYER, "P": PLAYER_ON_TARGET, "b": BOX, "B": BOX_ON_TARGET}
PLAYERS, BOXES = PLAYER + PLAYER_ON_TARGET, BOX + BOX_ON_TARGET
TARGETS = TARGET + PLAYER_ON_TARGET + BOX_ON_TARGET
KNOWN = WALL + FLOOR + PLAYERS + BOXES + TARGET

MAX_SIDE = 64
MAX_ROWS = 4096  # of text, including decoration around the level

Cell = tuple[int, int]  # row, column


def normal(rows: Sequence[str]) -> tuple[str, ...]:
    """The rows of a level in normal form; raises `BadInput` if they are not a level.

    >>> normal(["  ####", "  # @#  ", "  # $.", "  ####"])
    ('####', '# @##', '# $.#', '#####')
    """
    rows = [row.rstrip() for row in rows]
    if len(rows) > MAX_ROWS or any(len(row) > MAX_ROWS for row in rows):
        raise BadInput(f"a board of more than {MAX_ROWS} rows or columns; the largest is {MAX_SIDE}×{MAX_SIDE}")
    text = {(y, x): ALIASES.get(mark, mark) for y, row in enumerate(rows) for x, mark in enumerate(row)}
    for (y, x), mark in text.items():
        if mark not in KNOWN:
            raise BadInput(f"row {y + 1}, column {x + 1}: unknown character {mark!r}; expected # @ + $ * . or floor")
    players = [cell for cell, mark in text.items() if mark in PLAYERS]
    if not players:
        raise BadInput("no player; expected an @ (or + if the player is on a target)")
    open_cells = {cell for cell, mark in text.items() if mark != WALL}
    inside = flood(open_cells, players)
    closed = not touches_edge(inside, rows)
    floor = set(inside)
    for cell, mark in text.items():
        if cell not in floor and mark in BOXES + TARGET:
            part = flood(open_cells, [cell])
            if not (closed and touches_edge(part, rows)):  # otherwise decoration outside the walls
                floor |= part
    return cut(text, floor)


def cut(text: dict[Cell, str], floor: set[Cell]) -> tuple[str, ...]:
    """The rows of the smallest board that holds the floor, its pieces and the adjacent walls."""
    top, left = (min(cell[axis] for cell in floor) - 1 for axis in (0, 1))
    bottom, right = (max(cell[axis] for cell in floor) + 1 for axis in (0, 1))
    height, width = bottom - top + 1, right - left + 1
    if max(width, height) > MAX_SIDE:
        raise BadInput(f"a board of {width}×{height}; the largest is {MAX_SIDE}×{MAX_SIDE}")

    def mark(cell: Cell) -> str:
        if cell in floor:
            return text[cell]
        return WALL if any(other in floor for other in around(cell)) else FLOOR

    return tuple("".join(mark((y, x)) for x in range(left, right + 1)).rstrip() for y in range(top, bottom + 1))


def flood(open_cells: set[Cell], sources: Iterable[Cell]) -> set[Cell]:
    """The open cells that are connected to the sources."""
    reached = set(sources)
    front = list(reached)
    while front:
        y, x = front.pop()
        for cell in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)):
            if cell in open_cells and cell not in reached:
                reached.add(cell)
                front.append(cell)
    return reached


def touches_edge(cells: set[Cell], rows: Sequence[str]) -> bool:
    """Whether one of the cells is at the edge of the text, so that no wall closes the level there."""
    lengths = [len(row) for row in rows]

    def beyond(y: int, x: int) -> bool:
        return not (0 <= y < len(rows) and 0 <= x < lengths[y])

    return any(beyond(y - 1, x) or beyond(y + 1, x) or beyond(y, x - 1) or beyond(y, x + 1) for y, x in cells)


def around(cell: Cell) -> Iterator[Cell]:
    y, x = cell
    return ((y + down, x + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
