"""Sokoban levels by reverse play: boxes begin on the targets of a random board and are pulled away from them.

Whatever pulls do, pushes can undo, so every level has a solution. A beam of pulls keeps, at every depth, those
positions whose boxes are farthest from the targets, and never the same position twice; the level begins at the best of
them (after J. Taylor and I. Parberry, "Procedural Generation of Sokoban Levels", 2011). Where boxes
and targets are to be on different sides, each box is first taken across on its own.

Pulling boxes far away seldom gives many pushes. Levels of many are grown by the core: floor and targets are changed
step by step, and every level begins as far from its end as pulls lead at all (`core/sokoban/growing/grow.hpp`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from random import Random
from typing import Any, ClassVar

from budge.generators.base import ANY, Check, Generator, Wanted, go_on
from budge.generators.floor_plans import SHAPES, halves
from budge.generators.reverse_play import ReversePlay, bits
from budge.native import core
from budge.puzzles import BadInput, Puzzle, Sokoban
from budge.puzzles.sokoban import MAX_BOXES
from budge.puzzles.sokoban_board import MAX_SIDE

BEAM, NARROW_BEAM = 24, 2  # positions kept at every depth; fewer where each has many pulls that take long:
WIDE = 10_000  # from so many cells of floor on, times boxes
FEW_PULLS, FAR = 100, 40_000  # pulls there are at most, where there is no more time for each
FEW_TRIES = 40  # there are, however wide the board
FEW_BOXES, FEW_PUSHES = 3, 60  # so many boxes are enough for so many pushes
PUSHES_A_BOX = 40  # for every so many pushes more there is another box
GROWN_FROM = 40  # levels of so many pushes and more are grown
MOST_GROWN = 64  # cells of floor and inner walls: a set of them is one word
MOST_GROWN_BOXES = 8  # more leave too many positions to look at
FLOORS = 8  # to begin with


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

    @property
    def tries(self) -> int:
        """Fewer on wide boards: one of 64×64 cells with a hundred boxes takes seconds to draw.

        >>> [SokobanGenerator(width=side, height=side, boxes=side).tries for side in (8, 21, 32, 64)]
        [3000, 3000, 279, 40]
        """
        wide = max(1.0, self.width * self.height * self.boxes_for(ANY) / WIDE)
        return max(FEW_TRIES, int(super().tries / wide**2))

    def draw(self, random: Random, wanted: Wanted = ANY, check: Check = go_on) -> Sokoban | None:
        count = self.boxes_for(wanted)
        plan = SHAPES[self.shape](self.width - 2, self.height - 2, random)
        target_zone, box_zone = halves(plan, random) if self.zones else (plan, plan)
        play = ReversePlay(self.width, plan, check)
        zone = play.mask(box_zone)
        nooks = [cell for cell in sorted(target_zone) if play.can_be_left(play.bit(cell))]
        if self.zones:
            near = play.distances_into(zone)
            nooks = sorted((cell for cell in nooks if play.bit(cell) in near), key=lambda cell: near[play.bit(cell)])
            if wanted.within is not None:  # an equal share for every box, though not too few to choose from
                share = sum(near[play.bit(cell)] * count <= wanted.within for cell in nooks)
                nooks = nooks[: max(share, 2 * count)]
        if len(nooks) < count:
            return None
        if random.random() < 0.5:  # all targets together make longer ways than targets strewn about
            y, x = random.choice(nooks)
            nooks = sorted(nooks, key=lambda cell: abs(cell[0] - y) + abs(cell[1] - x))[:count]
        targets = play.mask(random.sample(nooks, count))
        wide = len(plan) * count
        beam = max(NARROW_BEAM, min(BEAM, BEAM * WIDE // wide))
        within = wanted.within or max(wanted.least, FEW_PULLS, FEW_PULLS * FAR // wide)
        starts = play.starts(targets)
        if self.zones:
            across = play.taken_across(targets, zone, random)
            starts = [across] if across else []
        found = play.farthest(targets, starts, zone, random, beam, within) if starts else None
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
