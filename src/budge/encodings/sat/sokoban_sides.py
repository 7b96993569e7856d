"""Distances of a single box that depend on the side of the box where the player is.

A box may divide the floor, and the player then stays in one part until the box is pushed. So the distance of a box
depends on its cell and on the player. A *state* of a box is its cell and the adjacent cell that the player is on.
Arrays are indexed [side, cell]; a push leaves the player on the same side of the box. Walks are free if the metric
counts pushes, and cost their steps if it counts moves.
"""

from __future__ import annotations

import numpy as np

from budge.encodings.sat.base import FAR
from budge.encodings.sat.sokoban_ground import OPPOSITE, Cells, Ground


class Sides:
    """
    >>> from budge.puzzles import Sokoban
    >>> sides = Sides(Ground(Sokoban.of(["#######", "#.$@$.#", "#######"])), walks_cost=True)
    >>> [np.flatnonzero(sides.to_box(box) < FAR).tolist() for box in (1, 3)]  # up, left, right, down of it
    [[2], [1]]
    """

    def __init__(self, ground: Ground, *, walks_cost: bool) -> None:
        self.ground, self.adjacent, self.walks_cost = ground, ground.adjacent, walks_cost
        self.ahead = self.adjacent[list(OPPOSITE)]  # the destination of a push, by the side of the player
        self.pushable = (self.adjacent >= 0) & (self.ahead >= 0)
        self.round = np.array([self._round(cell) for cell in range(ground.size)]).transpose(1, 2, 0)

    def _round(self, box: int) -> Cells:
        """[side, side]: the length of the walk from one side of a box to another."""
        found = np.full((4, 4), FAR)
        for side in np.flatnonzero(self.adjacent[:, box] >= 0).tolist():
            found[side] = self._walk(int(self.adjacent[side, box]), box)
        return found

    def _walk(self, start: int, box: int) -> Cells:
        """The length of the walk from a cell around a box to each neighbour of the box."""
        distance, queue = {start: 0}, [start]
        wanted = set(self.ground.around[box]) - {start}
        for here in queue:
            if not wanted:
                break
            for there in self.ground.around[here]:
                if there != box and there not in distance:
                    distance[there] = distance[here] + self.walks_cost
                    queue.append(there)
                    wanted.discard(there)
        return np.array([distance.get(there, FAR) for there in self.adjacent[:, box].tolist()])

    def to_box(self, box: int) -> Cells:
        """The player's walk from the start to the neighbours of a box, if there is no other box."""
        return self._walk(self.ground.players[0], box)

    def spread(self, costs: Cells, cost: Cells, *, back: bool = False) -> Cells:
        """Relaxes `costs`, given for some states, to the minimum costs of all states; with `back`, against the pushes.

        `cost` is that of a push, by the side of the player and the cell.
        """
        while True:
            farther = np.full_like(costs, FAR)
            for side in range(4):
                cells = np.flatnonzero(self.pushable[side])
                here, there = (self.ahead[side, cells], cells) if back else (cells, self.ahead[side, cells])
                farther[..., side, there] = costs[..., side, here] + cost[side, cells]
            nearer = np.minimum(farther, costs)
            for one in range(4):
                for other in range(4):
                    nearer[..., one, :] = np.minimum(
                        nearer[..., one, :], farther[..., other, :] + self.round[one, other]
                    )
            if (nearer == costs).all():
                return costs
            costs = nearer
