"""Random floors for levels: a rectangle, rooms with passages, or a chain of 2×2 cells."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Cell = tuple[int, int]  # row, column
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def rectangle(width: int, height: int, random: Random, density: int | None = None) -> set[Cell]:
    """A board that is all floor. Floor plans without a choice of density ignore it."""
    return {(y, x) for y in range(height) for x in range(width)}


def rooms(width: int, height: int, random: Random, density: int | None = None) -> set[Cell]:
    """Rooms of two to four cells a side, each with a passage to the previous one, until the floor has a share of the
    board in per cent, by default half."""
    floor: set[Cell] = set()
    here: Cell | None = None
    while 100 * len(floor) < (density or 50) * width * height:
        tall, wide = (min(random.randint(2, 4), side) for side in (height, width))
        top, left = random.randint(0, height - tall), random.randint(0, width - wide)
        there = (top + random.randrange(tall), left + random.randrange(wide))
        floor |= {(top + y, left + x) for y in range(tall) for x in range(wide)}
        floor |= passage(here or there, there)
        here = there
    return floor


def passage(here: Cell, there: Cell) -> set[Cell]:
    """An L-shaped passage: along the row of `here`, then along the column of `there`."""
    (y, x), (down, right) = here, there
    along_row = {(y, column) for column in range(min(x, right), max(x, right) + 1)}
    return along_row | {(row, right) for row in range(min(y, down), max(y, down) + 1)}


def cells(width: int, height: int, random: Random, density: int | None = None) -> set[Cell]:
    """A connected set of 2×2 squares, as in the levels of the answer-set study."""
    every = rectangle(max(1, width // 2), max(1, height // 2), random)
    taken = {random.choice(sorted(every))}
    while 5 * len(taken) < 3 * len(every):
        adjacent = {(y + down, x + right) for y, x in taken for down, right in STEPS} & every - taken
        taken.add(random.choice(sorted(adjacent)))
    return {(2 * y + below, 2 * x + beyond) for y, x in taken for below in (0, 1) for beyond in (0, 1)}


def halves(floor: set[Cell], random: Random) -> tuple[set[Cell], set[Cell]]:
    """The floor as two zones of equal size, side by side or one above the other."""
    axis = random.randrange(2)
    ordered = sorted(floor, key=lambda cell: (cell[axis], cell), reverse=random.random() < 0.5)
    middle = len(ordered) // 2
    return set(ordered[:middle]), set(ordered[middle:])


SHAPES: dict[str, Callable[[int, int, Random, int | None], set[Cell]]] = {
    "rooms": rooms,
    "rectangle": rectangle,
    "cells": cells,
}
