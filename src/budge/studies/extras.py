"""Optional constraints of the studies, given as `extras=` with `style=study`. Each study supports some of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from budge.puzzles import BadInput


@dataclass(frozen=True)
class Extras:
    """
    >>> Extras.parse("no-undo+distance", ["no-undo", "completed", "distance"])
    Extras(undo=False, completed=False, distance=True, dead_squares=False, bad_blocks=False)
    """

    undo: bool = True  # False: no move undoes the one before it
    completed: bool = False  # completed rows and columns, from the top and the left, stay; loses optimality
    distance: bool = False  # the remaining moves are at least the Manhattan distance
    dead_squares: bool = False  # no box is pushed to a dead square
    bad_blocks: bool = False  # no 2×2 square holds only walls and boxes, unless all boxes are on targets

    @classmethod
    def parse(cls, text: str, known: Sequence[str]) -> Extras:
        """Parses names joined by `+`; raises `BadInput` for one that is not in `known`."""
        given = [word for word in text.split("+") if word]
        if unknown := set(given) - set(known):
            what = f"known are {', '.join(known)}" if known else "this model has none"
            raise BadInput(f"extras={min(unknown)}; {what}")
        on = {name.replace("-", "_"): True for name in given if name != "no-undo"}
        return cls(undo="no-undo" not in given, **on)


def completed_blocks(width: int, height: int, blank: int) -> list[list[int]]:
    """The blocks of rows from the top and of columns from the left that stay once all their tiles are at their goals.

    A block leaves at least two lines free and does not contain the goal of the blank, which would be locked in.

    >>> completed_blocks(3, 3, 8)
    [[0, 1, 2], [0, 3, 6]]
    """
    cells = range(width * height)
    blocks = [[cell for cell in cells if cell // width < rows] for rows in range(1, height - 1)]
    blocks += [[cell for cell in cells if cell % width < columns] for columns in range(1, width - 1)]
    return [block for block in blocks if blank not in block]
