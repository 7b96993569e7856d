"""How far a lone box must be pushed, minding on which side of it the player is.

A box may cut the floor in parts, and the player keeps to his part until that box is pushed: so what a box costs
depends on its cell and on where the player is. A *state* of a box is its cell and the neighbour of it that the player
stands on. Arrays are [neighbour, cell], and a push leaves the player on the same side of the box. Walks are free
where pushes are counted, and cost their steps where moves are.
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
        self.ground, self.beside, self.walks_cost = ground, ground.beside, walks_cost
        self.ahead = self.beside[list(OPPOSITE)]  # where a box goes, by the neighbour that it is pushed from
        self.pushable = (self.beside >= 0) & (self.ahead >= 0)
        self.round = np.array([self._round(cell) for cell in range(ground.size)]).transpose(1, 2, 0)

    def _round(self, box: int) -> Cells:
        """[neighbour, neighbour]: the way from one to the other past a box."""
        found = np.full((4, 4), FAR)
        for side in np.flatnonzero(self.beside[:, box] >= 0).tolist():
            found[side] = self._walk(int(self.beside[side, box]), box)
        return found

    def _walk(self, start: int, box: int) -> Cells:
        """The way from a cell past a box to each neighbour of it; most are found a few cells away."""
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
        return np.array([distance.get(there, FAR) for there in self.beside[:, box].tolist()])

    def to_box(self, box: int) -> Cells:
        """The player's way from the start to the neighbours of a box, if that is the only one."""
        return self._walk(self.ground.players[0], box)

    def spread(self, least: Cells, cost: Cells, *, back: bool = False) -> Cells:
        """The least cost from states whose own is given in `least` to every state; with `back`, from it to them.

        `cost` is that of a push, by the neighbour that it is made from and the cell.
        """
        while True:
            farther = np.full_like(least, FAR)
            for side in range(4):
                cells = np.flatnonzero(self.pushable[side])
                here, there = (self.ahead[side, cells], cells) if back else (cells, self.ahead[side, cells])
                farther[..., side, there] = least[..., side, here] + cost[side, cells]
            nearer = np.minimum(farther, least)
            for one in range(4):
                for other in range(4):
                    nearer[..., one, :] = np.minimum(
                        nearer[..., one, :], farther[..., other, :] + self.round[one, other]
                    )
            if (nearer == least).all():
                return least
            least = nearer
