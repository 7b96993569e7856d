"""The places of the pieces of a sliding-block puzzle: sorts of pieces, their places, and distances between places.

Pieces of equal shape that no goal distinguishes are of one *sort* and interchangeable. A *place* is a sort and an
anchor that such a piece could reach on an empty board. Distances are those of a single piece in the metric of the
formula, so they are lower bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from budge.encodings.sat.assignment import prices
from budge.encodings.sat.base import FAR
from budge.puzzles.blocks import Blocks
from budge.puzzles.blocks_plans import DIRECTIONS

Numbers = npt.NDArray[np.int_]
Mask = npt.NDArray[np.bool_]
WAYS = tuple(DIRECTIONS)  # up, left, right, down, as in the core
OPPOSITE = (3, 2, 1, 0)


@dataclass(frozen=True)
class Place:
    sort: int
    anchor: int
    cells: tuple[int, ...]


class Places:
    """
    >>> places = Places(Blocks.of(["AB.", "..."], goals=[["...", "..A"]]), "steps")
    >>> len(places.every), places.lower_bound, places.names
    (12, 3, ['A', 'B'])
    """

    def __init__(self, puzzle: Blocks, metric: str) -> None:
        self.puzzle, self.metric = puzzle, metric
        self.sorts = _sorts(puzzle)
        self.names = ["".join(puzzle.blocks[piece].name for piece in sort) for sort in self.sorts]
        self.every = [
            Place(number, anchor, puzzle.cells(sort[0], anchor))
            for number, sort in enumerate(self.sorts)
            for anchor in sorted({anchor for piece in sort for anchor in puzzle.reach(piece)})
        ]
        self.index = {(place.sort, place.anchor): number for number, place in enumerate(self.every)}
        self.sort = np.array([place.sort for place in self.every])
        self.near = np.array([self._neighbours(place) for place in self.every]).T  # [way, place], -1 for none
        self.start = [
            [self.index[sort, puzzle.initial[piece]] for piece in pieces] for sort, pieces in enumerate(self.sorts)
        ]
        self.goals = sorted(self._goals())
        self.since = self._spread(place for places in self.start for place in places)
        self.until = self._until()
        self.lower_bound = min(map(self._needed, self.goals), default=FAR)

    def _neighbours(self, place: Place) -> list[int]:
        found = []
        for way, (down, right) in DIRECTIONS.items():
            there = place.anchor + down * self.puzzle.width + right
            free = self.puzzle.obstacle(self.sorts[place.sort][0], place.anchor, way, {}) is None
            found.append(self.index[place.sort, there] if free else -1)
        return found

    def _goals(self) -> set[tuple[int, ...]]:
        """The goals that single pieces can reach, as sets of places."""
        sort_of = {piece: number for number, sort in enumerate(self.sorts) for piece in sort}
        named = [[(sort_of[self.puzzle.index[name]], anchor) for name, anchor in goal] for goal in self.puzzle.goals]
        reachable = [goal for goal in named if all(each in self.index for each in goal)]
        return {tuple(sorted(self.index[each] for each in goal)) for goal in reachable}

    def _spread(self, sources: Iterable[int]) -> Numbers:
        """The distance of every place from the nearest source."""
        distance = np.full(len(self.every), FAR)
        reached = np.zeros(len(self.every), bool)
        reached[list(sources)] = True
        distance[reached] = 0
        steps = 0
        while reached.any():
            steps += 1
            front, reached = reached, np.zeros_like(reached)
            for way in range(4):
                moving = front
                while moving.any():
                    there = self.near[way, moving]
                    moving = np.zeros_like(front)
                    moving[there[there >= 0]] = True
                    reached |= moving
                    if self.metric == "steps":
                        break
            reached &= distance == FAR
            distance[reached] = steps
        return np.where(distance < FAR, np.minimum(distance, 1), FAR) if self.metric == "moves" else distance

    @cache  # noqa: B019 (many goals name the same places)
    def _apart(self, place: int) -> Numbers:
        return self._spread([place])

    def _until(self) -> Numbers:
        """The distance from every place to the nearest goal place of its sort; 0 if a goal leaves out a piece of it."""
        distance = np.zeros(len(self.every), int)
        for sort, pieces in enumerate(self.sorts):
            ends = [[place for place in goal if self.every[place].sort == sort] for goal in self.goals]
            if ends and all(len(places) == len(pieces) for places in ends):
                of_sort = self.sort == sort
                distance[of_sort] = self._spread({place for places in ends for place in places})[of_sort]
        return distance

    def _needed(self, goal: tuple[int, ...]) -> int:
        """Lower bound for a goal: the minimum-cost assignment of single pieces to its places."""
        needed = 0
        for sort in {self.every[place].sort for place in goal}:
            ends = [place for place in goal if self.every[place].sort == sort]
            apart = np.array([self._apart(end)[self.start[sort]] for end in ends])
            rows, columns = prices(apart)
            needed += int(rows.sum() + columns.sum())
        return min(needed, FAR)

    def parity(self) -> int:
        """2 if the parity of the number of steps is the same for all plans, else 1."""
        named = sum(len(sort) for sort in self.sorts)
        if self.metric != "steps" or any(len(goal) < named for goal in self.goals):
            return 1
        colours = {sum(map(self._colour, goal)) % 2 for goal in self.goals}
        return 2 if len(colours) == 1 else 1

    def _colour(self, place: int) -> int:
        anchor = self.every[place].anchor
        return anchor // self.puzzle.width + anchor % self.puzzle.width

    def where(self, place: int) -> str:
        return self.puzzle.where(self.every[place].anchor)


def _sorts(puzzle: Blocks) -> list[list[int]]:
    """The pieces by sort. Exchanging two pieces of one sort must not change the goals."""
    goals = {frozenset(goal) for goal in puzzle.goals}

    def alike(one: int, other: int) -> bool:
        looks = [
            (tuple(cell - piece.cells[0] for cell in piece.cells), piece.axis, puzzle.forbidden[number])
            for number in (one, other)
            for piece in [puzzle.blocks[number]]
        ]
        names = [puzzle.blocks[number].name for number in (one, other)]
        exchange = dict(zip(names, reversed(names), strict=True))
        exchanged = {frozenset((exchange.get(name, name), anchor) for name, anchor in goal) for goal in goals}
        return looks[0] == looks[1] and exchanged == goals

    sorts: list[list[int]] = []
    for piece in range(len(puzzle.blocks)):
        like = next((sort for sort in sorts if alike(sort[0], piece)), None)
        if like is None:
            sorts.append([piece])
        else:
            like.append(piece)
    return sorts
