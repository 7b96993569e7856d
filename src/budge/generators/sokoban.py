"""Sokoban levels by reverse play: boxes start on the targets of a random board and are pulled away from them.

Pushes undo pulls, so every level has a solution. A beam search keeps, at every depth, the positions whose boxes are
farthest from the targets; the level starts at the best one (after J. Taylor and I. Parberry, "Procedural Generation
of Sokoban Levels", 2011). With `zones`, the boxes are first pulled to the other side one by one.

More players start on any free cells; the referee and the search decide whether they can help. In the style of a
collection, each level takes its size, boxes and share of floor from a random level of the collection.

This rarely gives levels that need many pushes. The core grows such levels: it changes floor and targets step by step,
and starts each level at the position farthest from its solved positions (`core/sokoban/growing/grow.hpp`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isqrt
from random import Random
from typing import Any, ClassVar

from budge.generators.base import ANY, Check, Generator, TargetRange, no_check
from budge.generators.floor_plans import SHAPES, halves
from budge.generators.reverse_play import ReversePlay, bits
from budge.native import core
from budge.puzzles import BadInput, Plan, Puzzle, Sokoban
from budge.puzzles.sokoban import MAX_PLAYERS
from budge.puzzles.sokoban_board import MAX_SIDE

MAX_BEAM, MIN_BEAM = 24, 2  # positions kept at every depth
WIDE = 10_000  # threshold (floor cells × boxes) above which the beam narrows and the tries become fewer
MIN_PULLS, PULLS_SCALE = 100, 40_000  # the beam search makes max(MIN_PULLS, MIN_PULLS × PULLS_SCALE / size) pulls
MIN_TRIES = 40  # on boards of any size
DEFAULT_BOXES, DEFAULT_PUSHES = 3, 60  # three boxes suffice for 60 pushes
PUSHES_PER_BOX = 40  # one more box for every 40 pushes above that
MIN_GROWN_PUSHES = 40  # levels of at least this many pushes are grown
MAX_GROWN_CELLS = 64  # floor and inner walls: a set of them fits one machine word
MAX_BOXES = 255
MAX_GROWN_BOXES = 8  # more boxes give too many positions
GROWN_FLOORS = 8  # random floors to start from
MIN_DENSITY = 10  # per cent


@dataclass(frozen=True, kw_only=True)
class SokobanGenerator(Generator):
    """The parameters of a level.

    >>> level = SokobanGenerator(width=7, height=6, boxes=2, shape="rectangle").draw(Random(1))
    >>> level.size, len(level.boxes), level.why_unsolvable()
    ('7×6', 2, None)
    """

    kind: ClassVar[str] = "sokoban"
    choices: ClassVar[Mapping[str, Sequence[str]]] = {"shape": tuple(SHAPES)}

    width: int = 8  # outer walls included
    height: int = 8
    boxes: int | None = None  # None: three, or more for many pushes
    shape: str = "rooms"
    zones: bool = False  # boxes on one side, targets on the other
    players: int = 1  # the optimum of several players is their joint steps
    density: int | None = None  # floor inside the outer walls, in per cent; None: as the shape has it
    min_changes: int = 0  # times that the optimal plan turns to another box; its first box counts
    style: tuple[Sokoban, ...] = ()  # levels from which to take the size, the number of boxes and the density

    def __post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise BadInput(f"shape {self.shape!r}; expected one of {', '.join(SHAPES)}")
        if not (4 <= self.width <= MAX_SIDE and 4 <= self.height <= MAX_SIDE):
            raise BadInput(f"a level of {self.width}×{self.height}; expected 4×4 to {MAX_SIDE}×{MAX_SIDE}, with walls")
        if self.boxes is not None and not 1 <= self.boxes <= self.max_boxes:
            raise BadInput(f"{self.boxes} boxes on {self.width}×{self.height}; expected 1 to {self.max_boxes}")
        if not 1 <= self.players <= MAX_PLAYERS:
            raise BadInput(f"{self.players} players; expected 1 to {MAX_PLAYERS}")
        if self.density is not None and not (MIN_DENSITY <= self.density <= 100 and self.shape == "rooms"):
            expected = f"{MIN_DENSITY} to 100" if self.shape == "rooms" else "none, since only rooms have a density"
            raise BadInput(f"density {self.density} for shape {self.shape}; expected {expected}")
        if self.min_changes < 0:
            raise BadInput(f"{self.min_changes} changes of box; expected at least 0")
        if self.players > 1 and self.min_changes:
            raise BadInput("changes of box are counted for one player; expected players 1")
        if not all(isinstance(level, Sokoban) for level in self.style):
            raise BadInput("a style has levels of Sokoban only")

    @property
    def max_boxes(self) -> int:
        return max(1, min(MAX_BOXES, (self.width - 2) * (self.height - 2) // 3))

    def styled(self, random: Random) -> SokobanGenerator:
        """These parameters with the size, boxes and density of a random level of the style, if there is one.

        >>> hall = Sokoban.of(["#######", "#@$ . #", "# $ . #", "#######"])
        >>> made = SokobanGenerator(style=(hall,)).styled(Random(1))
        >>> made.width, made.height, made.boxes, made.density
        (7, 4, 2, 100)
        """
        if not self.style:
            return self
        level = random.choice(self.style)
        sized = replace(self, width=max(4, level.width), height=max(4, level.height), boxes=None, style=())
        inside = (sized.width - 2) * (sized.height - 2)
        density = max(MIN_DENSITY, min(100, round(100 * len(level.floor) / inside)))
        boxes = min(sized.max_boxes, len(level.boxes))
        return replace(sized, boxes=boxes, density=density if self.shape == "rooms" else None)

    def accepts(self, puzzle: Puzzle, plan: Plan | None) -> bool:
        assert isinstance(puzzle, Sokoban)
        return not self.min_changes or (plan is not None and box_changes(puzzle, plan) >= self.min_changes)

    def boxes_for(self, target: TargetRange) -> int:
        """The number of boxes: the parameter, or by default enough for the target number of pushes.

        >>> [SokobanGenerator().boxes_for(TargetRange(pushes)) for pushes in (1, 60, 100)]
        [3, 3, 4]
        """
        if self.boxes is not None:
            return self.boxes
        return DEFAULT_BOXES + max(0, -(-(target.minimum - DEFAULT_PUSHES) // PUSHES_PER_BOX))

    @property
    def max_tries(self) -> int:
        """Fewer on large boards: one of 64×64 cells with 100 boxes takes seconds to draw.

        >>> [SokobanGenerator(width=side, height=side, boxes=side).max_tries for side in (8, 21, 32, 64)]
        [3000, 3000, 279, 40]
        """
        sizes = [level.width * level.height * len(level.boxes) for level in self.style]
        wide = max(1.0, max(sizes, default=self.width * self.height * self.boxes_for(ANY)) / WIDE)
        return max(MIN_TRIES, int(super().max_tries / wide**2))

    def draw(self, random: Random, target: TargetRange = ANY, check: Check = no_check) -> Sokoban | None:
        if self.style:
            return self.styled(random).draw(random, target, check)
        count = self.boxes_for(target)
        plan = SHAPES[self.shape](self.width - 2, self.height - 2, random, self.density)
        target_zone, box_zone = halves(plan, random) if self.zones else (plan, plan)
        play = ReversePlay(self.width, plan, check)
        zone = play.mask(box_zone)
        candidates = [cell for cell in sorted(target_zone) if play.can_be_pulled_away(play.bit(cell))]
        if self.zones:
            near = play.distances_into(zone)
            candidates = sorted(
                (cell for cell in candidates if play.bit(cell) in near), key=lambda cell: near[play.bit(cell)]
            )
            if target.within is not None:  # divide the pulls equally among the boxes, but keep some choice
                share = sum(near[play.bit(cell)] * count <= target.within for cell in candidates)
                candidates = candidates[: max(share, 2 * count)]
        if len(candidates) < count:
            return None
        if random.random() < 0.5:  # adjacent targets give longer solutions than scattered ones
            y, x = random.choice(candidates)
            candidates = sorted(candidates, key=lambda cell: abs(cell[0] - y) + abs(cell[1] - x))[:count]
        targets = play.mask(random.sample(candidates, count))
        wide = len(plan) * count
        beam = max(MIN_BEAM, min(MAX_BEAM, MAX_BEAM * WIDE // wide))
        within = target.within or max(target.minimum, MIN_PULLS, MIN_PULLS * PULLS_SCALE // wide)
        starts = play.starts(targets)
        if self.zones:
            across = play.pull_across(targets, zone, random)
            starts = [across] if across else []
        found = play.farthest(targets, starts, zone, random, beam, within) if starts else None
        if found is None:
            return None
        boxes, side = found
        player = random.choice([*bits(play.flood(side, boxes))])
        others = list(bits(play.floor & ~boxes & ~player))
        if len(others) < self.players - 1:
            return None
        players = player | sum(random.sample(others, self.players - 1))
        return Sokoban.of(list(play.rows(players, boxes, targets)))

    def grows(self, target: TargetRange) -> bool:
        boxes = min((len(level.boxes) for level in self.style), default=self.boxes or 0)
        fits = not self.zones and self.players == 1 and boxes <= MAX_GROWN_BOXES
        return target.minimum >= MIN_GROWN_PUSHES and fits

    def grown(self, random: Random, target: TargetRange, run: core.Run) -> Sokoban | None:
        if self.style:
            small = tuple(level for level in self.style if len(level.boxes) <= MAX_GROWN_BOXES)
            return replace(self, style=small).styled(random).grown(random, target, run)
        width = min(self.width - 2, max(isqrt(MAX_GROWN_CELLS), MAX_GROWN_CELLS // (self.height - 2)))
        height = min(self.height - 2, MAX_GROWN_CELLS // width)
        plans = [SHAPES[self.shape](width, height, random, self.density) for _ in range(GROWN_FLOORS)]
        floors = [[y * width + x for y, x in plan] for plan in plans]
        count = (DEFAULT_BOXES, MAX_GROWN_BOXES) if self.boxes is None else (self.boxes, self.boxes)
        found = core.grow_sokoban(width, height, floors, count, target.minimum, random.getrandbits(64), run)
        if found is None:
            return None
        play = ReversePlay(width + 2, {divmod(cell, width) for cell in found.floor})
        boxes, targets = (play.mask([divmod(cell, width) for cell in cells]) for cells in (found.boxes, found.targets))
        return Sokoban.of(list(play.rows(play.bit(divmod(found.player, width)), boxes, targets)))

    @property
    def restarts(self) -> bool:
        return not self.zones  # boxes would start on any side

    def restarted(self, puzzle: Puzzle, state: Any) -> Sokoban | None:
        assert isinstance(puzzle, Sokoban)
        return None if self.zones else replace(puzzle.starting_at(state), name=None)


def box_changes(level: Sokoban, plan: Plan) -> int:
    """How often a plan turns to another box; its first box counts.

    >>> level = Sokoban.of(["#######", "#@$ . #", "#     #", "# $ . #", "#######"])
    >>> [box_changes(level, level.parse_plan(plan)) for plan in ("RRllddRR", "RlddRluurRlddR")]
    [2, 4]
    """
    changes, last = 0, None
    for (_, before), (_, after) in pairwise(level.states(plan.moves)):
        if before != after:
            [box] = {*before} - {*after}
            changes += box != last
            [last] = {*after} - {*before}
    return changes
