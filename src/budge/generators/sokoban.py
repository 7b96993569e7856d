"""Sokoban levels by reverse play: boxes begin on the targets of a random board and are pulled away from them.

Whatever pulls do, pushes can undo, so every level has a solution. A beam of pulls keeps, at every depth, those
positions whose boxes are farthest from the targets, and never the same position twice; the level begins at the best of
them (after J. Taylor and I. Parberry, "Procedural Generation of Sokoban Levels", 2011). Sets of cells are the bits of
a number, so that a flood over the floor is a handful of shifts.

Pulling boxes far away seldom gives many pushes. Levels of many are grown by the core: floor and targets are changed
step by step, and every level begins as far from its end as pulls lead at all (`core/sokoban/growing/grow.hpp`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import inf, isqrt
from random import Random
from typing import Any, ClassVar

from budge.generators.base import ANY, Generator, Heed, Wanted, go_on
from budge.generators.floor_plans import SHAPES, Cell, halves
from budge.native import core
from budge.puzzles import BadInput, Puzzle, Sokoban
from budge.puzzles.sokoban import MAX_BOXES
from budge.puzzles.sokoban_board import MAX_SIDE

BEAM, NARROW_BEAM = 24, 2  # positions kept at every depth; fewer where each has many pulls that take long:
WIDE = 10_000  # from so many cells of floor on, times boxes
FEW_PULLS, FAR = 100, 40_000  # pulls there are at most, where there is no more time for each
PATIENCE = 25  # depths without a better position, after which the beam ends
FEW_BOXES, FEW_PUSHES = 3, 60  # so many boxes are enough for so many pushes
PUSHES_A_BOX = 40  # for every so many pushes more there is another box
GROWN_FROM = 40  # levels of so many pushes and more are grown
MOST_GROWN = 64  # cells of floor and inner walls: a set of them is one word
MOST_GROWN_BOXES = 8  # more leave too many positions to look at
FLOORS = 8  # to begin with

Cells = int  # bit y × width + x stands for a cell
Position = tuple[Cells, Cells]  # the boxes, and the first cell that the player can reach


@dataclass(frozen=True, kw_only=True)
class SokobanGenerator(Generator):
    """What a level shall be like.

    >>> level = SokobanGenerator(width=7, height=6, boxes=2, shape="rectangle").draw(Random(1))
    >>> level.size, len(level.boxes), level.why_unsolvable()
    ('7×6', 2, None)
    """

    kind: ClassVar[str] = "sokoban"
    choices: ClassVar[Mapping[str, Sequence[str]]] = {"shape": tuple(SHAPES)}

    width: int = 8  # with the walls around
    height: int = 8
    boxes: int | None = None  # three, or as many more as so many pushes call for
    shape: str = "rooms"
    zones: bool = False  # boxes on one side, targets on the other

    def __post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise BadInput(f"shape {self.shape!r}; expected one of {', '.join(SHAPES)}")
        if not (4 <= self.width <= MAX_SIDE and 4 <= self.height <= MAX_SIDE):
            raise BadInput(f"a level of {self.width}×{self.height}; expected 4×4 to {MAX_SIDE}×{MAX_SIDE}, with walls")
        most = min(MAX_BOXES, (self.width - 2) * (self.height - 2) // 3)
        if self.boxes is not None and not 1 <= self.boxes <= most:
            raise BadInput(f"{self.boxes} boxes on {self.width}×{self.height}; expected 1 to {most}")

    def boxes_for(self, wanted: Wanted) -> int:
        """How many boxes there are to be: as many as were wished for, or what the pushes call for.

        >>> [SokobanGenerator().boxes_for(Wanted(pushes)) for pushes in (1, 60, 100)]
        [3, 3, 4]
        """
        if self.boxes is not None:
            return self.boxes
        return FEW_BOXES + max(0, -(-(wanted.least - FEW_PUSHES) // PUSHES_A_BOX))

    def draw(self, random: Random, wanted: Wanted = ANY, heed: Heed = go_on) -> Sokoban | None:
        count = self.boxes_for(wanted)
        plan = SHAPES[self.shape](self.width - 2, self.height - 2, random)
        target_zone, box_zone = halves(plan, random) if self.zones else (plan, plan)
        play = ReversePlay(self.width, plan, heed)
        nooks = [cell for cell in sorted(target_zone) if play.can_be_left(play.bit(cell))]
        if len(nooks) < count:
            return None
        if random.random() < 0.5:  # all targets together make longer ways than targets strewn about
            y, x = random.choice(nooks)
            nooks = sorted(nooks, key=lambda cell: abs(cell[0] - y) + abs(cell[1] - x))[:count]
        targets = play.mask(random.sample(nooks, count))
        wide = len(plan) * count
        beam = max(NARROW_BEAM, min(BEAM, BEAM * WIDE // wide))
        within = wanted.within or max(wanted.least, FEW_PULLS, FEW_PULLS * FAR // wide)
        pulls = inf if self.zones else within  # no box may stay behind in the zone of the targets
        found = play.farthest(targets, play.mask(box_zone), random, beam, pulls)
        if found is None:
            return None
        boxes, side = found
        player = random.choice([*bits(play.flood(side, boxes))])
        return Sokoban.of(list(play.rows(player, boxes, targets)))

    def grows(self, wanted: Wanted) -> bool:
        return wanted.least >= GROWN_FROM and not self.zones and (self.boxes or 0) <= MOST_GROWN_BOXES

    def grown(self, random: Random, wanted: Wanted, run: core.Run) -> Sokoban | None:
        width = min(self.width - 2, max(isqrt(MOST_GROWN), MOST_GROWN // (self.height - 2)))
        height = min(self.height - 2, MOST_GROWN // width)
        plans = [SHAPES[self.shape](width, height, random) for _ in range(FLOORS)]
        floors = [[y * width + x for y, x in plan] for plan in plans]
        count = (FEW_BOXES, MOST_GROWN_BOXES) if self.boxes is None else (self.boxes, self.boxes)
        found = core.grow_sokoban(width, height, floors, count, wanted.least, random.getrandbits(64), run)
        if found is None:
            return None
        play = ReversePlay(width + 2, {divmod(cell, width) for cell in found.floor})
        boxes, targets = (play.mask([divmod(cell, width) for cell in cells]) for cells in (found.boxes, found.targets))
        return Sokoban.of(list(play.rows(play.bit(divmod(found.player, width)), boxes, targets)))

    def restarted(self, puzzle: Puzzle, state: Any) -> Sokoban | None:
        assert isinstance(puzzle, Sokoban)
        return None if self.zones else replace(puzzle.starting_at(state), name=None)


class ReversePlay:
    """A board on which boxes are pulled."""

    def __init__(self, width: int, plan: set[Cell], heed: Heed = go_on) -> None:
        self.heed = heed
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
                self.heed()  # on a large board a flood takes a millisecond
                box = moved(side, -step)
                after = boxes ^ box ^ side
                region = self.left_of(reach, free, box, side)
                if region is None:
                    region = self.flood(moved(side, step), after)
                yield (after, first(region)), far[side] - far[box]

    def left_of(self, reach: Cells, free: Cells, box: Cells, side: Cells) -> Cells | None:
        """Where the player can walk once a box was pulled to a cell of its reach, if a look around both cells tells.

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

    def farthest(self, targets: Cells, zone: Cells, random: Random, beam: int, within: float) -> Position | None:
        """The most promising position of the beam, at most so many pulls away, with all boxes in the zone; None if
        they never get there."""
        far = self.distances(targets)
        unheld = self.floor & ~targets
        layer: dict[Position, int] = {}  # how far all boxes are, taken together
        while unheld:
            side = self.flood(first(unheld), targets)
            layer[targets, first(side)] = 0
            unheld &= ~side
        seen = set(layer)
        best: tuple[float, Position] | None = None
        idle = depth = 0
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
            fitting = (each for each in scored if not each[1][0] & ~zone and each[1][0] != targets)
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
