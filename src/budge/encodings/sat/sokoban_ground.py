"""The data of a Sokoban level for its encodings: numbered cells, boxes by sort, and lower bounds on distances.

Boxes that may end on the same targets are of one *sort* and interchangeable. Distances are pushes of a single box with
a player that may stand anywhere, so they are lower bounds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from math import comb, prod

import numpy as np
import numpy.typing as npt

from budge.encodings.sat.base import FAR, Encoding
from budge.encodings.sat.formula import Formula, Literals
from budge.puzzles.sokoban import Sokoban

Mask = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.int_]
OPPOSITE = (3, 2, 1, 0)  # of up, left, right, down, the order of adjacent cells
WAYS = ("up", "left", "right", "down")


class Ground:
    """
    >>> ground = Ground(Sokoban.of(["######", "#@ $.#", "######"]))
    >>> ground.boxes, ground.homes, ground.to_homes[0].tolist()[1:]
    ([[2]], [[3]], [2, 1, 0])
    """

    def __init__(self, level: Sokoban) -> None:
        self.level = level
        self.cells = sorted(level.floor)
        number = {cell: index for index, cell in enumerate(self.cells)}
        self.size = len(self.cells)
        self.adjacent: Cells = np.array(
            [[number.get(there, -1) for there in level.adjacent(cell)] for cell in self.cells]
        ).T
        self.around = [[there for there in cell if there >= 0] for cell in self.adjacent.T.tolist()]
        self.players = [number[cell] for cell in level.players]
        self.targets = [number[cell] for cell in level.targets]
        self.sorts = sorted(set(level.allowed))
        self.boxes = [
            [number[box] for box, allowed in zip(level.boxes, level.allowed, strict=True) if allowed == sort]
            for sort in self.sorts
        ]
        self.homes = [[number[cell] for cell in sort] for sort in self.sorts]
        self.all_must_go_home = len(level.boxes) == len(level.targets)
        self.from_boxes = [self.spread(boxes, self.can_push) for boxes in self.boxes]
        self.to_homes = [self.spread(homes, self.can_pull) for homes in self.homes]

    def can_push(self, cell: int, way: int) -> bool:
        """Whether the player can stand behind a box on a cell and push it in a direction."""
        return bool(self.adjacent[OPPOSITE[way], cell] >= 0)

    def can_pull(self, cell: int, way: int) -> bool:
        there = self.adjacent[way, cell]
        return bool(there >= 0 and self.adjacent[way, there] >= 0)

    def spread(self, sources: list[int], passable: Callable[[int, int], bool] | None = None) -> Cells:
        """The minimum number of steps from any source to each cell."""
        distance = np.full(self.size, FAR)
        distance[sources] = 0
        queue = deque(sources)
        while queue:
            cell = queue.popleft()
            for way in range(4):
                there = int(self.adjacent[way, cell])
                if there >= 0 and distance[there] == FAR and (passable is None or passable(cell, way)):
                    distance[there] = distance[cell] + 1
                    queue.append(there)
        return distance

    def where(self, cell: int) -> str:
        return self.level.where(self.cells[cell])


class BoxesEncoding(Ground, Encoding):
    """The common part of the encodings: boxes on cells, and the goal."""

    def __init__(self, level: Sokoban) -> None:
        super().__init__(level)
        self.positions = prod(int((self.spread([player]) < FAR).sum()) for player in self.players)
        for boxes, reached, needed in zip(self.boxes, self.from_boxes, self.to_homes, strict=True):
            alive = (reached < FAR) & ((needed < FAR) | (not self.all_must_go_home))
            self.positions *= comb(int(alive.sum()), len(boxes))

    @abstractmethod
    def _box(self, step: int, sort: int, cell: npt.ArrayLike) -> Literals:
        """The variable of a box of a sort on a cell."""

    @abstractmethod
    def _may_lie(self, step: int, sort: int) -> Mask:
        """[cell]: a box of the sort may be there at a step; elsewhere it has no variable."""

    def _lay_boxes(self, formula: Formula) -> None:
        """The boxes at the start."""
        for sort, boxes in enumerate(self.boxes):
            if not self._may_lie(0, sort)[boxes].all():
                formula.add(np.array([1, -1]))  # a box cannot reach a target in time: unsatisfiable
            formula.add(self._box(0, sort, boxes))

    def can_assume_goal(self) -> bool:
        """Whether assumptions can state the goal. If several sorts may end on a target, it takes a closed formula."""
        return all(len(self._able(FAR, target)) <= 1 for target in self.targets)

    def goal(self, step: int) -> list[int]:
        """A box on every target. If several sorts may end there, the goal needs a clause: see `formula`."""
        literals = []
        for target in self.targets:
            able = self._able(step, target)
            if len(able) == 1:
                literals.append(int(self._box(step, able[0], target)))
            elif not able:
                literals += [1, -1]
        return literals

    def _able(self, step: int, target: int) -> list[int]:
        """The sorts of boxes that may end on a target, and can be there."""
        return [sort for sort, homes in enumerate(self.homes) if target in homes and self._may_lie(step, sort)[target]]

    def formula(self) -> Formula:
        formula = super().formula()
        assert self.horizon is not None
        for target in self.targets:
            able = self._able(self.horizon, target)
            if len(able) > 1:
                formula.add_clause([int(self._box(self.horizon, sort, target)) for sort in able])
        return formula
