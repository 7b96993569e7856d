"""Sokoban as clauses, one move per step: for one player, or for several that move at the same time and may wait.

Boxes are interchangeable: `box(c)` means that a box is on a cell, `push(c, d)` that it is pushed; boxes with different
allowed targets are of different sorts. Players are numbered, because stating that each is on at most one cell makes
formulas thirty times easier: `player(p, c)`, and `go(p, c, d)`: the player leaves the cell in direction d, or waits. A
piece that cannot reach a cell in time, or a target from there in time, has no variable. The rules are those of
`budge.puzzles.sokoban`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from budge.encodings.sat.base import FAR, Clauses, Encoding, FormulaSpec
from budge.encodings.sat.formula import Formula, Literals
from budge.encodings.sat.sokoban_ground import OPPOSITE, WAYS, BoxesEncoding, Mask
from budge.encodings.sat.sokoban_pushes import PushesEncoding
from budge.encodings.sat.sokoban_sides import Sides
from budge.puzzles.sokoban import Sokoban

WAIT = 4


class SokobanEncoding(BoxesEncoding):
    """
    >>> level = Sokoban.of(["######", "#@ $.#", "######"])
    >>> encoding = SokobanEncoding(level, horizon=2)
    >>> encoding.lower_bound, encoding.stride, len(encoding.formula()) > 0
    (2, 1, True)
    """

    stride = 1

    def __init__(self, level: Sokoban, *, horizon: int | None = None, detours: bool = False, wait: bool = True) -> None:
        super().__init__(level)
        self.horizon, self.detours = horizon, detours
        self.alone = len(self.players) == 1
        self.idles = wait and not self.alone
        self.from_player = [self.spread([player]) for player in self.players]
        self._set_times()
        self.lower_bound = self._lower_bound()
        self.longest = FAR if self.can_assume_goal() else -1

    def _set_times(self) -> None:
        """The earliest step of each box sort on each cell, and the moves that it needs from there to a target."""
        if not self.alone:
            self.since = [np.tile(reached, (4, 1)) for reached in self.from_boxes]
            self.until = [np.tile(needed, (4, 1)) for needed in self.to_homes]
        else:
            sides, once = Sides(self, walks_cost=True), np.ones((4, self.size), int)
            self.since, self.until = [], []
            for boxes, homes in zip(self.boxes, self.homes, strict=True):
                start, end = np.full((4, self.size), FAR), np.full((4, self.size), FAR)
                for box in boxes:
                    start[:, box] = sides.to_box(box)
                end[:, homes] = 0
                self.since.append(sides.spread(start, once))
                self.until.append(sides.spread(end, once, back=True))
        if not self.all_must_go_home:
            self.until = [np.zeros_like(until) for until in self.until]

    def _lower_bound(self) -> int:
        """Lower bound on the moves: the pushes that boxes (or targets) need, plus the walk to the first push."""
        if self.all_must_go_home:
            needed = [to[box] for boxes, to in zip(self.boxes, self.to_homes, strict=True) for box in boxes]
        else:
            needed = [min(reached[target] for reached in self.from_boxes) for target in self.targets]
        if not any(needed):
            return 0
        walk = min(reached[box] for reached in self.from_player for boxes in self.boxes for box in boxes) - 1
        pushes = int(max(needed)) if not self.alone else int(sum(needed))
        return min(FAR, pushes + int(walk))

    # Variables: for each player the cell and moves in five directions; for each sort of box the cells, and four pushes.

    def _first(self, step: int) -> int:
        return step * self.size * (6 * len(self.players) + 5 * len(self.sorts)) + 1

    def _player(self, step: int, player: int, cell: npt.ArrayLike) -> Literals:
        return np.asarray(self._first(step) + self.size * 6 * player + np.asarray(cell))

    def _go(self, step: int, player: int, cell: npt.ArrayLike, way: npt.ArrayLike) -> Literals:
        return np.asarray(self._first(step) + self.size * (6 * player + 1 + np.asarray(way)) + np.asarray(cell))

    def _box(self, step: int, sort: int, cell: npt.ArrayLike) -> Literals:
        offset = 6 * len(self.players) + 5 * sort
        return np.asarray(self._first(step) + self.size * offset + np.asarray(cell))

    def _push(self, step: int, sort: int, cell: npt.ArrayLike, way: npt.ArrayLike) -> Literals:
        offset = 6 * len(self.players) + 5 * sort + 1 + np.asarray(way)
        return np.asarray(self._first(step) + self.size * offset + np.asarray(cell))

    @lru_cache(maxsize=4096)  # noqa: B019 (an encoding lives as long as its formula)
    def _may_stand(self, step: int, player: int) -> Mask:
        apart = self.from_player[player]
        possible = apart <= step
        if not self.idles:  # without waiting, a player is on a cell of alternating colour
            possible = possible & ((apart - step) % 2 == 0)
        return np.asarray(possible)

    @lru_cache(maxsize=4096)  # noqa: B019
    def _may_lie(self, step: int, sort: int) -> Mask:
        """[cell]: a box can be there in time and reach a target in time, wherever the player is."""
        since, until = self.since[sort], self.until[sort]
        moved = (since <= step).any(axis=0) & (since + until <= self._left(0)).any(axis=0)
        still = np.isin(np.arange(self.size), self.boxes[sort])
        return np.asarray((moved | still) & (until <= self._left(step)).any(axis=0))

    def _left(self, step: int) -> int:
        return FAR - 1 if self.horizon is None else self.horizon - step

    @lru_cache(maxsize=4096)  # noqa: B019
    def _may_go(self, step: int, player: int) -> Mask:
        """[way, cell]: the player may leave the cell that way in the move after `step`."""
        here, then = self._may_stand(step, player), self._may_stand(step + 1, player)
        moves = here & (self.adjacent >= 0) & then[self.adjacent]
        return np.vstack([moves, here & then & self.idles])

    @lru_cache(maxsize=4096)  # noqa: B019
    def _may_push(self, step: int, sort: int) -> Mask:
        """[way, cell]: a box on the cell may be pushed that way in the move after `step`."""
        ahead = self.adjacent
        goes = np.logical_or.reduce([self._may_enter(step, player) for player in range(len(self.players))])
        lies, then = self._may_lie(step, sort), self._may_lie(step + 1, sort)
        return np.asarray(goes & lies & (ahead >= 0) & then[ahead] & self._in_time(step, sort))

    def _in_time(self, step: int, sort: int) -> Mask:
        """[way, cell]: the player may be behind a box on the cell after `step`, and have time for the rest."""
        since = self.since[sort][list(OPPOSITE)]
        then = np.take_along_axis(self.until[sort][list(OPPOSITE)], self.adjacent, axis=1) + 1
        return np.asarray((since <= step) & (then <= self._left(step)) & (since + then <= self._left(0)))

    def _may_enter(self, step: int, player: int) -> Mask:
        """[way, cell]: the player may come to the cell going that way in the move after `step`."""
        behind = self.adjacent[list(OPPOSITE)]
        return np.asarray((behind >= 0) & self._may_go(step, player)[np.arange(4)[:, None], behind])

    # Clauses

    def start(self) -> Formula:
        formula = Formula()
        for player, cell in enumerate(self.players):
            formula.add(self._player(0, player, cell))
        self._lay_boxes(formula)
        return formula

    def step(self, step: int) -> Formula:
        formula = Formula()
        for player in range(len(self.players)):
            self._move_player(formula, step, player)
        for sort in range(len(self.sorts)):
            self._move_boxes(formula, step, sort)
        self._keep_apart(formula, step)
        if not self.alone:
            self._keep_players_apart(formula, step)
        elif step >= 2 and not self.detours:
            self._no_undo(formula, step)
            self._turn_early(formula, step)
        return formula

    def _move_player(self, formula: Formula, step: int, player: int) -> None:
        way, cell = np.nonzero(self._may_go(step - 1, player))
        there = np.where(way == WAIT, cell, self.adjacent[way % WAIT, cell])
        go = self._go(step - 1, player, cell, way)
        formula.add(-go, self._player(step - 1, player, cell))
        formula.add(-go, self._player(step, player, there))
        for time, cells in ((step - 1, cell), (step, there)):
            for here in np.flatnonzero(self._may_stand(time, player)):
                formula.add_clause([-int(self._player(time, player, here)), *go[cells == here].tolist()])
        formula.at_most_one(self._player(step, player, np.flatnonzero(self._may_stand(step, player))))

    def _move_boxes(self, formula: Formula, step: int, sort: int) -> None:
        before, after = self._may_lie(step - 1, sort), self._may_lie(step, sort)
        may_push = self._may_push(step - 1, sort)
        behind = self.adjacent[list(OPPOSITE)]

        # A player that enters the cell of a box pushes it; if no push is possible, the step is illegal.
        for player in range(len(self.players)):
            way, cell = np.nonzero(self._may_enter(step - 1, player) & before)
            goes = -self._go(step - 1, player, behind[way, cell], way)
            met = -self._box(step - 1, sort, cell)
            pushes = may_push[way, cell]
            formula.add(goes[~pushes], met[~pushes])
            formula.add(goes[pushes], met[pushes], self._push(step - 1, sort, cell[pushes], way[pushes]))

        # A push needs a player that moves, a box and a free cell.
        way, cell = np.nonzero(may_push)
        ahead = self.adjacent[way, cell]
        push = self._push(step - 1, sort, cell, way)
        for number, towards, here in zip(push.tolist(), way.tolist(), cell.tolist(), strict=True):
            able = [k for k in range(len(self.players)) if self._may_enter(step - 1, k)[towards, here]]
            movers = [int(self._go(step - 1, k, behind[towards, here], towards)) for k in able]
            formula.add_clause([-number, *movers])
        formula.add(-push, self._box(step - 1, sort, cell))
        formula.add(-push, self._box(step, sort, ahead))
        for other in range(len(self.sorts)):
            blocked = self._may_lie(step - 1, other)[ahead]
            formula.add(-push[blocked], -self._box(step - 1, other, ahead[blocked]))

        # A box leaves and enters cells only by a push.
        for here in np.flatnonzero(before).tolist():
            stays = [int(self._box(step, sort, here))] if after[here] else []
            formula.add_clause([-int(self._box(step - 1, sort, here)), *stays, *push[cell == here].tolist()])
        for here in np.flatnonzero(after).tolist():
            was = [int(self._box(step - 1, sort, here))] if before[here] else []
            formula.add_clause([-int(self._box(step, sort, here)), *was, *push[ahead == here].tolist()])

    def _keep_apart(self, formula: Formula, step: int) -> None:
        """No cell holds a box and anything else."""
        lies = [self._may_lie(step, sort) for sort in range(len(self.sorts))]
        for sort, mask in enumerate(lies):
            for player in range(len(self.players)):
                cells = np.flatnonzero(mask & self._may_stand(step, player))
                formula.add(-self._player(step, player, cells), -self._box(step, sort, cells))
        for one, other in combinations(range(len(lies)), 2):
            cells = np.flatnonzero(lies[one] & lies[other])
            formula.add(-self._box(step, one, cells), -self._box(step, other, cells))

    def _keep_players_apart(self, formula: Formula, step: int) -> None:
        """No two players enter one cell or exchange places, and no two boxes enter one cell."""
        for one, other in combinations(range(len(self.players)), 2):
            cells = np.flatnonzero(self._may_stand(step, one) & self._may_stand(step, other))
            formula.add(-self._player(step, one, cells), -self._player(step, other, cells))
            for way in range(4):
                there = self.adjacent[way]
                back = self._may_go(step - 1, other)[OPPOSITE[way]][there]
                cells = np.flatnonzero(self._may_go(step - 1, one)[way] & back)
                formula.add(
                    -self._go(step - 1, one, cells, way), -self._go(step - 1, other, there[cells], OPPOSITE[way])
                )
        arriving: dict[int, list[int]] = {}
        for sort in range(len(self.sorts)):
            for way, cell in np.argwhere(self._may_push(step - 1, sort)).tolist():
                push = int(self._push(step - 1, sort, cell, way))
                arriving.setdefault(int(self.adjacent[way, cell]), []).append(push)
        for pushes in arriving.values():
            formula.at_most_one(np.array(pushes))

    def _no_undo(self, formula: Formula, step: int) -> None:
        """No step undoes the previous one unless that was a push."""
        for way in range(4):
            there = self.adjacent[way]
            cells = np.flatnonzero(self._may_go(step - 2, 0)[way] & self._may_go(step - 1, 0)[OPPOSITE[way]][there])
            for cell in cells.tolist():
                back = -int(self._go(step - 1, 0, there[cell], OPPOSITE[way]))
                pushes = self._pushes(step - 2, way, there[cell])
                formula.add_clause([-int(self._go(step - 2, 0, cell, way)), back, *pushes])

    def _turn_early(self, formula: Formula, step: int) -> None:
        """Of two free paths around a corner, only the first in the order up, left, right, down is allowed.

        The lexicographically first shortest plan remains.
        """
        for turn, way in combinations(range(4), 2):
            if turn == OPPOSITE[way]:
                continue
            there, corner = self.adjacent[way], self.adjacent[turn]
            possible = self._may_go(step - 2, 0)[way] & self._may_go(step - 1, 0)[turn][there] & (corner >= 0)
            for cell in np.flatnonzero(possible).tolist():
                goes = int(self._go(step - 2, 0, cell, way)), int(self._go(step - 1, 0, there[cell], turn))
                pushes = self._pushes(step - 2, way, there[cell])
                pushes += self._pushes(step - 1, turn, int(self.adjacent[turn, there[cell]]))
                boxes = [
                    int(self._box(step - 2, sort, corner[cell]))
                    for sort in range(len(self.sorts))
                    if self._may_lie(step - 2, sort)[corner[cell]]
                ]
                formula.add_clause([-goes[0], -goes[1], *pushes, *boxes])

    def _pushes(self, step: int, way: int, cell: int) -> list[int]:
        """The pushes of a box on the cell that are possible after `step`."""
        sorts = [sort for sort in range(len(self.sorts)) if self._may_push(step, sort)[way, cell]]
        return [int(self._push(step, sort, cell, way)) for sort in sorts]

    def plan(self, holds: Callable[[int], bool], length: int) -> list[list[int]]:
        """The direction of every player in every step, numbered as in the core: up, left, right, down, wait."""
        path: list[list[int]] = []
        players = list(self.players)
        for step in range(length):
            path.append([])
            for player, cell in enumerate(players):
                ways = np.flatnonzero(self._may_go(step, player)[:, cell]).tolist()
                [way] = [way for way in ways if holds(int(self._go(step, player, cell, way)))]
                path[-1].append(way)
                players[player] = cell if way == WAIT else int(self.adjacent[way, cell])
        return path

    def describe(self) -> Iterator[str]:
        assert self.horizon is not None
        where = [self.where(cell) for cell in range(self.size)]
        for step in range(self.horizon + 1):
            for player in range(len(self.players)):
                for cell in np.flatnonzero(self._may_stand(step, player)).tolist():
                    yield f"{self._player(step, player, cell)}: step {step}, player {player + 1} at {where[cell]}"
            for sort in range(len(self.sorts)):
                for cell in np.flatnonzero(self._may_lie(step, sort)).tolist():
                    yield f"{self._box(step, sort, cell)}: step {step}, a box at {where[cell]}"
            if step == self.horizon:
                return
            for player in range(len(self.players)):
                for way, cell in np.argwhere(self._may_go(step, player)).tolist():
                    what = "waits" if way == WAIT else f"goes {WAYS[way]}"
                    number = self._go(step, player, cell, way)
                    yield f"{number}: after step {step}, player {player + 1} at {where[cell]} {what}"
            for sort in range(len(self.sorts)):
                for way, cell in np.argwhere(self._may_push(step, sort)).tolist():
                    number = self._push(step, sort, cell, way)
                    yield f"{number}: after step {step}, the box at {where[cell]} is pushed {WAYS[way]}"


class SokobanClauses(Clauses):
    metrics = ("moves", "makespan", "pushes")

    def encode(self, puzzle: Sokoban, spec: FormulaSpec) -> Encoding:
        if spec.metric == "pushes":
            return PushesEncoding(puzzle, horizon=spec.horizon, detours=spec.detours)
        return SokobanEncoding(puzzle, horizon=spec.horizon, detours=spec.detours, wait=spec.wait)
