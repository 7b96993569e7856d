"""Reverse play: boxes are pulled from their targets. Pushes undo pulls, so every position reached has a solution.

A set of cells is an integer with one bit per cell, so that a flood fill takes a few shifts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

from budge.generators.base import Check, no_check
from budge.generators.floor_plans import Cell

PATIENCE = 25  # the beam search stops after this many depths without a better position
MAX_PLACES = 32  # compared for one box in a zone

Cells = int  # bit y × width + x is the cell in row y, column x
Position = tuple[Cells, Cells]  # the boxes, and the first cell that the player can reach


class ReversePlay:
    """The moves and the searches of reverse play on one board."""

    def __init__(self, width: int, plan: set[Cell], check: Check = no_check) -> None:
        self.check = check
        self.width = width
        self.height = 3 + max(y for y, _ in plan)
        self.floor = self.mask(plan)
        self.shifts = (-width, -1, 1, width)

    def bit(self, cell: Cell) -> Cells:
        return 1 << (cell[0] + 1) * self.width + cell[1] + 1

    def mask(self, cells: set[Cell] | list[Cell]) -> Cells:
        return sum(map(self.bit, cells))

    def flood(self, start: Cells, boxes: Cells) -> Cells:
        """All cells that the player can reach."""
        free, width = self.floor & ~boxes, self.width
        reached, before = start & free, 0
        while reached != before:
            before = reached
            reached |= (reached << 1 | reached >> 1 | reached << width | reached >> width) & free
        return reached

    def can_be_pulled_away(self, box: Cells) -> bool:
        """Whether a box on this cell can be pulled away if no other box is in the way."""
        return any(moved(box, step) & self.floor and moved(box, 2 * step) & self.floor for step in self.shifts)

    def pulls(self, position: Position, far: dict[Cells, int]) -> Iterator[tuple[Position, int]]:
        """All positions after one pull, each with the change in the summed distance of the boxes."""
        boxes, player = position
        reach = self.flood(player, boxes)
        free = self.floor & ~boxes
        for step in self.shifts:
            for side in bits(moved(boxes, step) & reach & moved(free, -step)):
                self.check()  # a flood fill of a large board takes a millisecond
                box = moved(side, -step)
                after = boxes ^ box ^ side
                region = self.after_pull(reach, free, box, side, step)
                yield (after, first(region)), far[side] - far[box]

    def after_pull(self, reach: Cells, free: Cells, box: Cells, side: Cells, step: int) -> Cells:
        """The cells that the player can reach after pulling `box` to `side`."""
        region = self.quick_reach(reach, free, box, side)
        return self.flood(moved(side, step), self.floor & ~(free | box) | side) if region is None else region

    def quick_reach(self, reach: Cells, free: Cells, box: Cells, side: Cells) -> Cells | None:
        """`after_pull` without a flood fill, from the neighbours of both cells; None if they do not decide it.

        Usually the free neighbours of the new cell stay connected around it, so the region stays connected, and the old
        cell is adjacent only to this region or to no free cell. None if the pull may split the region or join it to
        another.
        """
        remaining = reach ^ side
        if not neighbours_connected(self.around(remaining, side)):
            return None
        neighbours = (box << 1 | box >> 1 | box << self.width | box >> self.width) & free & ~side
        if not neighbours & remaining:
            return remaining
        return None if neighbours & ~remaining else remaining | box

    def around(self, cells: Cells, cell: Cells) -> int:
        """Which of the eight cells around `cell` belong to a set: one bit each, by rows."""
        corner = cell.bit_length() - self.width - 2
        above, level, below = (cells >> corner + row * self.width & 7 for row in range(3))
        return above | (level & 1) << 3 | (level >> 2) << 4 | below << 5

    def starts(self, targets: Cells) -> list[Position]:
        """The positions with a box on each target: one per region of the player, the largest region first."""
        parts = []
        uncovered = self.floor & ~targets
        while uncovered:
            parts.append(self.flood(first(uncovered), targets))
            uncovered &= ~parts[-1]
        return [(targets, first(part)) for part in sorted(parts, key=int.bit_count, reverse=True)]

    def pull_across(self, targets: Cells, zone: Cells, random: Random) -> Position | None:
        """A position with every box in the zone; None if boxes block each other.

        Boxes are pulled there one after another, the nearest first, each to one of the nearest cells: the one that
        leaves the player the largest region.
        """
        near = self.distances_into(zone)
        boxes, player = self.starts(targets)[0]
        reach = self.flood(player, boxes)
        remaining = sorted(bits(targets), key=lambda box: near[box])
        while remaining:
            blocked = []
            for box in remaining:
                places = islice(self.places(boxes ^ box, box, reach, zone), MAX_PLACES)
                best = max(places, key=lambda place: (place[1].bit_count(), random.random()), default=None)
                if best is None:
                    blocked.append(box)
                else:
                    boxes, reach = boxes ^ box ^ best[0], best[1]
            if blocked == remaining:
                return None
            remaining = blocked
        return boxes, first(reach)

    def places(self, others: Cells, box: Cells, reach: Cells, zone: Cells) -> Iterator[tuple[Cells, Cells]]:
        """The cells of a zone that one box can be pulled to while the others stay, the nearest first, each with the
        region of the player after the pull."""
        queue = [(box, reach)]
        seen = {(box, first(reach))}
        for here, reach in queue:
            free = self.floor & ~others & ~here
            for step in self.shifts:
                side = moved(here, step)
                if not (side & reach and moved(side, step) & free):
                    continue
                self.check()
                region = self.after_pull(reach, free, here, side, step)
                if (side, first(region)) not in seen:
                    seen.add((side, first(region)))
                    queue.append((side, region))
                    if side & zone:
                        yield side, region

    def farthest(
        self, targets: Cells, starts: list[Position], zone: Cells, random: Random, beam: int, within: float
    ) -> Position | None:
        """Beam search from `starts` for the position whose boxes, all in the zone, are farthest from the targets, after
        fewer than `within` pulls; None if no such position is reached."""
        far = self.distances(targets)
        layer = {start: sum(far[box] for box in bits(start[0])) for start in starts}  # summed distance of the boxes

        def fits(position: Position) -> bool:
            return not position[0] & ~zone and position[0] != targets

        seen = set(layer)
        best: tuple[float, Position] | None = max(
            ((layer[start], start) for start in starts if fits(start)), default=None
        )
        depths_without_gain = 0
        depth = max(layer.values())  # a lower bound on the pulls that lead to the starts
        while layer and depths_without_gain < PATIENCE and depth < within:
            depth += 1
            fresh = {}
            for position, distance in layer.items():
                for after, farther in self.pulls(position, far):
                    if after not in seen:
                        fresh[after] = distance + farther
            scores = ((fresh[position] + random.random(), position) for position in sorted(fresh))
            scored = sorted(scores, reverse=True)[:beam]
            layer = {position: fresh[position] for _, position in scored}
            seen.update(layer)
            fitting = (each for each in scored if fits(each[1]))
            better = next((each for each in fitting if best is None or each > best), None)
            best, depths_without_gain = (better, 0) if better else (best, depths_without_gain + 1)
        return best[1] if best else None

    def distances(self, targets: Cells) -> dict[Cells, int]:
        """The minimum number of pulls that bring a single box from a target to each cell."""
        far, queue = dict.fromkeys(bits(targets), 0), [*bits(targets)]
        for box in queue:
            for step in self.shifts:
                side = moved(box, step)
                if side & self.floor and moved(box, 2 * step) & self.floor and side not in far:
                    far[side] = far[box] + 1
                    queue.append(side)
        return far

    def distances_into(self, zone: Cells) -> dict[Cells, int]:
        """The minimum number of pulls that bring a single box from each cell into a zone, for the cells where this is
        possible."""
        near, queue = dict.fromkeys(bits(zone), 0), [*bits(zone)]
        for side in queue:
            for step in self.shifts:
                box = moved(side, -step)
                if box & self.floor and moved(side, step) & self.floor and box not in near:
                    near[box] = near[side] + 1
                    queue.append(box)
        return near

    def rows(self, player: Cells, boxes: Cells, targets: Cells) -> Iterator[str]:
        for y in range(self.height):
            cells = (1 << y * self.width + x for x in range(self.width))
            yield "".join(self.mark(cell, player, boxes, targets) for cell in cells)

    def mark(self, cell: Cells, player: Cells, boxes: Cells, targets: Cells) -> str:
        plain = "@" if cell & player else "$" if cell & boxes else "-" if cell & self.floor else "#"
        return {"@": "+", "$": "*", "-": "."}[plain] if cell & targets else plain


def moved(cells: Cells, step: int) -> Cells:
    return cells << step if step > 0 else cells >> -step


def first(cells: Cells) -> Cells:
    return cells & -cells


@cache
def neighbours_connected(around: int) -> bool:
    """Whether those orthogonal neighbours of a cell that are in a set are connected through its eight neighbours.

    >>> neighbours_connected(0b000_00_011), neighbours_connected(0b010_00_010), neighbours_connected(0b000_01_011)
    (True, False, True)
    """
    ring = [bool(around >> cell & 1) for cell in (0, 1, 2, 4, 7, 6, 5, 3)]  # clockwise, from a corner
    neighbours = [place for place in range(1, 8, 2) if ring[place]]
    gaps = sum(
        not (ring[place - 1] and ring[place - 2]) for place in neighbours
    )  # not joined to the previous neighbour
    return gaps <= 1


def bits(cells: Cells) -> Iterator[Cells]:
    """The cells of a set, each as a set of one."""
    while cells:
        yield first(cells)
        cells &= cells - 1
