"""The n-puzzle as the CSP of the SAT study (sections 6.1 to 6.3), variable by variable and constraint by constraint.

A plan has at most `max_steps` moves. `num(s, cell)` is the tile on a cell at step s, `empty_i` and `empty_j` are the
position of the blank, `d_i` and `d_j` its move, `goal(s)` whether the puzzle is solved, `steps` the number of moves.
Constraints have the study's numbers.
"""

from __future__ import annotations

from collections.abc import Callable

from budge.puzzles import Tiles
from budge.studies.cp.csp import And, AtMost, Condition, Csp, Equal, LeftAtLeast, MovedBy, Variable
from budge.studies.extras import Extras, completed_blocks

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class TilesCsp:
    """
    >>> from budge.puzzles import Tiles
    >>> eight = TilesCsp(Tiles.of(["1 2 3", "4 0 6", "7 5 8"]), 0, 32)
    >>> len(eight.csp.variables), len(eight.csp.constraints)
    (461, 917)
    """

    def __init__(self, puzzle: Tiles, min_steps: int, max_steps: int, extras: Extras | None = None) -> None:
        extras = extras or Extras()
        self.puzzle, self.max_steps = puzzle, max_steps
        self.cells = range(len(puzzle.start))
        csp = self.csp = Csp()
        width, height = puzzle.width, puzzle.height

        self.steps = csp.integer("steps", min_steps, max_steps)
        self.empty_i = [csp.integer(f"empty_i({s})", 0, height - 1) for s in range(max_steps + 1)]
        self.empty_j = [csp.integer(f"empty_j({s})", 0, width - 1) for s in range(max_steps + 1)]
        self.num = [
            [csp.integer(f"num({s},{cell // width},{cell % width})", 0, len(self.cells) - 1) for cell in self.cells]
            for s in range(max_steps + 1)
        ]
        self.goal = [csp.boolean(f"goal({s})") for s in range(max_steps + 1)]
        self.d_i = [csp.integer(f"d_i({s})", -1, 1) for s in range(max_steps)]
        self.d_j = [csp.integer(f"d_j({s})", -1, 1) for s in range(max_steps)]

        for cell in self.cells:
            csp.fix("1", self.num[0][cell], puzzle.start[cell])
        for s in range(max_steps + 1):
            self._step(s)
        for s in range(max_steps):
            self._movement(s)
        if not extras.undo:
            self._no_undo()
        if extras.completed:
            self._completed_lines_stay()
        if extras.distance:
            self._distance_left()

    def _blank_at(self, s: int, cell: int) -> list[Condition]:
        row, column = divmod(cell, self.puzzle.width)
        return [Equal(self.empty_i[s], row), Equal(self.empty_j[s], column)]

    def _home(self, s: int, cells: list[int]) -> list[Condition]:
        return [Equal(self.num[s][cell], self.puzzle.goal[cell]) for cell in cells]

    def _step(self, s: int) -> None:
        csp = self.csp
        for cell in self.cells:
            csp.iff("2a", Equal(self.num[s][cell], 0), self._blank_at(s, cell))
        csp.all_different("2b", self.num[s])
        csp.iff("2c", self.goal[s], self._home(s, [cell for cell in self.cells if self.puzzle.goal[cell]]))
        csp.implies("2d", [AtMost(self.steps, s)], [self.goal[s]])

    def _movement(self, s: int) -> None:
        csp = self.csp
        still = [Equal(self.d_i[s], 0), Equal(self.d_j[s], 0)]
        here, there = (self.empty_i[s], self.empty_j[s]), (self.empty_i[s + 1], self.empty_j[s + 1])
        csp.any_of("3a", still)
        csp.iff("3b", self.goal[s], still)
        csp.relations_if("3c", still, *(MovedBy(*pair, 0) for pair in zip(here, there, strict=True)))
        for i, j in STEPS:  # the domains of empty_i and empty_j keep the blank on the board
            going = [Equal(self.d_i[s], i), Equal(self.d_j[s], j)]
            csp.relations_if("3d", going, MovedBy(here[0], there[0], i), MovedBy(here[1], there[1], j))
        for cell in self.cells:
            untouched = [~And(tuple(self._blank_at(t, cell))) for t in (s, s + 1)]
            csp.relations_if("3e", untouched, MovedBy(self.num[s][cell], self.num[s + 1][cell], 0))

    def _no_undo(self) -> None:
        for s in range(1, self.max_steps):
            for d in (self.d_i, self.d_j):
                for way in (1, -1):
                    self.csp.implies("undo", [Equal(d[s - 1], way)], [~Equal(d[s], -way)])

    def _completed_lines_stay(self) -> None:
        blocks = completed_blocks(self.puzzle.width, self.puzzle.height, self.puzzle.goal.index(0))
        for s in range(self.max_steps):
            for block in blocks:
                self.csp.implies("done", self._home(s, block), self._home(s + 1, block))

    def _distance_left(self) -> None:
        csp, width = self.csp, self.puzzle.width
        home = {tile: cell for cell, tile in enumerate(self.puzzle.goal)}
        for s in range(self.max_steps + 1):
            groups = tuple(
                tuple(
                    (apart, Equal(self.num[s][cell], tile)) for cell in self.cells if (apart := _apart(cell, at, width))
                )
                for tile, at in home.items()
                if tile
            )
            csp.relations_if("far", [~self.goal[s]], LeftAtLeast(self.steps, s, groups))

    def length(self, value: Callable[[Variable], int]) -> int:
        """The number of moves before the goal; `steps` may be larger if it is not minimised."""
        return next(s for s, solved in enumerate(self.goal) if value(solved))

    def plan(self, value: Callable[[Variable], int]) -> list[list[int]]:
        """For every move the cell that the blank goes to."""
        return [
            [value(self.empty_i[s]) * self.puzzle.width + value(self.empty_j[s])]
            for s in range(1, self.length(value) + 1)
        ]


def _apart(one: int, other: int, width: int) -> int:
    return abs(one // width - other // width) + abs(one % width - other % width)
