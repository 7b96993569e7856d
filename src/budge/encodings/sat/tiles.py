"""Tiles as clauses: tokens on a grid, plus two kinds of clauses that only a grid allows.

Linear conflicts: two tiles in their goal line in reversed order force one unit of waste, reserved for each such line.
(This saves four fifths of the time for refuting 45 moves of a 47-move 15-puzzle.) Rotations: six moves of the blank
around a 2×2 square have the same effect as six in the other direction. Of the two, the later one in the order up, left,
right, down is forbidden; the lexicographically first shortest plan remains.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from budge.encodings.sat.base import Clauses, Encoding, FormulaSpec
from budge.encodings.sat.formula import Formula
from budge.encodings.sat.tokens import TokensEncoding
from budge.puzzles.tiles import Tiles

Rows = npt.NDArray[np.int_]
MAX_JOINT_LINES = 3  # lines whose conflicts are counted together; counting more needs too many clauses


class TilesEncoding(TokensEncoding):
    """
    >>> encoding = TilesEncoding(Tiles.of(["1 2 3", "4 0 6", "7 5 8"]))
    >>> encoding.lower_bound, encoding.stride
    (2, 2)
    """

    def __init__(self, puzzle: Tiles, *, horizon: int | None = None, detours: bool = False) -> None:
        cells = range(len(puzzle.start))
        graph = [[there for move in "ULRD" if (there := puzzle.neighbour(cell, move)) is not None] for cell in cells]
        names = [f"row {cell // puzzle.width + 1} column {cell % puzzle.width + 1}" for cell in cells]
        self.extra = puzzle.width + puzzle.height
        super().__init__(graph, puzzle.start, puzzle.goal, horizon=horizon, detours=detours, names=names)
        self.lines = [f"row {row + 1}" for row in range(puzzle.height)]
        self.lines += [f"column {column + 1}" for column in range(puzzle.width)]
        self.conflicts = _conflicts(puzzle)
        self.rotations = _rotations(puzzle)

    def step(self, step: int) -> Formula:
        formula = super().step(step)
        if self.horizon is not None:
            self._leave_room_for_conflicts(formula, step)
        if step >= 6 and not self.detours:
            steps = range(step - 6, step + 1)
            possible = [self._possible(s)[0][self.rotations[:, i]] for i, s in enumerate(steps)]
            rows = self.rotations[np.logical_and.reduce(possible)]
            formula.add(*(-self._blank(s, rows[:, i]) for i, s in enumerate(steps)))
        return formula

    def _leave_room_for_conflicts(self, formula: Formula, step: int) -> None:
        """Reserves one unit of the allowed waste for every line in conflict."""
        if step + MAX_JOINT_LINES - 1 < self.capacity:  # this much waste is impossible so far
            return
        at = self._possible(step)[1]
        line, cell, tile, other_cell, other_tile = self.conflicts.T
        rows = at[cell, tile] & at[other_cell, other_tile]
        pair = (-self._at(step, cell[rows], tile[rows]), -self._at(step, other_cell[rows], other_tile[rows]))
        formula.add(*pair, self._extra(step, line[rows]))
        lines = self._extra(step, np.unique(line[rows]))
        for several in range(1, min(len(lines), MAX_JOINT_LINES) + 1):
            chosen = np.array(list(combinations(lines, several))).T
            room = self.capacity - several + 1
            if room < 1:
                formula.add(*-chosen)
            elif step >= room:
                formula.add(*-chosen, -self._spent(step, room))

    def describe(self) -> Iterator[str]:
        yield from super().describe()
        assert self.horizon is not None
        for step in range(1, self.horizon + 1):
            for line, name in enumerate(self.lines):
                yield f"{self._extra(step, line)}: step {step}, two tiles of {name} are in each other's way"


def _conflicts(puzzle: Tiles) -> Rows:
    """Rows of (line, cell, tile, cell, tile): two tiles in their goal line in reversed order."""
    width, height = puzzle.width, puzzle.height
    lines = [range(row * width, (row + 1) * width) for row in range(height)]
    lines += [range(column, width * height, width) for column in range(width)]
    found = [
        (number, near, second, far, first)
        for number, line in enumerate(lines)
        for first, second in combinations([puzzle.goal[cell] for cell in line if puzzle.goal[cell]], 2)
        for near, far in combinations(line, 2)
    ]
    return np.array(found, int).reshape(-1, 5)


def _rotations(puzzle: Tiles) -> Rows:
    """Rows of seven cells: the forbidden path of the blank around a square, for every square and corner."""
    width, height = puzzle.width, puzzle.height
    order = {-width: 0, -1: 1, 1: 2, width: 3}
    found = []
    for corner in (row * width + column for row in range(height - 1) for column in range(width - 1)):
        square = [corner, corner + 1, corner + width + 1, corner + width]
        for first in range(4):
            ways = [[square[(first + turn * i) % 4] for i in range(7)] for turn in (1, -1)]
            found.append(max(ways, key=lambda way: [order[b - a] for a, b in pairwise(way)]))
    return np.array(found, int).reshape(-1, 7)


class TilesClauses(Clauses):
    metrics = ("moves",)

    def encode(self, puzzle: Tiles, spec: FormulaSpec) -> Encoding:
        return TilesEncoding(puzzle, horizon=spec.horizon, detours=spec.detours)
