"""Sokoban as the CSP of the SAT study (sections 5.2.1 and 5.2.2, after Tamura), constraint by constraint.

A plan has at most `max_steps` pushes, one per step. `pi`, `pj` and `p` hold the position of the player, `b` those of
the boxes, `di` and `dj` the direction of the push, and `g` whether the puzzle is solved. The player must be able to
walk to the push: `r` marks the cells within reach, by steps `e` between cells and `in` into a cell, along a
decreasing `x` that rules out cycles. Constraints have the study's numbers; 4d follows its example, in which a box is
pushed to a wall. Dead squares and bad blocks come from Tamura's program; the study leaves them out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import product

from budge.encodings.pushes import walks
from budge.puzzles.sokoban import Sokoban
from budge.studies.cp.csp import And, AtMost, Condition, Csp, Equal, Greater, Or, Same, Variable


class SokobanCsp:
    """
    >>> example = SokobanCsp(Sokoban.of(["#####", "#@$.#", "#####"]), 0, 1)
    >>> len(example.csp.variables), len(example.csp.constraints)
    (58, 91)
    """

    def __init__(
        self,
        level: Sokoban,
        min_steps: int,
        max_steps: int,
        dead_squares: Collection[int] = (),
        bad_blocks: Sequence[Sequence[int]] = (),
    ) -> None:
        self.level, self.max_steps = level, max_steps
        self.floor = sorted(level.floor)
        self.tiles = range(level.width * level.height)
        steps, before_last = range(max_steps + 1), range(max_steps)
        csp = self.csp = Csp()

        def ij(tile: int) -> str:
            return f"{tile // level.width},{tile % level.width}"

        self.steps = csp.integer("steps", min_steps, max_steps)
        self.pi = [csp.integer(f"pi({s})", 0, level.height - 1) for s in steps]
        self.pj = [csp.integer(f"pj({s})", 0, level.width - 1) for s in steps]
        self.p = {(s, tile): csp.boolean(f"p({s},{ij(tile)})") for s, tile in product(steps, self.tiles)}
        self.b = {(s, tile): csp.boolean(f"b({s},{ij(tile)})") for s, tile in product(steps, self.floor)}
        self.g = [csp.boolean(f"g({s})") for s in steps]
        self.di = [csp.integer(f"di({s})", -1, 1) for s in before_last]
        self.dj = [csp.integer(f"dj({s})", -1, 1) for s in before_last]
        self.r = {(s, tile): csp.boolean(f"r({s},{ij(tile)})") for s, tile in product(before_last, self.floor)}
        self.x = {
            (s, tile): csp.integer(f"x({s},{ij(tile)})", 0, len(self.floor))
            for s, tile in product(before_last, self.floor)
        }
        self.e = {
            (s, tile, near): csp.boolean(f"e({s},{ij(tile)},{ij(near)})")
            for s, tile in product(before_last, self.floor)
            for near in self._near(tile)
        }
        self.into = {(s, tile): csp.boolean(f"in({s},{ij(tile)})") for s, tile in product(before_last, self.floor)}

        for s in steps:
            self._declare(s)
        self._initial()
        for s in before_last:
            self._reachable(s)
            self._transition(s)
        for s, tile in product(steps, sorted(dead_squares)):
            csp.fix("dead", self.b[s, tile], 0)
        for s, block in product(steps, bad_blocks):
            csp.any_of("bad", [~self.b[s, tile] for tile in block])

    def _near(self, tile: int) -> list[int]:
        return [near for near in self.level.adjacent(tile) if near in self.level.floor]

    def _declare(self, s: int) -> None:
        csp = self.csp
        for tile in self.tiles:
            row, column = divmod(tile, self.level.width)
            csp.iff("1a", self.p[s, tile], [Equal(self.pi[s], row), Equal(self.pj[s], column)])
            if tile not in self.level.floor:
                csp.fix("1b", self.p[s, tile], 0)
        csp.iff("1c", self.g[s], [self.b[s, tile] for tile in self.level.targets])
        csp.implies("1d", [AtMost(self.steps, s)], [self.g[s]])

    def _initial(self) -> None:
        for tile in self.floor:
            self.csp.fix("2a", self.p[0, tile], int(tile in self.level.players))
            self.csp.fix("2b", self.b[0, tile], int(tile in self.level.boxes))

    def _reachable(self, s: int) -> None:
        csp = self.csp
        for tile in self.floor:
            player, box, into, x = (each[s, tile] for each in (self.p, self.b, self.into, self.x))
            csp.sum("3a", into, [self.e[s, near, tile] for near in self._near(tile)])
            for near in self._near(tile):
                csp.relations_if("3b", [self.e[s, near, tile]], Greater(self.x[s, near], x))
            csp.implies("3c", [player], [~into])
            csp.implies("3d", [~player], [Or((into, Equal(x, 0)))])
            csp.implies("3e", [box], [~into])
            csp.iff("3f", self.r[s, tile], [Or((player, into))])

    def _transition(self, s: int) -> None:
        csp = self.csp
        still = [Equal(self.di[s], 0), Equal(self.dj[s], 0)]
        same = [Same(self.pi[s], self.pi[s + 1]), Same(self.pj[s], self.pj[s + 1])]
        csp.iff("4a", self.g[s], still)
        csp.iff("4b", And(tuple(still)), same)
        for tile in self.floor:
            comes, was = [], []
            for way, ahead in enumerate(self.level.adjacent(tile)):
                behind = 2 * tile - ahead
                goes = self._direction(s, way)
                if behind in self.level.floor and ahead in self.level.floor:
                    comes.append(And((*goes, self.r[s, behind], ~self.b[s, ahead])))
                if behind in self.level.floor:
                    was.append(And((*goes, self.b[s, behind], self.p[s + 1, behind])))
            stays = And((self.p[s, tile], self.g[s]))
            pushes = And((self.b[s, tile], Or(tuple(comes))))
            csp.implies("4c", [self.p[s + 1, tile]], [Or((stays, pushes))])
            rests = And((self.b[s, tile], ~self.p[s + 1, tile]))
            csp.iff("4d", self.b[s + 1, tile], [Or((rests, *was))])

    def _direction(self, s: int, way: int) -> list[Condition]:
        down, right = ((-1, 0), (0, -1), (0, 1), (1, 0))[way]
        return [Equal(self.di[s], down), Equal(self.dj[s], right)]

    def length(self, value: Callable[[Variable], int]) -> int:
        """The number of pushes before the goal; `steps` may be larger if it is not minimised."""
        return next(s for s, solved in enumerate(self.g) if value(solved))

    def plan(self, value: Callable[[Variable], int]) -> list[list[int]]:
        """For every push the player's steps: the walk to it, and the push."""
        pushes = []
        for s in range(self.length(value)):
            box = value(self.pi[s + 1]) * self.level.width + value(self.pj[s + 1])
            ahead = box + value(self.di[s]) * self.level.width + value(self.dj[s])
            pushes.append((box, self.level.adjacent(box).index(ahead)))
        return [*walks(self.level, pushes)]
