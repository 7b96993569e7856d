"""Sokoban by pushes as the CSP of the SAT study (sections 5.2.1 and 5.2.2, after Tamura), in clauses.

Step s is the state after s pushes. `pi`, `pj` and `p` hold the position of the player, with one variable per value, and
`b` those of the boxes. After `g`, the puzzle is solved, nothing moves, so a formula for T pushes describes all plans of
at most T. The cells that the player can reach, `r`, are those that steps `e` lead into, `in`, along a decreasing `x`
that rules out cycles: x ≥ v is a variable for every v. The numbers in comments are those of the study's constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from budge.encodings.pushes import walks
from budge.encodings.sat.formula import Formula
from budge.encodings.sat.sokoban_pushes import PushesEncoding
from budge.puzzles.sokoban import Sokoban
from budge.puzzles.sokoban_theory import bad_blocks, dead_squares
from budge.studies.extras import Extras
from budge.studies.sat.unrolled import Unrolled

WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))  # di and dj, in the order of directions of the core


class PushesStudyEncoding(Unrolled):
    """
    >>> study = PushesStudyEncoding(Sokoban.of(["#####", "#@$.#", "#####"]), horizon=1)
    >>> study.lower_bound, len(study.formula()) > 0
    (1, True)
    """

    idles = True

    def __init__(self, level: Sokoban, *, horizon: int | None = None, extras: Extras | None = None) -> None:
        self.level, self.horizon = level, horizon
        self.cells = sorted(level.floor)
        self.near = {cell: [there for there in level.adjacent(cell) if there in level.floor] for cell in self.cells}
        self.names: list[str] = []  # of the variables of a step
        self.pi = [self._variable(f"the player is in row {row + 1}") for row in range(level.height)]
        self.pj = [self._variable(f"the player is in column {column + 1}") for column in range(level.width)]
        self.p = {cell: self._variable(f"the player is at {level.where(cell)}") for cell in self.cells}
        self.b = {cell: self._variable(f"a box is at {level.where(cell)}") for cell in self.cells}
        self.di = {way: self._variable(f"the push changes the row by {way}") for way in (-1, 0, 1)}
        self.dj = {way: self._variable(f"the push changes the column by {way}") for way in (-1, 0, 1)}
        self.r = {cell: self._variable(f"the player can walk to {level.where(cell)}") for cell in self.cells}
        self.into = {cell: self._variable(f"a step leads into {level.where(cell)}") for cell in self.cells}
        self.e = {
            (cell, there): self._variable(f"a step leads from {level.where(cell)} to {level.where(there)}")
            for cell in self.cells
            for there in self.near[cell]
        }
        heights = range(1, len(self.cells) + 1)
        self.x = {
            cell: [self._variable(f"the slope at {level.where(cell)} is {height} high or more") for height in heights]
            for cell in self.cells
        }
        self.comes = self._ways("the player pushes from {} in direction {}")
        self.was = self._ways("a box comes to {} in direction {}")
        self.is_goal = self._variable("the puzzle is solved")
        self.variables = len(self.names)
        ours = PushesEncoding(level)
        self.lower_bound, self.stride = ours.lower_bound, ours.stride
        extras = extras or Extras()
        all_go_home = len(level.boxes) == len(level.targets)
        self.forbidden = [[cell] for cell in sorted(dead_squares(level))] if extras.dead_squares and all_go_home else []
        self.forbidden += bad_blocks(level) if extras.bad_blocks and all_go_home else []

    def _variable(self, name: str) -> int:
        self.names.append(name)
        return len(self.names)

    def _ways(self, name: str) -> dict[tuple[int, int], int]:
        """A variable for each cell and direction."""
        return {
            (cell, way): self._variable(name.format(self.level.where(cell), way + 1))
            for cell in self.cells
            for way in range(4)
        }

    def initial(self) -> Formula:
        formula = Formula()
        for cell in self.cells:
            formula.add_clause([self.p[cell] * (1 if cell in self.level.players else -1)])  # 2a
            formula.add_clause([self.b[cell] * (1 if cell in self.level.boxes else -1)])  # 2b
        self._position(formula, 0)
        return formula

    def transition(self) -> Formula:
        formula = Formula()
        self._reachable(formula)
        self._movement(formula)
        self._position(formula, self.variables)
        return formula

    def target(self) -> Formula:
        return Formula()  # 1d: 1c says what `is_goal` means

    def _position(self, formula: Formula, later: int) -> None:
        """The constraints on one step; `later` is added to its variables."""
        for line in (self.pi, self.pj):
            exactly_one(formula, [variable + later for variable in line])
        for cell in range(self.level.width * self.level.height):
            row, column = self.pi[cell // self.level.width] + later, self.pj[cell % self.level.width] + later
            if cell in self.level.floor:  # 1a
                here = self.p[cell] + later
                iff(formula, here, [row, column])
            else:
                formula.add_clause([-row, -column])  # 1b
        iff(formula, self.is_goal + later, [self.b[cell] + later for cell in self.level.targets])  # 1c
        for cells in self.forbidden:
            formula.add_clause([-self.b[cell] - later for cell in cells])

    def _reachable(self, formula: Formula) -> None:
        for cell in self.cells:
            player, box, into = self.p[cell], self.b[cell], self.into[cell]
            comes = [self.e[there, cell] for there in self.near[cell]]
            formula.add_clause([-into, *comes])  # 3a
            for step in comes:
                formula.add_clause([-step, into])
            formula.at_most_one(np.array(comes, np.int32))
            for low, high in pairwise(self.x[cell]):
                formula.add_clause([low, -high])
            for there in self.near[cell]:  # 3b
                step, above = self.e[there, cell], [*self.x[there], None]
                for height, higher in zip([None, *self.x[cell]], above, strict=True):
                    formula.add_clause([-step, *([-height] if height else []), *([higher] if higher else [])])
            formula.add_clause([-player, -into])  # 3c
            formula.add_clause([player, into, -self.x[cell][0]])  # 3d
            formula.add_clause([-box, -into])  # 3e
            iff(formula, -self.r[cell], [-player, -into])  # 3f

    def _movement(self, formula: Formula) -> None:
        later, solved = self.variables, self.is_goal
        for d in (self.di, self.dj):
            exactly_one(formula, [*d.values()])
        iff(formula, solved, [self.di[0], self.dj[0]])  # 4a
        for line in (*self.pi, *self.pj):  # 4b
            formula.add_clause([-solved, -line, line + later])
        for cell in self.cells:
            formula.add_clause([solved, -self.p[cell], -self.p[cell] - later])
        for cell in self.cells:
            here, box = self.p[cell] + later, self.b[cell]
            for way, ahead in enumerate(self.level.adjacent(cell)):
                behind = 2 * cell - ahead
                goes = [self.di[WAYS[way][0]], self.dj[WAYS[way][1]]]
                comes, was = self.comes[cell, way], self.was[cell, way]
                if behind in self.level.floor and ahead in self.level.floor:
                    iff(formula, comes, [*goes, self.r[behind], -self.b[ahead]])
                else:
                    formula.add_clause([-comes])
                if behind in self.level.floor:
                    iff(formula, was, [*goes, self.b[behind], self.p[behind] + later])
                else:
                    formula.add_clause([-was])
            pushes, arrives = ([each[cell, way] for way in range(4)] for each in (self.comes, self.was))
            for stays in (self.p[cell], solved):  # 4c
                formula.add_clause([-here, stays, box])
                formula.add_clause([-here, stays, *pushes])
            after = box + later  # 4d
            formula.add_clause([after, -box, here])
            for arrival in arrives:
                formula.add_clause([after, -arrival])
            formula.add_clause([-after, box, *arrives])
            formula.add_clause([-after, -here, *arrives])

    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        """For every push the steps that lead to it, and the push, with the directions numbered as in the core."""
        pushes = []
        for step in range(length):
            before, after = step * self.variables, (step + 1) * self.variables
            if holds(self.is_goal + before):
                break
            [box] = [cell for cell in self.cells if holds(self.p[cell] + after)]
            [di] = [way for way in (-1, 0, 1) if holds(self.di[way] + before)]
            [dj] = [way for way in (-1, 0, 1) if holds(self.dj[way] + before)]
            pushes.append((box, WAYS.index((di, dj))))
        return [*walks(self.level, pushes)]

    def describe(self) -> Iterator[str]:
        assert self.horizon is not None
        for step in range(self.horizon + 1):
            for number, name in enumerate(self.names, 1):
                yield f"{number + step * self.variables}: step {step}, {name}"


def exactly_one(formula: Formula, literals: list[int]) -> None:
    formula.add_clause(literals)
    formula.at_most_one(np.array(literals, np.int32))


def iff(formula: Formula, literal: int, literals: list[int]) -> None:
    """`literal` if and only if all `literals`."""
    for each in literals:
        formula.add_clause([-literal, each])
    formula.add_clause([literal, *(-each for each in literals)])
