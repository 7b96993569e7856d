"""Sokoban backwards: boxes are pulled, and whatever pulls do, pushes can undo.

Sets of cells are the bits of a number, so that a flood over the floor is a handful of shifts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

from budge.generators.base import Check, go_on
from budge.generators.floor_plans import Cell

PATIENCE = 25  # depths without a better position, after which the beam ends
PLACES = 32  # looked at, of those that a box can be taken to in a zone

Cells = int  # bit y × width + x stands for a cell
Position = tuple[Cells, Cells]  # the boxes, and the first cell that the player can reach


class ReversePlay:
    """A board on which boxes are pulled."""

    def __init__(self, width: int, plan: set[Cell], check: Check = go_on) -> None:
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
        """Every cell that the player can walk to."""
        free, width = self.floor & ~boxes, self.width
        reached, before = start & free, 0
        while reached != before:
            before = reached
            reached |= (reached << 1 | reached >> 1 | reached << width | reached >> width) & free
        return reached

    def can_be_left(self, box: Cells) -> bool:
        """Whether a player can pull a box away from this cell at all."""
        return any(moved(box, step) & self.floor and moved(box, 2 * step) & self.floor for step in self.shifts)

    def pulls(self, position: Position, far: dict[Cells, int]) -> Iterator[tuple[Position, int]]:
        """Every position one pull away, and by how much it is farther."""
        boxes, player = position
        reach = self.flood(player, boxes)
        free = self.floor & ~boxes
        for step in self.shifts:
            for side in bits(moved(boxes, step) & reach & moved(free, -step)):
                self.check()  # on a large board a flood takes a millisecond
                box = moved(side, -step)
                after = boxes ^ box ^ side
                region = self.after_pull(reach, free, box, side, step)
                yield (after, first(region)), far[side] - far[box]

    def after_pull(self, reach: Cells, free: Cells, box: Cells, side: Cells, step: int) -> Cells:
        """Where the player can walk once a box was pulled to a cell of its reach."""
        region = self.left_of(reach, free, box, side)
        return self.flood(moved(side, step), self.floor & ~(free | box) | side) if region is None else region

    def left_of(self, reach: Cells, free: Cells, box: Cells, side: Cells) -> Cells | None:
        """The same, if a look around both cells tells.

        Mostly the cells around the new place hang together without it, so all else stays in reach; and the old place
        is open to it, or to nothing. Where boxes part the floor or let go of it, None.
        """
        left = reach ^ side
        if not hang_together(self.around(left, side)):
            return None
        beside = (box << 1 | box >> 1 | box << self.width | box >> self.width) & free & ~side
        if not beside & left:
            return left
        return None if beside & ~left else left | box

    def around(self, cells: Cells, cell: Cells) -> int:
        """Which of the eight cells around one belong to a set: a bit each, by rows."""
        corner = cell.bit_length() - self.width - 2
        above, level, below = (cells >> corner + row * self.width & 7 for row in range(3))
        return above | (level & 1) << 3 | (level >> 2) << 4 | below << 5

    def starts(self, targets: Cells) -> list[Position]:
        """Every position with a box on each target: one for each part of the floor that the player may be in.

        The widest part comes first.
        """
        parts = []
        unheld = self.floor & ~targets
        while unheld:
            parts.append(self.flood(first(unheld), targets))
            unheld &= ~parts[-1]
        return [(targets, first(part)) for part in sorted(parts, key=int.bit_count, reverse=True)]

    def taken_across(self, targets: Cells, zone: Cells, random: Random) -> Position | None:
        """A position with every box in the zone; None where boxes shut each other in.

        They are taken there one after another, those that are near it first, each to a place among the nearest that
        leaves the player the most room.
        """
        near = self.distances_into(zone)
        boxes, player = self.starts(targets)[0]
        reach = self.flood(player, boxes)
        waiting = sorted(bits(targets), key=lambda box: near[box])
        while waiting:
            shut_in = []
            for box in waiting:
                places = islice(self.places(boxes ^ box, box, reach, zone), PLACES)
                roomy = max(places, key=lambda place: (place[1].bit_count(), random.random()), default=None)
                if roomy is None:
                    shut_in.append(box)
                else:
                    boxes, reach = boxes ^ box ^ roomy[0], roomy[1]
            if shut_in == waiting:
                return None
            waiting = shut_in
        return boxes, first(reach)

    def places(self, others: Cells, box: Cells, reach: Cells, zone: Cells) -> Iterator[tuple[Cells, Cells]]:
        """Where one box can be pulled to in a zone while the others stay, the nearest first, and the player's reach
        then."""
        front = [(box, reach)]
        seen = {(box, first(reach))}
        for here, reach in front:
            free = self.floor & ~others & ~here
            for step in self.shifts:
                side = moved(here, step)
                if not (side & reach and moved(side, step) & free):
                    continue
                self.check()
                region = self.after_pull(reach, free, here, side, step)
                if (side, first(region)) not in seen:
                    seen.add((side, first(region)))
                    front.append((side, region))
                    if side & zone:
                        yield side, region

    def farthest(
        self, targets: Cells, starts: list[Position], zone: Cells, random: Random, beam: int, within: float
    ) -> Position | None:
        """The most promising position of a beam that begins at some others, at most so many pulls away, with all boxes
        in the zone; None if they never get there."""
        far = self.distances(targets)
        layer = {start: sum(far[box] for box in bits(start[0])) for start in starts}  # how far all boxes are together

        def fits(position: Position) -> bool:
            return not position[0] & ~zone and position[0] != targets

        seen = set(layer)
        best: tuple[float, Position] | None = max(
            ((layer[start], start) for start in starts if fits(start)), default=None
        )
        idle = 0
        depth = max(layer.values())  # so many pulls at least lead to where the beam begins
        while layer and idle < PATIENCE and depth < within:
            depth += 1
            fresh = {}
            for position, sum_of_far in layer.items():
                for after, farther in self.pulls(position, far):
                    if after not in seen:
                        fresh[after] = sum_of_far + farther
            promise = ((fresh[position] + random.random(), position) for position in sorted(fresh))
            scored = sorted(promise, reverse=True)[:beam]
            layer = {position: fresh[position] for _, position in scored}
            seen.update(layer)
            fitting = (each for each in scored if fits(each[1]))
            better = next((each for each in fitting if best is None or each > best), None)
            best, idle = (better, 0) if better else (best, idle + 1)
        return best[1] if best else None

    def distances(self, targets: Cells) -> dict[Cells, int]:
        """The least number of pulls that bring a box alone from a target to each cell."""
        far, front = dict.fromkeys(bits(targets), 0), [*bits(targets)]
        for box in front:
            for step in self.shifts:
                side = moved(box, step)
                if side & self.floor and moved(box, 2 * step) & self.floor and side not in far:
                    far[side] = far[box] + 1
                    front.append(side)
        return far

    def distances_into(self, zone: Cells) -> dict[Cells, int]:
        """The least number of pulls that bring a box alone from each cell into a zone, where any do."""
        near, front = dict.fromkeys(bits(zone), 0), [*bits(zone)]
        for side in front:
            for step in self.shifts:
                box = moved(side, -step)
                if box & self.floor and moved(side, step) & self.floor and box not in near:
                    near[box] = near[side] + 1
                    front.append(box)
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
def hang_together(around: int) -> bool:
    """Whether those of the eight cells around one that are beside it are joined by others of the eight.

    >>> hang_together(0b000_00_011), hang_together(0b010_00_010), hang_together(0b000_01_011)
    (True, False, True)
    """
    ring = [bool(around >> cell & 1) for cell in (0, 1, 2, 4, 7, 6, 5, 3)]  # clockwise, from a corner
    beside = [place for place in range(1, 8, 2) if ring[place]]
    gaps = sum(not (ring[place - 1] and ring[place - 2]) for place in beside)  # none before it, clockwise
    return gaps <= 1


def bits(cells: Cells) -> Iterator[Cells]:
    """Each cell of a set, as a set of its own."""
    while cells:
        yield first(cells)
        cells &= cells - 1
