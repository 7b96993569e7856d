"""The n-puzzle as the CSP of the SAT study (sections 6.1 to 6.3), in clauses: one variable per value of a CSP variable.

`num(c, t)`: tile t is on cell c; `empty_i`, `empty_j`: row and column of the blank; `d_i`, `d_j`: its next move;
`goal`: the puzzle is solved, and then the blank stays. So a formula for T moves describes all plans of at most T moves.
The numbers in comments are those of the study's constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from budge.encodings.sat.formula import Formula, Literals
from budge.encodings.sat.tiles import TilesEncoding
from budge.puzzles.tiles import STEPS, Tiles
from budge.studies.extras import Extras, completed_blocks
from budge.studies.sat.unrolled import Unrolled


class TilesStudyEncoding(Unrolled):
    """
    >>> study = TilesStudyEncoding(Tiles.of(["1 2 3", "4 0 6", "7 5 8"]), horizon=2)
    >>> study.lower_bound, study.stride, study.variables
    (2, 2, 94)
    """

    def __init__(self, puzzle: Tiles, *, horizon: int | None = None, extras: Extras | None = None) -> None:
        self.puzzle, self.horizon, self.extras = puzzle, horizon, extras or Extras()
        self.proves = not self.extras.completed
        self.size = len(puzzle.start)
        self.lines = range(puzzle.height), range(puzzle.width)
        self.is_goal = puzzle.height + puzzle.width + self.size**2 + 6 + 1
        self.variables = self.is_goal
        self.away: list[int] = []  # variables: the summed distance is at least 1, 2, 3, …; with the extra `distance`
        self._counter = self._distance() if self.extras.distance else Formula()
        ours = TilesEncoding(puzzle)
        self.lower_bound, self.stride = ours.lower_bound, ours.stride

    def _empty(self, step: int, axis: int, line: int) -> int:
        """empty_i (axis 0) or empty_j (axis 1) is `line`."""
        return step * self.variables + axis * self.puzzle.height + line + 1

    def _num(self, step: int, cell: int, tile: int) -> int:
        first = step * self.variables + self.puzzle.height + self.puzzle.width + 1
        return first + cell * self.size + tile

    def _d(self, step: int, axis: int, way: int) -> int:
        """d_i (axis 0) or d_j (axis 1) is `way`: -1, 0 or 1."""
        return step * self.variables + self.is_goal - 6 + 3 * axis + way + 1

    def _home(self, step: int, cells: list[int]) -> list[int]:
        return [self._num(step, cell, self.puzzle.goal[cell]) for cell in cells]

    def initial(self) -> Formula:
        formula = Formula()
        for cell, held in enumerate(self.puzzle.start):  # 1
            for tile in range(self.size):
                formula.add_clause([self._num(0, cell, tile) * (1 if tile == held else -1)])
        self._position(formula, 0)
        return formula

    def _distance(self) -> Formula:
        """The summed distance of the tiles at step 0 in unary, by a tree of totalizers."""
        formula, width = Formula(), self.puzzle.width
        sums: list[list[int]] = []
        for tile in range(1, self.size):
            home = self.puzzle.goal.index(tile)
            apart = [abs(c // width - home // width) + abs(c % width - home % width) for c in range(self.size)]
            far = self._more(max(apart))
            for cell, steps in enumerate(apart):
                for step in range(steps):
                    formula.add_clause([-self._num(0, cell, tile), far[step]])
            sums.append(far)
        while len(sums) > 1:
            one, other, *rest = sums
            both = self._more(len(one) + len(other))
            for i, j in product(range(len(one) + 1), range(len(other) + 1)):
                if i + j:
                    given = [-one[i - 1]] * (i > 0) + [-other[j - 1]] * (j > 0)
                    formula.add_clause([*given, both[i + j - 1]])
            sums = [*rest, both]
        self.away = sums[0] if sums else []
        return formula

    def _more(self, count: int) -> list[int]:
        """`count` new variables of every step."""
        self.variables += count
        return [*range(self.variables - count + 1, self.variables + 1)]

    def _goal_at(self, step: int) -> Formula:
        """The clauses of a goal at this step; with `distance`, the summed distance k steps earlier is at most k."""
        formula = super()._goal_at(step)
        if self.horizon in (None, step):
            for left, too_far in enumerate(self.away[: step + 1]):
                formula.add_clause([-self.goal(step)[0], -too_far - (step - left) * self.variables])
        return formula

    def transition(self) -> Formula:
        formula = Formula()
        self._position(formula, 1)
        self._movement(formula)
        if not self.extras.undo:
            for axis, way in product((0, 1), (-1, 1)):
                formula.add_clause([-self._d(0, axis, way), -self._d(1, axis, -way)])
        if self.extras.completed:
            for block in completed_blocks(self.puzzle.width, self.puzzle.height, self.puzzle.goal.index(0)):
                before = [-literal for literal in self._home(0, block)]
                for stays in self._home(1, block):
                    formula.add_clause([*before, stays])
        return formula

    def _position(self, formula: Formula, step: int) -> None:
        formula.extend(self._shifted(self._counter, step))
        for axis, lines in enumerate(self.lines):
            exactly_one(formula, np.array([self._empty(step, axis, line) for line in lines]))
        num = self._num(step, 0, 0) + np.arange(self.size**2, dtype=np.int32).reshape(self.size, self.size)
        for cell in range(self.size):
            exactly_one(formula, num[cell])
            row, column = (self._empty(step, axis, line) for axis, line in enumerate(divmod(cell, self.puzzle.width)))
            blank = self._num(step, cell, 0)
            for clause in ([-blank, row], [-blank, column], [blank, -row, -column]):  # 2a
                formula.add_clause(clause)
        for tile in range(self.size):  # 2b
            formula.at_most_one(num[:, tile])
        goal = self.goal(step)[0]
        home = self._home(step, [cell for cell in range(self.size) if self.puzzle.goal[cell]])
        formula.add(-goal, home)  # 2c
        formula.add_clause([goal, *(-literal for literal in home)])

    def _movement(self, formula: Formula) -> None:
        still = [self._d(0, axis, 0) for axis in (0, 1)]
        for axis in (0, 1):
            exactly_one(formula, np.array([self._d(0, axis, way) for way in (-1, 0, 1)]))
        formula.add_clause(still)  # 3a
        formula.add(-self.is_goal, still)  # 3b
        formula.add_clause([self.is_goal, *(-literal for literal in still)])
        for step in ((0, 0), *STEPS.values()):  # 3c, 3d
            going = [-self._d(0, axis, way) for axis, way in enumerate(step)]
            for axis, lines in enumerate(self.lines):
                for line in lines:
                    there = line + step[axis]
                    arrives = [self._empty(1, axis, there)] if there in lines else []
                    formula.add_clause([*going, -self._empty(0, axis, line), *arrives])
        for cell in range(self.size):  # 3e
            touched = [self._num(0, cell, 0), self._num(1, cell, 0)]
            for tile in range(1, self.size):
                formula.add_clause([*touched, -self._num(0, cell, tile), self._num(1, cell, tile)])

    def target(self) -> Formula:
        return Formula()  # 2d: 2c says what `is_goal` means

    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        """The cells that the blank goes to."""
        path = []
        for step in range(1, length + 1):
            if holds(self.goal(step - 1)[0]):
                break
            path.append([cell for cell in range(self.size) if holds(self._num(step, cell, 0))])
        return path

    def describe(self) -> Iterator[str]:
        assert self.horizon is not None
        names = ("row", "column")
        for step in range(self.horizon + 1):
            for axis, name in enumerate(names):
                for line in self.lines[axis]:
                    yield f"{self._empty(step, axis, line)}: step {step}, the blank is in {name} {line + 1}"
            for cell in range(self.size):
                for tile in range(self.size):
                    what = f"tile {tile}" if tile else "the blank"
                    yield f"{self._num(step, cell, tile)}: step {step}, {what} is on {self.puzzle.where(cell)}"
            yield f"{self.goal(step)[0]}: step {step}, the puzzle is solved"
            for steps, far in enumerate(self.away, 1):
                yield f"{far + step * self.variables}: step {step}, tiles are {steps} steps from home or more"
            if step < self.horizon:
                for axis, way in product((0, 1), (-1, 0, 1)):
                    yield f"{self._d(step, axis, way)}: after step {step}, the blank's {names[axis]} changes by {way}"


def exactly_one(formula: Formula, literals: Literals) -> None:
    formula.add_clause(literals.tolist())
    formula.at_most_one(literals)
