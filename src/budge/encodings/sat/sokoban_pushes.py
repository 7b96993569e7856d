"""Sokoban as clauses, one push per step, for one player that walks freely between pushes.

`box(c)` means that a box of a sort is on a cell, `push(c, d)` that it is pushed, `stands(c)` is the position of the
player after the last push, `from(c)` the position before the next one, and `on(c)` marks the cells of the walk: see
`walks`.

The dual of the assignment of boxes to targets gives every cell a price; the prices of the cells with boxes add up to
the minimum-cost assignment, a lower bound h on the pushes. A push lowers the sum by at most one; the shortfall is its
*waste*, and a plan of T pushes has a total waste of T - h. A counter limits the waste. If T is near h, few
pushes are possible, which makes the formulas easy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from budge.encodings.sat.assignment import prices
from budge.encodings.sat.base import FAR
from budge.encodings.sat.formula import Formula, Literals
from budge.encodings.sat.sokoban_ground import OPPOSITE, WAYS, BoxesEncoding, Cells, Mask
from budge.encodings.sat.sokoban_sides import Sides
from budge.encodings.sat.walks import require_way
from budge.puzzles.sokoban import Sokoban

OPEN_CAPACITY = 24  # waste that an open formula can count


@dataclass(frozen=True)
class Chances:
    """When boxes of one sort can be on each cell, and the waste of their pushes; arrays by player side and cell."""

    since: Cells  # the first step at which a box can be there
    left: Cells  # pushes to a target; FAR if that takes too much waste
    left_after_push: Cells  # pushes to a target if the next push is from that side, this push included
    waste: Cells  # of a push, by its direction


class PushesEncoding(BoxesEncoding):
    """
    >>> encoding = PushesEncoding(Sokoban.of(["#######", "#@ $ .#", "#######"]), horizon=2)
    >>> encoding.lower_bound, encoding.stride, len(encoding.formula()) > 0
    (2, 2, True)
    """

    idles = True
    counter_above = -1

    def __init__(self, level: Sokoban, *, horizon: int | None = None, detours: bool = False) -> None:
        super().__init__(level)
        self.horizon, self.detours = horizon, detours
        self.stride = 2 if self.all_must_go_home else 1  # a push moves a box to a cell of the other chessboard colour
        self.behind = self.adjacent[list(OPPOSITE)]
        sides, once = Sides(self, walks_cost=False), np.ones((4, self.size), int)
        at_targets = np.full((len(self.targets), 4, self.size), FAR)
        at_targets[np.arange(len(self.targets)), :, self.targets] = 0
        to_target = sides.spread(at_targets, once, back=True)
        at_boxes, costs = self._at_boxes(sides, to_target)
        of_targets, of_boxes = prices(costs)
        self.lower_bound = int(min(FAR, of_targets.sum() + of_boxes.sum()))
        self.capacity = OPEN_CAPACITY if horizon is None else max(0, horizon - self.lower_bound)
        self.chances = [
            self._chances(sides, start, to_target[able], of_targets[able])
            for start, homes in zip(at_boxes, self.homes, strict=True)
            for able in [np.isin(self.targets, homes)]
        ]
        self.longest = self.lower_bound + OPEN_CAPACITY - 1 if self.can_assume_goal() else -1

    def _at_boxes(self, sides: Sides, to_target: Cells) -> tuple[list[Cells], Cells]:
        """For each sort the states of its boxes at the start; and the cost matrix, one row per target, one column per
        box."""
        at_boxes, costs = [], []
        for boxes, homes in zip(self.boxes, self.homes, strict=True):
            start = np.full((4, self.size), FAR)
            for box in boxes:
                reach = sides.to_box(box) < FAR
                pushes = to_target[:, reach, box].min(axis=1) if reach.any() else np.full(len(self.targets), FAR)
                pushes[np.array(self.targets) == box] = 0
                costs.append(np.where(np.isin(self.targets, homes), pushes, FAR))
                start[reach if reach.any() else slice(None), box] = 0
            at_boxes.append(start)
        return at_boxes, np.array(costs).T

    def _chances(self, sides: Sides, start: Cells, to_target: Cells, of_targets: Cells) -> Chances:
        """When boxes of a sort can be on each cell, and the waste of each push."""
        ahead, once = sides.ahead, np.ones((4, self.size), int)
        price = (to_target - of_targets[:, None, None]).min(axis=0)
        to_homes = to_target.min(axis=0)
        if not self.all_must_go_home:  # a spare box need not reach a target
            price, to_homes = np.minimum(price, 0), np.zeros_like(to_homes)
        then = np.take_along_axis(price, ahead, axis=1)
        waste = np.where(sides.pushable, np.minimum(1 - price + then, FAR), FAR)
        waste_from = sides.spread(start, waste)
        waste_to = sides.spread(np.where(to_homes == 0, 0, FAR), waste, back=True)
        max_waste = FAR - 1 if self.horizon is None else self.capacity
        return Chances(
            since=sides.spread(start, once),
            left=np.where(waste_from + waste_to <= max_waste, to_homes, FAR),
            left_after_push=np.where(
                waste_from + waste + np.take_along_axis(waste_to, ahead, axis=1) <= max_waste,
                np.take_along_axis(to_homes, ahead, axis=1) + 1,
                FAR,
            ),
            waste=waste[list(OPPOSITE)],
        )

    # Variables of a step: three of the player for each cell; for each sort the cells and four pushes; four
    # directions, whether the plan has ended, and the waste so far.

    def _first(self, step: int) -> int:
        return step * (self.size * (3 + 5 * len(self.sorts)) + 5 + 2 * self.capacity) + 1

    def _stands(self, step: int, cell: npt.ArrayLike) -> Literals:
        return np.asarray(self._first(step) + np.asarray(cell))

    def _from(self, step: int, cell: npt.ArrayLike) -> Literals:
        return np.asarray(self._first(step) + self.size + np.asarray(cell))

    def _on(self, step: int, cell: npt.ArrayLike) -> Literals:
        return np.asarray(self._first(step) + 2 * self.size + np.asarray(cell))

    def _box(self, step: int, sort: int, cell: npt.ArrayLike) -> Literals:
        return np.asarray(self._first(step) + self.size * (3 + 5 * sort) + np.asarray(cell))

    def _push(self, step: int, sort: npt.ArrayLike, cell: npt.ArrayLike, way: npt.ArrayLike) -> Literals:
        offset = 4 + 5 * np.asarray(sort) + np.asarray(way)
        return np.asarray(self._first(step) + self.size * offset + np.asarray(cell))

    def _direction(self, step: int, way: npt.ArrayLike) -> Literals:
        return np.asarray(self._first(step) + self.size * (3 + 5 * len(self.sorts)) + np.asarray(way))

    def _over(self, step: int) -> int:
        """Only with detours: no push follows this step."""
        return int(self._direction(step, 4))

    def _wastes(self, step: int, amount: npt.ArrayLike) -> Literals:
        """The push after this step has exactly this waste, at least 1."""
        return np.asarray(self._direction(step, 4) + np.asarray(amount))

    def _spent(self, step: int, amount: npt.ArrayLike) -> Literals:
        """The waste up to this step is at least this amount, which is at least 1."""
        return np.asarray(self._direction(step, 4) + self.capacity + np.asarray(amount))

    @lru_cache(maxsize=4096)  # noqa: B019 (an encoding lives as long as its formula)
    def _may_lie(self, step: int, sort: int) -> Mask:
        """[cell]: a box may be there at a step."""
        chances = self.chances[sort]
        return np.asarray(((chances.since <= step) & (chances.left <= self._pushes_left(step))).any(axis=0))

    @lru_cache(maxsize=4096)  # noqa: B019
    def _may_push(self, step: int, sort: int) -> Mask:
        """[way, cell]: a box on the cell may be pushed that way after `step`."""
        chances = self.chances[sort]
        possible = (chances.since <= step) & (chances.left_after_push <= self._pushes_left(step))
        return possible[list(OPPOSITE)]

    def _pushes_left(self, step: int) -> int:
        return FAR - 1 if self.horizon is None else self.horizon - step

    def _may_push_any(self, step: int) -> Mask:
        return np.asarray(np.array([self._may_push(step, sort) for sort in range(len(self.sorts))]).any(axis=0))

    @lru_cache(maxsize=4096)  # noqa: B019
    def _may_stand(self, step: int) -> Mask:
        if step == 0:
            return np.isin(np.arange(self.size), self.players)
        return np.asarray(self._may_push_any(step - 1).any(axis=0))

    @lru_cache(maxsize=4096)  # noqa: B019
    def _may_come_from(self, step: int) -> Mask:
        return np.isin(np.arange(self.size), self.behind[self._may_push_any(step)])

    # Clauses

    def start(self) -> Formula:
        formula = Formula()
        formula.add(self._stands(0, self.players))
        self._lay_boxes(formula)
        return formula

    def step(self, step: int) -> Formula:
        formula = Formula()
        self._choose_push(formula, step)
        for sort in range(len(self.sorts)):
            self._move_boxes(formula, step, sort)
        self._walk(formula, step - 1)
        self._count(formula, step)
        return formula

    def _choose_push(self, formula: Formula, step: int) -> None:
        """Exactly one push, in one direction, of the box whose cell the player enters."""
        over = [self._over(step - 1)] if self.detours else []
        stands = np.flatnonzero(self._may_stand(step))
        formula.add_clause([*self._stands(step, stands).tolist(), *over])
        formula.at_most_one(self._stands(step, stands))
        formula.at_most_one(self._direction(step - 1, np.arange(4)))
        may_push = np.array([self._may_push(step - 1, sort) for sort in range(len(self.sorts))])
        sort, way, cell = np.nonzero(may_push)
        number = self._push(step - 1, sort, cell, way)
        behind = self.behind[way, cell]
        formula.add(-number, self._stands(step, cell))
        formula.add(-number, self._direction(step - 1, way))
        formula.add(-number, self._from(step - 1, behind))
        for variable, cells in ((self._stands(step, 0), cell), (self._from(step - 1, 0), behind)):
            for here in np.unique(cells).tolist():
                formula.add_clause([-int(variable + here), *number[cells == here].tolist()])
        if self.detours:
            formula.add(-self._over(step - 1), -self._stands(step, stands))
            formula.add(-self._over(step - 1), self._over(step))

    def _move_boxes(self, formula: Formula, step: int, sort: int) -> None:
        before, after = self._may_lie(step - 1, sort), self._may_lie(step, sort)
        way, cell = np.nonzero(self._may_push(step - 1, sort))
        ahead = self.adjacent[way, cell]
        push = self._push(step - 1, sort, cell, way)
        formula.add(-push, self._box(step - 1, sort, cell))
        formula.add(-push, self._box(step, sort, ahead))
        for other in range(len(self.sorts)):
            blocked = self._may_lie(step - 1, other)[ahead]
            formula.add(-push[blocked], -self._box(step - 1, other, ahead[blocked]))

        # A box leaves and enters cells only by a push.
        stands = self._may_stand(step)
        here = np.flatnonzero(before)
        was, stays, left = -self._box(step - 1, sort, here), self._box(step, sort, here), self._stands(step, here)
        for rows, *instead in (
            (after[here] & stands[here], stays, left),
            (after[here] & ~stands[here], stays),
            (~after[here] & stands[here], left),
            (~after[here] & ~stands[here],),
        ):
            formula.add(was[rows], *(column[rows] for column in instead))
        for there in np.flatnonzero(after).tolist():
            lay = [int(self._box(step - 1, sort, there))] if before[there] else []
            formula.add_clause([-int(self._box(step, sort, there)), *lay, *push[ahead == there].tolist()])
        empty = np.flatnonzero(after & stands)
        formula.add(-self._stands(step, empty), -self._box(step, sort, empty))
        for other in range(sort):
            cells = np.flatnonzero(after & self._may_lie(step, other))
            formula.add(-self._box(step, sort, cells), -self._box(step, other, cells))

    def _walk(self, formula: Formula, step: int) -> None:
        """The player's walk around the boxes to the next push."""
        cells = np.arange(self.size)
        stands, goes = self._may_stand(step), self._may_come_from(step)
        neighbours = np.vstack(
            [
                np.where(self.adjacent >= 0, self._on(step, self.adjacent), 0),
                np.where(stands, self._stands(step, cells), 0),
                np.where(goes, self._from(step, cells), 0),
            ]
        )
        require_way(formula, self._on(step, cells), neighbours.T)
        over = [self._over(step)] if self.detours else []
        formula.add(-self._stands(step, cells[stands]), self._on(step, cells[stands]), *over)
        formula.add(-self._from(step, cells[goes]), self._on(step, cells[goes]))
        for sort in range(len(self.sorts)):
            lies = np.flatnonzero(self._may_lie(step, sort))
            formula.add(-self._on(step, lies), -self._box(step, sort, lies))

    def _count(self, formula: Formula, step: int) -> None:
        """Adds the waste of this push to the counter, which has no variables above the allowed waste."""
        amounts = set()
        for sort in range(len(self.sorts)):
            way, cell = np.nonzero(self._may_push(step - 1, sort))
            waste = self.chances[sort].waste[way, cell]
            push = -self._push(step - 1, sort, cell, way)
            formula.add(push[waste > self.capacity])
            counted = (waste > 0) & (waste <= self.capacity)
            formula.add(push[counted], self._wastes(step - 1, waste[counted]))
            amounts.update(waste[counted].tolist())
        every = np.arange(1, self.capacity + 1)
        if step > 1:
            formula.add(-self._spent(step - 1, every), self._spent(step, every))
        for amount in sorted(amounts):
            wasted = -self._wastes(step - 1, amount)
            formula.add(wasted, self._spent(step, np.arange(1, amount + 1)))
            if step > 1:
                prior = np.arange(1, self.capacity - amount + 1)
                formula.add(wasted, -self._spent(step - 1, prior), self._spent(step, prior + amount))
                if self.horizon is not None:
                    full = np.arange(self.capacity - amount + 1, self.capacity + 1)
                    formula.add(wasted, -self._spent(step - 1, full))

    def goal(self, step: int) -> list[int]:
        spent = [-int(self._spent(step, step - self.lower_bound + 1))] if self.horizon is None and step else []
        return super().goal(step) + spent

    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        """For every push the steps that lead to it, and the push, with the directions numbered as in the core."""
        steps = []
        for step in range(length):
            for sort in range(len(self.sorts)):
                for way, cell in np.argwhere(self._may_push(step, sort)).tolist():
                    if holds(int(self._push(step, sort, cell, way))):
                        steps.append([*self._walked(holds, step, int(self.behind[way, cell])), way])
        return steps

    def _walked(self, holds: Callable[[int], bool], step: int, to: int) -> list[int]:
        """The walk over the marked cells, followed back from its end."""
        ways: list[int] = []
        before = -1
        while not (self._may_stand(step)[to] and holds(int(self._stands(step, to)))):
            way = next(
                way
                for way, there in enumerate(self.adjacent[:, to].tolist())
                if there >= 0 and there != before and holds(int(self._on(step, there)))
            )
            before, to = to, int(self.adjacent[way, to])
            ways.append(OPPOSITE[way])
        return ways[::-1]

    def describe(self) -> Iterator[str]:
        assert self.horizon is not None
        where = [self.where(cell) for cell in range(self.size)]
        for step in range(self.horizon + 1):
            for cell in np.flatnonzero(self._may_stand(step)).tolist():
                yield f"{self._stands(step, cell)}: after push {step} the player is at {where[cell]}"
            for sort in range(len(self.sorts)):
                for cell in np.flatnonzero(self._may_lie(step, sort)).tolist():
                    yield f"{self._box(step, sort, cell)}: after push {step}, a box at {where[cell]}"
            if step == self.horizon:
                return
            for cell in range(self.size):
                yield f"{self._on(step, cell)}: the way to push {step + 1} leads over {where[cell]}"
            for cell in np.flatnonzero(self._may_come_from(step)).tolist():
                yield f"{self._from(step, cell)}: push {step + 1} is made from {where[cell]}"
            for sort in range(len(self.sorts)):
                for way, cell in np.argwhere(self._may_push(step, sort)).tolist():
                    number = self._push(step, sort, cell, way)
                    yield f"{number}: push {step + 1} is of the box at {where[cell]}, {WAYS[way]}"
