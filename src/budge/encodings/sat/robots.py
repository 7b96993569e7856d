"""Robots as clauses, one slide per step.

Variables of a step: `at(k, c)`, a robot of colour k is on cell c; robots with a target of their own have one colour
each, all others share one. Variables of the slide that follows: `who(k)` is the colour that slides, `way(d)` the
direction, `leaves(c)` the cell where it starts, `sweeps(c)` the cells that it enters and `stops(c)` the last of them. A
robot sweeps no occupied cell, and stops only before a wall or a robot. Positions too far from the start or the goal are
forbidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import accumulate
from math import perm

import numpy as np
import numpy.typing as npt

from budge.encodings.sat.base import FAR, Clauses, Encoding, FormulaSpec
from budge.encodings.sat.formula import Formula, Literals
from budge.puzzles.robots import ANY, STEPS, WORDS, Robots

# The blocks of variables of a step, in this order.
AT, LEAVES, SWEEPS, STOPS, WAY, WHO, LEFT_ROW, LEFT_COLUMN, OVER = range(9)


class RobotsEncoding(Encoding):
    """
    >>> from budge.puzzles.robots import Goal, Robot
    >>> puzzle = Robots(width=3, height=2, robots=(Robot("A", 0),), goals=(Goal("A", 5),))
    >>> encoding = RobotsEncoding(puzzle, horizon=2)
    >>> encoding.lower_bound, encoding.stride, len(encoding.formula()) > 0
    (2, 1, True)
    """

    idles = True
    longest = FAR
    stride = 1

    def __init__(self, puzzle: Robots, *, horizon: int | None = None, detours: bool = False) -> None:
        self.puzzle, self.horizon, self.detours = puzzle, horizon, detours
        min_slides = puzzle.min_slides()
        self.lower_bound = FAR if min_slides is None else min_slides
        self.cells = np.arange(puzzle.width * puzzle.height)
        self.positions = perm(len(self.cells), len(puzzle.robots))
        named = [goal for goal in puzzle.goals if goal.robot != ANY]
        self.colours = [goal.robot for goal in named]  # the last number stands for all other robots
        others = [name for name in puzzle.names if name not in self.colours]
        self.names = [*self.colours, "another robot"] if others else self.colours
        number = {name: colour for colour, name in enumerate(self.colours)}
        self.start_at = [
            (number.get(name, len(self.colours)), cell) for name, cell in zip(puzzle.names, puzzle.initial, strict=True)
        ]
        self.goals = [(number.get(goal.robot, len(self.colours)), goal.cell) for goal in puzzle.goals]
        cells = range(len(self.cells))
        lines = [[(puzzle.line(cell, way) or [-1])[0] for cell in cells] for way in STEPS]
        self.near = np.array(lines)  # by direction: the next cell, or -1 before a wall
        self.runs_out = np.array([[puzzle.runs_out(cell, way) for cell in cells] for way in STEPS])

    # Variables

    @cached_property
    def _offsets(self) -> list[int]:
        size, colours = len(self.cells), len(self.names)
        sizes = (colours * size, size, size, size, len(STEPS), colours, self.puzzle.height, self.puzzle.width, 1)
        return [*accumulate((0, *sizes))]

    def _variable(self, block: int, step: int, number: npt.ArrayLike = 0) -> Literals:
        return np.asarray(step * self._offsets[-1] + self._offsets[block] + 1 + np.asarray(number))

    def _at(self, step: int, colour: int, cell: npt.ArrayLike) -> Literals:
        return self._variable(AT, step, colour * len(self.cells) + np.asarray(cell))

    # Clauses

    def start(self) -> Formula:
        formula = Formula()
        standing = set(self.start_at)
        for colour in range(len(self.names)):
            here = np.array([(colour, cell) in standing for cell in self.cells.tolist()])
            formula.add(np.where(here, 1, -1) * self._at(0, colour, self.cells))
        self._rule_out(formula, 0)
        return formula

    def step(self, step: int) -> Formula:
        formula = Formula()
        self._choose(formula, step - 1)
        self._slide(formula, step - 1)
        self._keep_others(formula, step - 1)
        self._rule_out(formula, step)
        return formula

    def _choose(self, formula: Formula, step: int) -> None:
        """One robot leaves one cell in one direction. Leaving at most one row and one column means at most one cell."""
        ways, who = (
            self._variable(WAY, step, np.arange(len(STEPS))),
            self._variable(WHO, step, np.arange(len(self.names))),
        )
        leaves = self._variable(LEAVES, step, self.cells)
        rows, columns = np.divmod(self.cells, self.puzzle.width)
        over = [int(self._variable(OVER, step))] if self.detours else []
        for several in (ways, who, leaves):
            formula.add_clause([*several.tolist(), *over])
        formula.at_most_one(ways)
        formula.at_most_one(who)
        for block, keys in ((LEFT_ROW, rows), (LEFT_COLUMN, columns)):
            formula.add(-leaves, self._variable(block, step, keys))
            formula.at_most_one(self._variable(block, step, np.unique(keys)))
        for colour, chosen in enumerate(who):
            formula.add(-leaves, -chosen, self._at(step, colour, self.cells))
        if self.detours:
            for block in (LEAVES, SWEEPS, STOPS):
                formula.add(-self._variable(OVER, step), -self._variable(block, step, self.cells))
            formula.add(-self._variable(OVER, step), self._variable(OVER, step + 1))

    def _slide(self, formula: Formula, step: int) -> None:
        """The robot passes free cells from where it starts to where it stops."""
        leaves, sweeps, stops = (self._variable(block, step, self.cells) for block in (LEAVES, SWEEPS, STOPS))
        formula.add(-stops, sweeps)
        for colour in range(len(self.names)):
            formula.add(-sweeps, -self._at(step, colour, self.cells))
        for way in range(len(STEPS)):
            there, back, out = self.near[way], self.near[len(STEPS) - 1 - way], self.runs_out[way]
            on, ends, comes = there >= 0, there < 0, back >= 0
            direction = -self._variable(WAY, step, way)
            formula.add(direction, -leaves[ends])
            formula.add(direction, -leaves[on], sweeps[there[on]])
            formula.add(direction, -sweeps[on], stops[on], sweeps[there[on]])
            formula.add(direction, -sweeps[ends & ~out], stops[ends & ~out])
            formula.add(direction, -sweeps[ends & out])
            formula.add(direction, -sweeps[comes], leaves[back[comes]], sweeps[back[comes]])
            formula.add(direction, -sweeps[~comes])
            formula.add(direction, -stops[on], -sweeps[there[on]])
            stopper = [self._at(step, colour, there[on]) for colour in range(len(self.names))]
            formula.add(direction, -stops[on], *stopper)

    def _keep_others(self, formula: Formula, step: int) -> None:
        """The sliding robot ends where it stops, and all others stay."""
        leaves, stops = self._variable(LEAVES, step, self.cells), self._variable(STOPS, step, self.cells)
        for colour in range(len(self.names)):
            here, then = self._at(step, colour, self.cells), self._at(step + 1, colour, self.cells)
            who = self._variable(WHO, step, colour)
            formula.add(-here, leaves, then)
            formula.add(-then, here, stops)
            formula.add(-leaves, -then)
            formula.add(-stops, -who, then)
            formula.add(-stops, -then, who)

    def _rule_out(self, formula: Formula, step: int) -> None:
        """Robots with a target are no farther from their start and target than the number of steps allows."""
        left = FAR if self.horizon is None else self.horizon - step
        for colour, (since, until) in enumerate(self._distances):
            formula.add(-self._at(step, colour, np.flatnonzero((since > step) | (until > left))))

    @cached_property
    def _distances(self) -> list[tuple[Literals, Literals]]:
        """For each robot with a target: minimum slides to every cell, and from every cell to the target."""

        def masks(found: dict[int, int]) -> Literals:
            return np.array([found.get(cell, FAR) for cell in range(len(self.cells))])

        start = dict(zip(self.puzzle.names, self.puzzle.initial, strict=True))
        home = {goal.robot: goal.cell for goal in self.puzzle.goals}
        return [
            (masks(self.puzzle.distances(start[name])), masks(self.puzzle.distances_to(home[name])))
            for name in self.colours
        ]

    def goal(self, step: int) -> list[int]:
        return [int(self._at(step, colour, cell)) for colour, cell in self.goals]

    # Plans

    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        found = []
        for step in range(length):
            cells = [cell for cell in self.cells.tolist() if holds(int(self._variable(LEAVES, step, cell)))]
            ways = [way for way in range(len(STEPS)) if holds(int(self._variable(WAY, step, way)))]
            found.append([cell * len(STEPS) + ways[0] for cell in cells])
        return found

    def describe(self) -> Iterator[str]:
        assert self.horizon is not None
        where = [self.puzzle.where(cell) for cell in self.cells.tolist()]
        for step in range(self.horizon + 1):
            for colour, name in enumerate(self.names):
                for cell, place in enumerate(where):
                    yield f"{self._at(step, colour, cell)}: step {step}, {name} is at {place}"
            if step == self.horizon:
                continue
            for block, what in ((LEAVES, "leaves"), (SWEEPS, "runs over"), (STOPS, "stops at")):
                for cell, place in enumerate(where):
                    yield f"{self._variable(block, step, cell)}: then the one that slides {what} {place}"
            for number, way in enumerate(WORDS.values()):
                yield f"{self._variable(WAY, step, number)}: it goes {way}"
            for colour, name in enumerate(self.names):
                yield f"{self._variable(WHO, step, colour)}: it is {name}"
            for row in range(self.puzzle.height):
                yield f"{self._variable(LEFT_ROW, step, row)}: it leaves row {row + 1}"
            for column in range(self.puzzle.width):
                yield f"{self._variable(LEFT_COLUMN, step, column)}: it leaves column {column + 1}"


class RobotsClauses(Clauses):
    metrics = ("slides",)

    def encode(self, puzzle: Robots, spec: FormulaSpec) -> Encoding:
        return RobotsEncoding(puzzle, horizon=spec.horizon, detours=spec.detours)
