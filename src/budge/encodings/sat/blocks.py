"""Sliding blocks as clauses: one piece moves per step, as far as the metric allows.

Variables of a step: `at(p)`, a piece of a sort is at a place; `leaves(p)` and `arrives(p)`, the start and end of the
move; `passes(p)`, a place on its path; `stays(c)`, a cell is covered by a piece at rest. A moving piece passes no cell
where another stays. A *step* ends at an adjacent place, a *slide* at any place along one direction, a *move* at the end
of any path: see `walks`. A place too far from the start or the goal at a step has no variable.

Of two consecutive moves that commute, the one from the place with the smaller number must come first. This preserves
the shortest plan whose sequence of start places is lexicographically smallest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from budge.encodings.sat.base import FAR, Clauses, Encoding, FormulaSpec
from budge.encodings.sat.blocks_places import OPPOSITE, WAYS, Mask, Numbers, Places
from budge.encodings.sat.formula import Formula, Literals
from budge.encodings.sat.walks import require_way
from budge.puzzles.blocks import Blocks

MAX_ORDERED = 400  # places; with more, pairs of moves need more clauses than the rest

# The groups of variables of a step, in this order.
AT, LEAVES, ARRIVES, PASSES, STAYS, WAY, LEFT_ROW, LEFT_COLUMN, SORT, TAKEN_ROW, TAKEN_COLUMN, OVER, SOLVED = range(13)


class BlocksEncoding(Encoding):
    """
    >>> puzzle = Blocks.of(["AB.", "..."], goals=[["...", "..A"]])
    >>> encoding = BlocksEncoding(puzzle, "steps", horizon=3)
    >>> encoding.lower_bound, encoding.stride, len(encoding.formula()) > 0
    (3, 1, True)
    """

    idles = True
    longest = FAR

    def __init__(self, puzzle: Blocks, metric: str, *, horizon: int | None = None, detours: bool = False) -> None:
        self.puzzle, self.metric, self.horizon, self.detours = puzzle, metric, horizon, detours
        self.places = Places(puzzle, metric)
        self.near = self.places.near
        self.lower_bound, self.stride = self.places.lower_bound, self.places.parity()
        self.size = len(self.places.every)
        self.anchors = np.array([place.anchor for place in self.places.every])
        covered = [(number, cell) for number, place in enumerate(self.places.every) for cell in place.cells]
        self.covering, self.covered = np.array(covered).T  # pairs of a place and a cell that it covers

    # Variables

    @cached_property
    def _offsets(self) -> list[int]:
        width, height = self.puzzle.width, self.puzzle.height
        sizes = (*[self.size] * 4, width * height, 4, height, width, len(self.places.sorts), height, width, 1)
        return [*accumulate((0, *sizes, len(self.places.goals) + 1))]

    def _variable(self, block: int, step: int, number: npt.ArrayLike) -> Literals:
        return np.asarray(step * self._offsets[-1] + self._offsets[block] + 1 + np.asarray(number))

    def _at(self, step: int, place: npt.ArrayLike) -> Literals:
        return self._variable(AT, step, place)

    def _leaves(self, step: int, place: npt.ArrayLike) -> Literals:
        """The place is left by the move after `step`; the following functions refer to the same move."""
        return self._variable(LEAVES, step, place)

    def _arrives(self, step: int, place: npt.ArrayLike) -> Literals:
        return self._variable(ARRIVES, step, place)

    def _passes(self, step: int, place: npt.ArrayLike) -> Literals:
        return self._variable(PASSES, step, place)

    def _stays(self, step: int, cell: npt.ArrayLike) -> Literals:
        return self._variable(STAYS, step, cell)

    def _direction(self, step: int, way: npt.ArrayLike) -> Literals:
        return self._variable(WAY, step, way)

    def _over(self, step: int) -> int:
        """Only with detours: no piece moves after this step."""
        return int(self._variable(OVER, step, 0))

    def _solved(self, step: int, goal: npt.ArrayLike) -> Literals:
        """Goal number `goal` is met; one more number, the last, means that some goal is met."""
        return self._variable(SOLVED, step, goal)

    @lru_cache(maxsize=4096)  # noqa: B019 (an encoding lives as long as its formula)
    def _may_be(self, step: int) -> Mask:
        left = FAR - 1 if self.horizon is None else self.horizon - step
        return np.asarray((self.places.since <= step) & (self.places.until <= left))

    def _may_leave(self, step: int) -> Mask:
        """Places that a piece may leave. For slides and moves, the clauses decide whether it reaches a destination."""
        here, then = self._may_be(step), self._may_be(step + 1)
        if self.metric == "steps":
            return np.asarray(here & ((self.near >= 0) & then[self.near]).any(axis=0))
        return np.asarray(here & (self.near >= 0).any(axis=0))

    def _may_arrive(self, step: int) -> Mask:
        here, then = self._may_be(step), self._may_be(step + 1)
        if self.metric == "steps":
            return np.asarray(then & ((self.near >= 0) & here[self.near]).any(axis=0))
        return np.asarray(then & (self.near >= 0).any(axis=0))

    # Clauses

    def start(self) -> Formula:
        formula = Formula()
        places = np.array([place for places in self.places.start for place in places])
        if not self._may_be(0)[places].all():
            formula.add(np.array([1, -1]))  # a piece cannot reach its goal in time: unsatisfiable
        formula.add(self._at(0, places))
        self._define_goal(formula, 0)
        return formula

    def step(self, step: int) -> Formula:
        formula = Formula()
        self._move_one(formula, step - 1)
        self._keep_others(formula, step - 1)
        if self.metric == "steps":
            self._step(formula, step - 1)
        elif self.metric == "slides":
            self._slide(formula, step - 1)
        else:
            self._move(formula, step - 1)
        if step >= 2 and not self.detours:
            self._no_undo(formula, step - 2)
            self._keep_order(formula, step - 2)
        self._define_goal(formula, step)
        return formula

    def _move_one(self, formula: Formula, step: int) -> None:
        """Exactly one place is left and one is taken."""
        leaves, arrives = np.flatnonzero(self._may_leave(step)), np.flatnonzero(self._may_arrive(step))
        over = [self._over(step)] if self.detours else []
        formula.add_clause([*self._leaves(step, leaves).tolist(), *over])
        rows, columns = np.divmod(self.anchors, self.puzzle.width)
        for places, literals, *parts in (
            (leaves, self._leaves(step, leaves), (LEFT_ROW, rows), (LEFT_COLUMN, columns), (SORT, self.places.sort)),
            (arrives, self._arrives(step, arrives), (TAKEN_ROW, rows), (TAKEN_COLUMN, columns)),
        ):
            for block, keys in parts:
                formula.add(-literals, self._variable(block, step, keys[places]))
                formula.at_most_one(self._variable(block, step, np.unique(keys[places])))
        formula.add(-self._leaves(step, leaves), self._at(step, leaves))
        formula.add(-self._arrives(step, arrives), self._at(step + 1, arrives))
        if self.detours:
            formula.add(-self._over(step), -self._leaves(step, leaves))
            formula.add(-self._over(step), -self._arrives(step, arrives))
            formula.add(-self._over(step), self._over(step + 1))

    def _keep_others(self, formula: Formula, step: int) -> None:
        """A piece changes its place only by leaving and arriving; a piece at rest keeps its cells."""
        here, then = self._may_be(step), self._may_be(step + 1)
        leaves, arrives = self._may_leave(step), self._may_arrive(step)
        places = np.arange(self.size)
        at, later = self._at(step, places), self._at(step + 1, places)
        left, taken = self._leaves(step, places), self._arrives(step, places)
        _add(formula, (-at, here), (later, then), (left, leaves))
        _add(formula, (-later, then), (at, here), (taken, arrives))
        formula.add(-left[leaves & then], -later[leaves & then])
        covering = self.covering
        rests = (self._stays(step, self.covered), here[covering])
        _add(formula, (-at[covering], here[covering]), rests, (left[covering], leaves[covering]))
        passes, where = (self._arrives, arrives) if self.metric == "steps" else (self._passes, self._connected)
        rows = where[self.covering]
        formula.add(-passes(step, self.covering[rows]), -self._stays(step, self.covered[rows]))
        for cell in range(self.puzzle.width * self.puzzle.height):
            formula.at_most_one(later[self.covering[(self.covered == cell) & then[self.covering]]])

    @cached_property
    def _connected(self) -> Mask:
        """The places that a piece can leave."""
        return np.asarray((self.near >= 0).any(axis=0))

    def _step(self, formula: Formula, step: int) -> None:
        """The piece arrives at an adjacent place."""
        leaves, arrives = self._may_leave(step), self._may_arrive(step)
        for way in range(4):
            there, back = self.near[way], self.near[OPPOSITE[way]]
            goes = leaves & (there >= 0) & arrives[there]
            comes = arrives & (back >= 0) & leaves[back]
            direction = -self._direction(step, way)
            formula.add(direction, -self._leaves(step, np.flatnonzero(leaves & ~goes)))
            formula.add(direction, -self._leaves(step, np.flatnonzero(goes)), self._arrives(step, there[goes]))
            formula.add(direction, -self._arrives(step, np.flatnonzero(arrives & ~comes)))
            formula.add(direction, -self._arrives(step, np.flatnonzero(comes)), self._leaves(step, back[comes]))
        self._some_direction(formula, step)

    def _some_direction(self, formula: Formula, step: int) -> None:
        formula.at_most_one(self._direction(step, np.arange(4)))
        over = [self._over(step)] if self.detours else []
        formula.add_clause([*self._direction(step, np.arange(4)).tolist(), *over])

    def _slide(self, formula: Formula, step: int) -> None:
        """The piece passes places in one direction up to its destination."""
        places = np.arange(self.size)
        leaves, arrives, passes = self._may_leave(step), self._may_arrive(step), self._connected
        left, taken, passed = self._leaves(step, places), self._arrives(step, places), self._passes(step, places)
        formula.add(-taken[arrives], passed[arrives])
        for way in range(4):
            there, back = self.near[way], self.near[OPPOSITE[way]]
            on, from_there = there >= 0, back >= 0
            direction = np.full(self.size, -self._direction(step, way))
            _add(formula, (direction, leaves), (-left, leaves), (passed[there], on))
            # A piece that passes a place came from the previous one, and continues unless it arrives.
            _add(formula, (direction, passes), (-passed, passes), (taken, arrives), (passed[there], on))
            came = from_there & leaves[back]
            _add(formula, (direction, passes), (-passed, passes), (left[back], came), (passed[back], from_there))
            stops = arrives & on
            formula.add(direction[stops], -taken[stops], -passed[there[stops]])
        self._some_direction(formula, step)

    def _move(self, formula: Formula, step: int) -> None:
        """The piece takes any path over free places."""
        leaves, arrives, passes = self._may_leave(step), self._may_arrive(step), np.flatnonzero(self._connected)
        places = np.arange(self.size)
        neighbours = np.vstack(
            [
                np.where(self.near >= 0, self._passes(step, self.near), 0),
                np.where(leaves, self._leaves(step, places), 0),
                np.where(arrives, self._arrives(step, places), 0),
            ]
        )
        require_way(formula, self._passes(step, passes), neighbours[:, passes].T)
        for mask, literals in ((leaves, self._leaves), (arrives, self._arrives)):
            here = np.flatnonzero(mask)
            formula.add(-literals(step, here), self._passes(step, here))
        both = np.flatnonzero(leaves & arrives)
        formula.add(-self._leaves(step, both), -self._arrives(step, both))

    def _no_undo(self, formula: Formula, step: int) -> None:
        """A piece that moves twice in a row: steps do not go back, slides do not stay on one axis, moves do not
        occur."""
        here = np.flatnonzero(self._may_arrive(step) & self._may_leave(step + 1))
        came, goes = -self._arrives(step, here), -self._leaves(step + 1, here)
        if self.metric == "moves":
            formula.add(came, goes)
            return
        for way in range(4):
            for other in (way, OPPOSITE[way]) if self.metric == "slides" else (OPPOSITE[way],):
                formula.add(came, goes, -self._direction(step, way), -self._direction(step + 1, other))

    def _keep_order(self, formula: Formula, step: int) -> None:
        """Of two consecutive moves that commute, the one from the place with the smaller number comes first."""
        first, second, way = self._exchangeable
        rows = self._may_leave(step)[first] & self._may_leave(step + 1)[second]
        first, second, way = first[rows], second[rows], way[rows]
        always = way < 0
        formula.add(-self._leaves(step, first[always]), -self._leaves(step + 1, second[always]))
        formula.add(
            -self._leaves(step, first[~always]),
            -self._leaves(step + 1, second[~always]),
            -self._direction(step + 1, way[~always]),
        )

    @cached_property
    def _exchangeable(self) -> tuple[Numbers, Numbers, Numbers]:
        """Triples of a place, a place that must not be left in the next move, and that move's direction (-1: any).

        The two moves commute if the second piece touches no cell that the first one leaves or passes.
        """
        if self.metric == "moves" or self.size > MAX_ORDERED:
            return np.zeros(0, int), np.zeros(0, int), np.zeros(0, int)
        cells = [self._mask(place) for place in range(self.size)]
        rays = [[self._ray(place, way) for way in range(4)] for place in range(self.size)]
        found = []
        for first in range(self.size):
            touched = cells[first]
            if self.metric == "slides":
                touched |= rays[first][0] | rays[first][1] | rays[first][2] | rays[first][3]
            for second in range(first):
                if cells[second] & touched or second in self.near[:, first]:
                    continue  # never both occupied, or possibly the same piece
                ways = [way for way in range(4) if self.near[way, second] >= 0]
                free = [way for way in ways if not rays[second][way] & touched]
                found += [(first, second, -1)] if free == ways else [(first, second, way) for way in free]
        columns = np.array(found, int).reshape(-1, 3).T
        return columns[0], columns[1], columns[2]

    def _mask(self, place: int) -> int:
        """The cells of a place as bits."""
        return sum(1 << cell for cell in self.places.every[place].cells)

    def _ray(self, place: int, way: int) -> int:
        """The cells that a piece can cover after one step or slide in a direction."""
        cells, there = 0, int(self.near[way, place])
        while there >= 0:
            cells |= self._mask(there)
            there = int(self.near[way, there]) if self.metric == "slides" else -1
        return cells

    def _define_goal(self, formula: Formula, step: int) -> None:
        """Defines the goal variables at a step that may be a goal."""
        if len(self.places.goals) <= 1 or self.horizon not in (None, step):
            return
        possible = [number for number, goal in enumerate(self.places.goals) if self._may_be(step)[list(goal)].all()]
        for number in possible:
            formula.add(-self._solved(step, number), self._at(step, list(self.places.goals[number])))
        some = -int(self._solved(step, len(self.places.goals)))
        formula.add_clause([some, *self._solved(step, possible).tolist()])

    def goal(self, step: int) -> list[int]:
        if len(self.places.goals) > 1:
            return [int(self._solved(step, len(self.places.goals)))]
        [goal] = self.places.goals
        possible = self._may_be(step)[list(goal)].all()
        literals: list[int] = self._at(step, list(goal)).tolist()
        return literals if possible else [1, -1]

    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        """For every step the moves of a piece by one cell, numbered as in the core: 4 × piece + direction."""
        at = {
            place: piece
            for places, pieces in zip(self.places.start, self.places.sorts, strict=True)
            for place, piece in zip(places, pieces, strict=True)
        }
        steps = []
        for step in range(length):
            leaves = (place for place in at if holds(int(self._leaves(step, place))))
            if (left := next(leaves, None)) is None:
                break
            piece = at.pop(left)
            taken, ways = self._way(holds, step, left)
            at[taken] = piece
            steps.append([4 * piece + way for way in ways])
        return steps

    def _way(self, holds: Callable[[int], bool], step: int, place: int) -> tuple[int, list[int]]:
        """The destination of the piece at a place, and its path."""
        passes = self._arrives if self.metric == "steps" else self._passes
        ways: list[int] = []
        before = -1
        while not holds(int(self._arrives(step, place))):
            way, there = next(
                (way, there)
                for way, there in enumerate(self.near[:, place].tolist())
                if there not in (-1, before)
                and holds(int(passes(step, there)))
                and (self.metric == "moves" or holds(int(self._direction(step, way))))
            )
            before, place = place, there
            ways.append(way)
        return place, ways

    def describe(self) -> Iterator[str]:
        assert self.horizon is not None
        for step in range(self.horizon + 1):
            for place in np.flatnonzero(self._may_be(step)).tolist():
                name = self.places.names[self.places.every[place].sort]
                yield f"{self._at(step, place)}: step {step}, {' or '.join(name)} at {self.places.where(place)}"
            if step == self.horizon:
                return
            for way in range(4):
                yield f"{self._direction(step, way)}: after step {step}, {WAYS[way]}"
            for does, mask, literals in (
                ("leaves", self._may_leave(step), self._leaves),
                ("arrives at", self._may_arrive(step), self._arrives),
            ):
                for place in np.flatnonzero(mask).tolist():
                    name = self.places.names[self.places.every[place].sort]
                    yield (
                        f"{literals(step, place)}: after step {step}, {' or '.join(name)} {does} "
                        f"{self.places.where(place)}"
                    )


def _add(formula: Formula, *columns: tuple[Literals, Mask]) -> None:
    """Adds a clause for every row whose first mask is true, with the literals whose masks are true."""
    literals, present = (np.array(part) for part in zip(*columns, strict=True))
    for pattern in np.unique(present[:, present[0]], axis=1).T:
        rows = (present == pattern[:, None]).all(axis=0)
        formula.add(*(column[rows] for column, has in zip(literals, pattern, strict=True) if has))


class BlocksClauses(Clauses):
    metrics = ("steps", "slides", "moves")

    def encode(self, puzzle: Blocks, spec: FormulaSpec) -> Encoding:
        straight = spec.metric == "moves" and all(piece.axis for piece in puzzle.blocks)  # every move is a slide
        metric = "slides" if straight else spec.metric
        return BlocksEncoding(puzzle, metric, horizon=spec.horizon, detours=spec.detours)
