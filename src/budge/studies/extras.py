"""What the studies add to the essential constraints of their models, and what they leave to the future.

The models of `style=study` take these as options; which of them a model knows, its engine says.
"""

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

    undo: bool = True  # False: no move takes the one before it back
    completed: bool = False  # rows from the top and columns from the left stay, once complete: plans may get longer
    distance: bool = False  # as many moves must be left as the Manhattan distance says
    dead_squares: bool = False  # no box is pushed to where it is lost
    bad_blocks: bool = False  # no 2×2 square fills with walls and boxes that are not all on targets

    @classmethod
    def parse(cls, text: str, known: Sequence[str]) -> Extras:
        """From names with + between; raises `BadInput` for one that is not known."""
        given = [word for word in text.split("+") if word]
        if unknown := set(given) - set(known):
            what = f"known are {', '.join(known)}" if known else "this model has none"
            raise BadInput(f"extras={min(unknown)}; {what}")
        on = {name.replace("-", "_"): True for name in given if name != "no-undo"}
        return cls(undo="no-undo" not in given, **on)


def completed_blocks(width: int, height: int, blank: int) -> list[list[int]]:
    """The cells of the rows from the top, and of the columns from the left, that stay once all are home.

    Two lines are always left to move in, and the blank's own cell is in none of them: else it could be locked in.

    >>> completed_blocks(3, 3, 8)
    [[0, 1, 2], [0, 3, 6]]
    """
    cells = range(width * height)
    blocks = [[cell for cell in cells if cell // width < rows] for rows in range(1, height - 1)]
    blocks += [[cell for cell in cells if cell % width < columns] for columns in range(1, width - 1)]
    return [block for block in blocks if blank not in block]
