"""Optimal plans for boards of tiles, on the device.

A single puzzle is searched bound by bound, a large bound first in waves: passes that keep only nodes whose slack lies
above a curve. Plans spend their slack slowly and most of the tree spends it early, so that a wave finds most plans in a
few per cent of the tree; only the complete pass proves that a bound has none. Many puzzles share every pass, each at a
bound of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from budge.gpu.device import cupy_module
from budge.gpu.geometry import encode, mirrored
from budge.gpu.partitions import Views
from budge.gpu.passes import Found, Passes, Stopped
from budge.gpu.tables import Tables

WAVES = (4.0, 5.0)  # exponents of the curves
WAVE_FROM = 30_000_000  # nodes of a bound: a smaller one is searched at once
TRIAL_FROM = 20_000_000  # nodes of a bound that tells which partition serves a puzzle best
GROWTH = 7  # of the tree from bound to bound, about
MOST_SLACK = 127
MOST_BOUND = 500
UNKNOWN = 255
BATCH = 1 << 17  # puzzles that share their passes


class TooFar(Exception):
    """A board so far from its goal that a node cannot hold the numbers."""


@dataclass
class Watch:
    """What the outside wants to know, and says: called between rounds, a tenth of a second apart."""

    go_on: Callable[[int, int, int], bool] = field(default=lambda expanded, generated, bound: True)


@dataclass(frozen=True)
class Solved:
    """A plan, as the directions of the blank (up 0, left 1, right 2, down 3), or None, and the bound proven."""

    moves: bytes | None
    bound: int
    generated: int = 0
    expanded: int = 0


class Solver:
    """One goal, and all that is needed to reach it."""

    def __init__(
        self,
        views: Views,
        machine: NDArray[np.uint32],
        preparing: Callable[[str, float], bool] = lambda what, share: True,
    ) -> None:
        self.tables = [Tables(views, machine, preparing)]  # by partition
        self.passes = Passes(self.tables[0])

    @property
    def views(self) -> Views:
        return self.tables[0].views

    @property
    def generated(self) -> int:
        """Nodes of all searches so far."""
        return self.passes.counts.generated

    def add(self, views: Views, preparing: Callable[[str, float], bool] = lambda what, share: True) -> None:
        """Another partition of the same shape, for those puzzles that it serves better."""
        self.tables.append(self.tables[0].beside(views, preparing))

    def solve(self, board: Sequence[int], watch: Watch | None = None, proven: int = 0) -> Solved:
        """A shortest plan. Tiles are called after the cells they belong in, the blank after its own. No plan is shorter
        than `proven`."""
        watch, counts = watch or Watch(), self.passes.counts
        before = (counts.generated, counts.expanded)
        starts = [self._look(np.array([board], np.uint8), tables) for tables in self.tables]
        bound = max(proven, *(int(each.least[0]) for each in starts))

        def outcome(moves: bytes | None) -> Solved:
            return Solved(moves, bound, counts.generated - before[0], counts.expanded - before[1])

        def go_on() -> bool:
            return watch.go_on(counts.expanded - before[1], counts.generated - before[0], bound)

        def searched(start: Starts, curve: NDArray[np.uint8]) -> tuple[Found, int]:
            """What a pass finds, and how many nodes it takes."""
            began = counts.generated
            found = self.passes.run(
                start.tables, start.nodes(np.array([bound])), 1, np.zeros(1, np.uint32), curve, go_on
            )
            return found, counts.generated - began

        flat, last = np.zeros(256, np.uint8), 0
        try:
            while bound:
                best = starts[0]
                curves = [wave(bound, int(best.least[0]), power) for power in WAVES if last * GROWTH >= WAVE_FROM]
                for curve in [*curves, flat]:
                    found, last = searched(best, curve)
                    if len(found.owners):
                        return outcome(self._whole(best.tables, found, 1, curve, go_on)[0])
                if len(starts) > 1 and last >= TRIAL_FROM:  # there is no plan: who needs the fewest nodes to show it?
                    trials = [last, *(searched(start, flat)[1] for start in starts[1:])]
                    last = min(trials)
                    starts = [starts[trials.index(last)]]
                bound += 2
        except Stopped:
            return outcome(None)
        return outcome(b"")

    def solve_many(self, boards: NDArray[np.uint8], watch: Watch | None = None) -> list[Solved]:
        """Shortest plans of many boards at once. What they cost is known of all together: the first tells it."""
        solved: list[Solved] = []
        for first in range(0, len(boards), BATCH):
            solved += self._batch(boards[first : first + BATCH], watch or Watch())
        return solved

    def _batch(self, boards: NDArray[np.uint8], watch: Watch) -> list[Solved]:
        counts = self.passes.counts
        before = (counts.generated, counts.expanded)
        starts = self._look(boards, self.tables[0])
        bounds = starts.least.copy()
        plans: list[bytes | None] = [b"" if bound == 0 else None for bound in bounds.tolist()]
        flat = np.zeros(256, np.uint8)

        def go_on() -> bool:
            open_bounds = [int(bounds[number]) for number in open_ones[:1]]
            return watch.go_on(counts.expanded - before[1], counts.generated - before[0], min(open_bounds, default=0))

        open_ones = np.flatnonzero(bounds > 0)
        begun: list[tuple[NDArray[np.int64], Found]] = []
        try:
            while len(open_ones):
                roots = starts.nodes(bounds, open_ones)
                owners = np.arange(len(open_ones), dtype=np.uint32)
                found = self.passes.run(starts.tables, roots, len(open_ones), owners, flat, go_on)
                begun.append((open_ones, found))
                open_ones = np.delete(open_ones, found.owners)
                bounds[open_ones] += 2
            self._finish(starts.tables, begun, plans, flat, go_on)
        except Stopped:
            pass
        cost = (counts.generated - before[0], counts.expanded - before[1])
        return [
            Solved(plan, bound, *(cost if number == 0 else (0, 0)))
            for number, (plan, bound) in enumerate(zip(plans, bounds.tolist(), strict=True))
        ]

    def _finish(
        self,
        tables: Tables,
        begun: list[tuple[NDArray[np.int64], Found]],
        plans: list[bytes | None],
        curve: NDArray[np.uint8],
        go_on: Callable[[], bool],
    ) -> None:
        """All plans that were found, in common passes from where their beginnings end."""
        cupy = cupy_module()
        names = [numbers[found.owners] for numbers, found in begun]
        joined = Found(
            np.arange(sum(map(len, names))),
            [moves for _, found in begun for moves in found.moves],
            cupy.concatenate([found.nodes for _, found in begun]) if begun else None,
            np.concatenate([found.whole for _, found in begun]) if begun else np.zeros(0, bool),
        )
        every = np.concatenate(names) if names else np.zeros(0, np.int64)
        for number, plan in zip(every.tolist(), self._whole(tables, joined, len(every), curve, go_on), strict=True):
            plans[number] = plan

    def _whole(
        self, tables: Tables, found: Found, puzzles: int, curve: NDArray[np.uint8], go_on: Callable[[], bool]
    ) -> list[bytes]:
        """Whole plans from their beginnings. The curve stays the same: what lay above it, lies above it again."""
        plans = [b""] * puzzles
        names = np.arange(puzzles)
        while True:
            for name, moves in zip(names[found.owners].tolist(), found.moves, strict=True):
                plans[name] += moves
            names = names[found.owners[~found.whole]]
            if not len(names):
                return plans
            owners = np.arange(len(names), dtype=np.uint32)
            found = self.passes.run(tables, found.nodes, len(names), owners, curve, go_on)
            assert len(found.owners) == len(names), "a plan that was found is found again"

    def _look(self, boards: NDArray[np.uint8], tables: Tables) -> Starts:
        """The boards in both views, with their distances."""
        views, shape, home = tables.views, tables.shape, tables.views.home
        seen = [(boards, views.first), (mirrored(shape, boards) if shape.mirrored else boards, views.second)]
        cells, orders, distances, blanks = [], [], [], []
        for view, (mine, sets) in enumerate(seen):
            patterns = [list(tiles) for tiles in sets]
            at, order = encode(shape, mine, patterns)
            blank = np.argmax(mine == home, axis=1).astype(np.uint32)
            goals = np.array([sum(1 << tile for tile in tiles) for tiles in patterns], np.uint32)
            queries = np.zeros((len(boards), shape.patterns, 6), np.uint32)
            queries[..., 0], queries[..., 1], queries[..., 2] = at, order, blank[:, None]
            queries[..., 3], queries[..., 4], queries[..., 5] = goals, home, np.arange(shape.patterns)
            far = self.passes.distances(tables, view, queries.reshape(-1, 6)).reshape(len(boards), shape.patterns)
            assert not (far == UNKNOWN).any(), "every state of a pattern can be reached"
            cells.append(at)
            orders.append(order)
            distances.append(far.astype(np.int64))
            blanks.append(blank)
        return Starts(tables, cells, orders, distances, blanks)


@dataclass(frozen=True)
class Starts:
    """Boards as the search sees them: by view."""

    tables: Tables
    cells: list[NDArray[np.uint32]]
    orders: list[NDArray[np.uint32]]
    distances: list[NDArray[np.int64]]
    blanks: list[NDArray[np.uint32]]

    @property
    def sums(self) -> list[NDArray[np.int64]]:
        return [each.sum(1) for each in self.distances]

    @property
    def least(self) -> NDArray[np.int64]:
        """Lower bounds on the lengths of plans."""
        first, second = self.sums
        return np.maximum(first, second)

    def nodes(self, bounds: NDArray[np.int64], chosen: NDArray[np.int64] | None = None) -> NDArray[np.uint32]:
        """Roots of searches to these bounds; see kernels/node.cuh for the words."""
        shape = self.tables.shape
        some = np.arange(len(bounds)) if chosen is None else chosen
        bound = bounds[some]
        nodes = np.zeros((len(some), shape.words), np.uint32)
        first = shape.slot * 2
        second, residues = (first + 1, 16) if shape.compact else (shape.last - 2, 0)
        slack = [(bound - total[some]) // 2 for total in self.sums]
        if len(some) and (max(int(each.max()) for each in slack) > MOST_SLACK or int(bound.max()) > MOST_BOUND):
            raise TooFar(f"no plan of up to {int(bound.max()) - 2} moves, and the GPU counts no further")
        for view in (0, 1):
            at = view * shape.slot
            nodes[:, at : at + shape.patterns - 1] = self.cells[view][some, : shape.patterns - 1]
            nodes[:, at + shape.patterns - 1 : at + shape.slot] = self.orders[view][some]
            for pattern in range(shape.patterns):
                nodes[:, second] |= ((self.distances[view][some, pattern] & 3) << residues).astype(np.uint32)
                residues += 2
        nodes[:, first] = self.blanks[0][some] | (bound << 9 | slack[0] << 18 | slack[1] << 25).astype(np.uint32)
        return nodes


def wave(bound: int, least: int, power: float) -> NDArray[np.uint8]:
    """The least slack wanted, by moves left.

    >>> wave(100, 90, 4.0)[[100, 99, 90, 60]].tolist()
    [5, 4, 3, 0]
    """
    left = np.minimum(np.arange(256), bound)
    curve: NDArray[Any] = np.floor((bound - least) / 2 * (left / bound) ** power + 1e-9)
    return curve.astype(np.uint8)
